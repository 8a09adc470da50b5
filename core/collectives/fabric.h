// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/collectives/nccl.h"

namespace shardscope {

/// The fabric of GPUs of this kind. `inside` joins those of a node, `network` the nodes; either may
/// be null where nothing crosses it. `perNode` GPUs share what a node has only once.
Fabric makeFabric(
    const GpuSpec &gpu, const LinkSpec *inside, const LinkSpec *network, int perNode = 8);

} // namespace shardscope
