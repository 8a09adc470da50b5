// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"

namespace shardscope {

/// Parameters of Gemma 4's vision and audio towers, and of what brings their tokens to the width of
/// the decoder's.
double gemmaTowers(const Json &root);
/// The same of Gemma 3n's, whose vision tower is a MobileNet.
double gemma3nTowers(const Json &root);

} // namespace shardscope
