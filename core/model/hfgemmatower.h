// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/model/towerspec.h"

namespace shardscope {

/// Gemma 4's vision tower, in a decoder of a hidden size, with what brings its tokens to that
/// width.
TowerSpec gemmaTower(const Json &root, const Json &vision, std::int64_t hidden);
/// Whether it is one that formulas know: with a key and a value for each query.
bool isGemmaTowerKnown(const Json &vision);
/// Parameters of Gemma 4's audio tower, of a vision tower that is not known, and of what brings
/// their tokens to the width of the decoder's.
double unknownGemmaTowers(const Json &root);
/// The same of Gemma 3n's, whose vision tower is a MobileNet.
double gemma3nTowers(const Json &root);

} // namespace shardscope
