// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/quantity.h"
#include "core/step/workload.h"

namespace shardscope {

/// How long the host's processors take for optimizer.step() of offloaded states; nothing where they
/// are on the GPU. All GPUs of a node share its host.
Seconds hostUpdate(const Workload &work);

} // namespace shardscope
