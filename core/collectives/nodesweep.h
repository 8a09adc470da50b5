// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/collectives/nccl.h"

namespace shardscope {

/// What a message over many nodes takes beyond NCCL's model, where the fabric's network was
/// measured with messages of one size: larger ones are taken to wait no longer, smaller ones to
/// reach the same rate.
Seconds delayOverNodes(CollectiveOp op, Bytes message, const Layout &layout, const Fabric &fabric);

} // namespace shardscope
