// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/planner/reserving.h"
#include "ui/charts/chartdata.h"
#include "ui/charts/drawing.h"

#include <memory>
#include <string>

namespace shardscope {

/// The chart of a step, by the name that files give it; an unknown one is the chart of memory.
ChartData screenChart(
    const std::string &name, const Plan &plan, const Catalog &catalog, const PlanMaker &make);

/// The same where it is neither bars nor areas; null where it is.
std::shared_ptr<const Drawing> screenDrawing(
    const std::string &name, const Plan &plan, const Catalog &catalog);

/// With no more capacity lines than a room reads: the chosen one and its neighbours.
ChartData forRoom(ChartData chart);

/// The chart while the chosen bar is to be guessed: without that bar and all that tells how high it
/// is. `guess` stands in its place as an outline; nothing: nobody has guessed yet.
ChartData withoutTruth(ChartData chart, std::optional<double> guess);

/// The chart while an amount is asked for: without the bars and the lines that
/// are as high as it.
ChartData withoutAmount(ChartData chart, double amount);

/// The chart with the guess as a ghost beside the truth.
ChartData withGhost(ChartData chart, double guess);

} // namespace shardscope
