// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/explore/sweep/choice.h"

#include <QString>

namespace shardscope {

/// The keys of all inputs that a sweep can go through, in the window's order.
std::vector<std::string_view> sweptKeys();

bool hasRange(std::string_view key); ///< otherwise all choices are gone through

/// Ends that make sense for most.
AxisChoice standardChoice(std::string_view key);

/// Errors: as makeAxis.
Result<Axis> axisOf(const AxisChoice &choice, const Scenario &scenario, const Catalog &catalog);

/// What is swept as long as nobody has chosen: sequence length and number of GPUs.
SweepChoice standardSweepChoice();

/// Errors: as makeAxis and checkSweep.
Result<Sweep> sweepOf(const SweepChoice &choice, const Scenario &scenario, const Catalog &catalog);

/// A value at an axis, as short as it goes: "8k", "7 B", "ZeRO-3", "H100 80GB".
QString axisLabel(std::string_view key, const Json &value, const Catalog &catalog);

} // namespace shardscope
