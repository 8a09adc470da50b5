// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/sweep/boundary.h"
#include "ui/charts/sweeplayout.h"

#include <functional>
#include <vector>

class QPainter;

namespace shardscope {

/// Paints the picture of a sweep: cells with their boundary, or a curve with its limits.
void paintSweep(
    QPainter &painter, const SweepMap &map, const ChartTheme &theme, const QRectF &area);

// Parts of it.

/// Fits, at risk, does not fit: told apart by lightness and by stripes as well.
QColor sweepColour(Fit fit, const ChartTheme &theme);
/// From low to high, told apart under the common kinds of colour blindness (after cividis: Nuñez,
/// Anderton, Renslow 2018).
QColor sweepColour(double share);
/// Where each point lies by what it comes to: inside up to the verdict `worst`.
std::vector<Side> sidesOf(const SweepMap &map, Fit worst);
/// The neighbours in a row that come to the same, as one rectangle each.
void eachRun(const SweepMap &map, const SweepLayout &layout, int row,
    const std::function<void(const QRectF &, const SweepCell &)> &paint);
void paintStripes(QPainter &painter, const QRectF &rect, Fit fit, const ChartTheme &theme);
/// The mark of the present scenario, at the place or beside what is written there.
void paintPresent(QPainter &painter, const QPointF &place, const ChartTheme &theme);
void paintSweepCurve(
    QPainter &painter, const SweepMap &map, const ChartTheme &theme, const SweepLayout &layout);
void paintSweepLegend(
    QPainter &painter, const SweepMap &map, const ChartTheme &theme, const SweepLayout &layout);

} // namespace shardscope
