// SPDX-License-Identifier: GPL-3.0-or-later
// Distributed Shampoo (H.-J. Shi et al., 2023; facebookresearch/optimizers f606606,
// distributed_shampoo) with inverse roots of its preconditioners, steps as long as AdamW's
// (AdamPreconditionerConfig), and everything on each GPU (SingleDeviceDistributedConfig).
#pragma once

#include "core/base/term.h"
#include "core/step/policy.h"

namespace shardscope {

/// A mean of gradients and one of squares for everything, for each side of a block one triangle of
/// its preconditioner and of the root of that, in fp32, and places in triangles. `momentBytes`: of
/// an element of the means.
Term shampooState(const Workload &work, double momentBytes);

/// The same in whole storages, bytes.
double shampooState(const Workload &work, const ModelTapes &model);

/// The most bytes that optimizer.step() holds on top: means without their bias, Shampoo's steps,
/// and AdamW's with the roots that they are divided by, of all weights at once; or what a block's
/// preconditioners take while they are added to, or their roots found, or a gradient goes through
/// them. cuSOLVER's own workspace is left out.
double shampooScratch(const Workload &work, const ModelTapes &model);

} // namespace shardscope
