// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/stepmodules.h"

namespace shardscope {

/// What a plan with FlashAttention would hold more if SDPA without padding were asked for: masks of
/// layers with a window, and their keys and values for all heads. The model has windows.
Bytes takenByWindowMasks(const StepModules &modules);

} // namespace shardscope
