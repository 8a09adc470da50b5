// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/model/towerspec.h"

#include <optional>

namespace shardscope {

/// Whether there is more to a config's model than the decoder: a vision or audio tower.
bool hasTower(const Json &root);

/// Parameters of towers that are sized, and left out.
double otherTowers(const Json &root);

/// The vision tower of a config whose model has a hidden size of `hidden`; nothing where its
/// classes are not known here.
std::optional<TowerSpec> visionTower(const Json &root, std::int64_t hidden);

} // namespace shardscope
