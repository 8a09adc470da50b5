// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/difference.h"
#include "core/scenario/move.h"
#include "ui/compare/compared.h"

namespace shardscope {

/// What stands in an input, for people: "ZeRO-2", "8,192", "H100 80GB".
QString inputValue(const Key &key, const std::optional<Json> &value, const Catalog &catalog);

/// What an input changed from and to: "ZeRO-1 to ZeRO-2", "Micro-batch 1 to 2".
QString inputChange(const InputDifference &change, const Catalog &catalog);

/// What each setting changes of a scenario: "GPUs 8 to 16"; nothing where one cannot be set.
QStringList inputChanges(const Scenario &before, const KeyValues &settings, const Catalog &catalog);

/// A name for a scenario: strategy and GPUs, then in what it differs from those that are pinned.
QString pinName(const Scenario &scenario, const Compared &others, const Catalog &catalog);

} // namespace shardscope
