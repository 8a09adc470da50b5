// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/planner/reserving.h"
#include "ui/charts/chartdata.h"

namespace shardscope {

/// The same scenario under each strategy side by side; the chosen one stands out. Without `make`,
/// the others are as exact as it.
ChartData memoryByStrategy(const Plan &plan, const Catalog &catalog, const PlanMaker &make = {});

/// One bar for each GPU; beyond sixteen, identical GPUs share one. A bar for each stage of a
/// pipeline; one for the rollout engine's turn and one for the trainer's where answers are
/// generated here.
ChartData memoryByGpu(const Plan &plan, const Catalog &catalog);

/// Capacities worth a line: the chosen GPU, its neighbours by size and the common sizes, without
/// two that would lie on each other. Smallest first.
std::vector<ChartLine> capacityLines(const Plan &plan, const Catalog &catalog);

/// What memory charts have in common: a bar for each of `bars`, still without names.
ChartData memoryChart(
    const Plan &plan, const Catalog &catalog, const std::vector<const Plan *> &bars);
/// What a plan's peak is marked with: none where playing the allocator may change it, since a mark
/// never changes by itself; DoesNotFit for what nobody can run or what is not planned.
std::optional<Fit> fitToSay(const Plan &plan);
/// What a plan says about its bar as a whole: verdict, range, doubt.
ChartCategory memoryBar(const Plan &plan);
/// Alternatives that nobody may have in mind set no scale beyond that many times what decides.
inline constexpr double NearBars = 1.5;
ChartUnit memoryUnit(EstimatorKind estimator);
QString memoryAxisLabel(const ChartUnit &unit);

} // namespace shardscope
