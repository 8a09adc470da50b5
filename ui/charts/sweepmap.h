// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/sweep/sweep.h"
#include "ui/charts/chartdata.h"

#include <QPointF>

namespace shardscope {

/// One point of a sweep, as it is painted.
struct SweepCell
{
    enum class State : unsigned char { Pending, Known, Failed };

    float value = 0; ///< of the metric, in base units
    float low = 0; ///< the memory is sure to lie from here
    float high = 0; ///< to here
    float capacity = 0;
    State state = State::Pending;
    Fit fit = Fit::Fits;

    bool isKnown() const { return state == State::Known; }
    bool operator==(const SweepCell &) const = default;
};

struct SweepScale
{
    QString title{};
    QStringList labels{}; ///< one for each value
    bool isNamed = false; ///< choices, which have no order in between

    bool operator==(const SweepScale &) const = default;
};

/// All that the picture of a sweep shows: a map of cells over two inputs, a curve over one.
struct SweepMap
{
    QString title{};
    QString summary{}; ///< in a sentence or two, for those who do not see it
    SweepScale x{};
    SweepScale y{}; ///< without labels: there is one input
    Metric metric = Metric::Fit;
    QString valueTitle{}; ///< "Peak memory per GPU (GiB)"
    ChartUnit unit{};
    std::vector<SweepCell> cells{}; ///< row after row, the lowest first
    /// The point of the sweep that each cell stands for; empty: the one of its own number.
    std::vector<std::size_t> points{};
    /// Where the scenario stands, in cells: (2.5, 0.5) is the middle of the third one.
    std::optional<QPointF> present{};
    std::vector<ChartLine> lines{}; ///< over one input: what other GPUs hold

    bool isCurve() const { return y.labels.isEmpty(); }
    int columns() const { return static_cast<int>(x.labels.size()); }
    int rows() const { return isCurve() ? 1 : static_cast<int>(y.labels.size()); }
    std::size_t pointOf(std::size_t cell) const { return points.empty() ? cell : points[cell]; }
    const SweepCell &at(int column, int row) const
    {
        return cells[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns())
            + static_cast<std::size_t>(column)];
    }
    bool operator==(const SweepMap &) const = default;
};

} // namespace shardscope
