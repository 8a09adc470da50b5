// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/charttheme.h"
#include "ui/charts/sweepmap.h"

#include <QRectF>

namespace shardscope {

/// Where the parts of a sweep's picture lie.
struct SweepLayout
{
    QRectF plot{};
    QRectF scale{}; ///< the colours' scale; empty where there is none
    QRectF legend{};
    int columns = 0;
    int rows = 0;

    QRectF cellRect(int column, int row) const; ///< row 0 is the lowest
    double cellWidth() const { return plot.width() / columns; }
    double cellHeight() const { return plot.height() / rows; }
    std::optional<std::size_t> cellAt(const QPointF &position) const;
    /// A place given in cells.
    QPointF point(const QPointF &cells) const;
};

SweepLayout sweepLayout(const SweepMap &map, const ChartTheme &theme, const QRectF &area);

/// Values of an axis that starts at `from`: round ones, a handful.
std::vector<double> roundTicks(double from, double to, int most);
/// Ends of the values, in the map's unit; equal where nothing is known.
struct ValueRange
{
    double from = 0;
    double to = 0;
    bool isLogarithmic = false;

    double shareOf(double value) const; ///< 0 to 1
};
ValueRange valueRange(const SweepMap &map);

} // namespace shardscope
