// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chartdata.h"

namespace shardscope {

/// What each GPU sends in one optimizer step under each strategy, by collective.
ChartData trafficByStrategy(const Plan &plan, const Catalog &catalog);

/// What traffic charts have in common: a bar for each of `bars`, still without names. Over links of
/// one speed, bars are bytes, with lines for what links carry in a second; where links differ, the
/// time on the wire as a share of that in which the GPU computes.
ChartData trafficChart(
    const Plan &plan, const Catalog &catalog, const std::vector<const Plan *> &bars);

/// Of that second kind, how high the bar of a plan is.
double wireShare(const Plan &plan);
ChartUnit shareUnit();

/// The link that the plan uses and its neighbours by speed. Slowest first.
std::vector<ChartLine> linkLines(const Plan &plan, const Catalog &catalog);

} // namespace shardscope
