// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chartdata.h"

namespace shardscope {

/// What each GPU sends in one optimizer step under each strategy, by collective, with lines for
/// what links carry in a second.
ChartData trafficByStrategy(const Plan &plan, const Catalog &catalog);

/// What traffic charts have in common: a bar for each of `bars`, still without names and lines.
ChartData trafficChart(const Plan &plan, const std::vector<const Plan *> &bars);

/// Each pair of operation and payload keeps its fill, whatever else is shown.
int collectiveStyle(const Collective &collective);

/// The link that the plan uses and its neighbours by speed. Slowest first.
std::vector<ChartLine> linkLines(const Plan &plan, const Catalog &catalog);

} // namespace shardscope
