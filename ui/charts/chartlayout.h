// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chartdata.h"

namespace shardscope {

/// Where labels of height `height` go that would like to be centred at `wanted`, so that none
/// overlaps another or leaves [top, bottom], keeps its order, and moves as little as possible.
std::vector<double> spreadLabels(
    const std::vector<double> &wanted, double height, double top, double bottom);

/// Upper end of the value axis, in base units: it fits the chosen bar with its range, the chosen
/// line, and what is near them. Left out is the line where it would make slivers of the bars; and
/// bars are cut off that would make a sliver of the chosen one and its line (ChartData::tallest).
double axisMaximum(const ChartData &data);
double reachOf(const ChartData &data, std::size_t category); ///< the bar with its range
bool isCutOff(const ChartData &data, std::size_t category);
bool reachesAbove(const ChartData &data, std::size_t category); ///< the bar, or its range

/// Leaves out lines above the axis but for the nearest and the chosen one: a stack of notes that
/// all GPUs are large enough says no more than the first.
void keepNearLines(ChartData &data);

/// At most so many lines: the chosen one, and those nearest to it, in their order.
std::vector<std::size_t> nearestLines(const ChartData &data, std::size_t most);

/// Where each instant of a timeline begins, and where the last one ends, from 0 to 1. Instants are
/// as wide as the data say, or of one width, but for bands of few, which stay wide enough for their
/// name, and for the peak.
std::vector<double> instantEdges(const ChartData &data);

/// What is painted of a timeline at one place.
struct TimelineColumn
{
    double from = 0; ///< 0 to 1, as the edges
    double to = 0;
    std::size_t category = 0;

    bool operator==(const TimelineColumn &) const = default;
};
/// One column for each instant, or for each pixel where there are more instants than pixels: the
/// largest one, so that no peak is lost.
std::vector<TimelineColumn> timelineColumns(const ChartData &data, double pixels);

/// How many bars the width is divided for.
double slotCount(const ChartData &data);

} // namespace shardscope
