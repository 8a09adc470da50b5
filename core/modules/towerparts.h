// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/modules/modules.h"
#include "core/modules/tower.h"

namespace shardscope {

/// Settings of what the part of a tower that is written belongs to, the tower or its projector, and
/// of the model around it.
struct TowerSettings
{
    LayerSettings own;
    const LayerSettings &model;
    bool isTouched = false; ///< what the patch embedding makes requires a gradient
};

/// Of the stream. Qwen's: autocast's convolution gives 16 bits, and nothing that is added is wider;
/// tables of positions are.
Dtype towerDtype(const LayerSettings &model);

/// The stream that a part reads.
TensorId inputOf(TapeBuilder &tape, const TowerSettings &settings, const TowerPart &part);

/// A part of each code, statement by statement; what it hands on.
TensorId writeQwenPart(TapeBuilder &tape, const TowerSettings &settings, const TowerPart &part);
TensorId writeSquarePart(TapeBuilder &tape, const TowerSettings &settings, const TowerPart &part);
TensorId writePixtralPart(TapeBuilder &tape, const TowerSettings &settings, const TowerPart &part);

} // namespace shardscope
