// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chartdata.h"

namespace shardscope {

/// The instants of the step with all parts: overheads too, which stay the same through a phase.
/// An estimator that follows no step has one instant for each phase.
std::vector<Sample> stepInstants(const Plan &plan);

/// Memory over the course of one step, stacked as in the bars; the highest instant is the bar.
ChartData memoryOverStep(const Plan &plan, const Catalog &catalog);

/// The largest instant of a phase; -1 where the chart has no such phase.
int peakOfPhase(const ChartData &data, const QString &phase);

} // namespace shardscope
