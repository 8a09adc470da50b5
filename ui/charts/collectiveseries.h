// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chartdata.h"

#include <cstddef>
#include <vector>

namespace shardscope {

struct Collective;

/// Each pair of operation and payload keeps its fill, whatever else is shown.
int collectiveStyle(const Collective &collective);

/// A collective's series in its colour, with `bars` bars of no height.
ChartSeries seriesOf(const Collective &collective, std::size_t bars);

/// That of a collective among `all`, added where there is none yet.
ChartSeries &seriesFor(
    std::vector<ChartSeries> &all, const Collective &collective, std::size_t bars);

} // namespace shardscope
