// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/stepmodules.h"

namespace shardscope {

/// The parts of the vision tower, written but not run; none where no images are at work.
TowerModules towerModules(const LayerSettings &settings);

/// Whether something that a part hands on, or gives to layers, requires a gradient.
bool needsGradient(const Tape &part);

/// What embeddings add to the layers, made behind the tower; `rows` are those of their table.
void addLayerInputs(TowerModules &tower, const LayerSettings &settings, const Tensor &rows);

/// Runs them as the settings say.
void runTower(TowerModules &tower, const LayerSettings &settings, ProfileOptions options,
    StepModules::Requests requests);

/// Their tapes in the order of modules, those with the same parameters as one.
std::vector<TowerTape> tapesOf(const TowerModules &tower);

/// Of the parts as they run: which of those tapes.
std::vector<std::size_t> orderOf(const TowerModules &tower);

} // namespace shardscope
