// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/workload.h"

namespace shardscope {

/// State that the optimizer keeps between steps for all trained parameters, without the master
/// copy, when one moment takes `momentBytes` for each of them. Zero where it keeps none on the GPU.
Term optimizerState(const Workload &work, double momentBytes);

/// The same for the parameters that this GPU holds copies or shards of.
Term optimizerStateHere(const Workload &work, double momentBytes);

/// What optimizer.step() needs for a moment on top, for `parameters` updated on this GPU.
Term optimizerScratch(const Workload &work, double parameters, double momentBytes);

} // namespace shardscope
