// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chartdata.h"

#include <optional>

namespace shardscope {

// Where the arrow keys go in a chart; the chosen bar where nothing was selected. Nothing where
// there is nothing to select.

std::optional<ChartSegment> segmentStep(
    const ChartData &data, const std::optional<ChartSegment> &from, int bars, int parts);
/// To the first instant of the next band, or of this or the previous one.
std::optional<ChartSegment> bandStep(
    const ChartData &data, const std::optional<ChartSegment> &from, int direction);

} // namespace shardscope
