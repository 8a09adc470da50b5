// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chartdata.h"
#include "ui/compare/compared.h"

namespace shardscope {

/// "+1.20 GiB (+12.4 %)": of bytes, as the chart counts them.
QString differenceText(const ChartUnit &unit, double before, double after);

/// Adds the outline of the baseline, and the difference in words, to the bar that stands for the
/// present plan; to all where all do. Nothing where there is no baseline.
void outlineMemory(ChartData &data, const Compared &compared);
void outlineTraffic(ChartData &data, const Compared &compared);
/// As `outlineTraffic`, link by link.
void outlineTiers(ChartData &data, const Compared &compared, const Catalog &catalog);

} // namespace shardscope
