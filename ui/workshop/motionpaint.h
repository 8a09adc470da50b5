// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/charttheme.h"

#include <QLineF>
#include <QRectF>
#include <QString>

#include <vector>

class QPainter;

namespace shardscope {

// What the pictures in motion have in common.

/// A bar of an amount with its name and its number, one below the other.
struct MeterRow
{
    QString label{};
    QString number{};
    double share = 0; ///< of the longest bar: 0 to 1
    QColor colour{};
};
/// The rows from the top of `rect` on; returns the height that they took.
double paintMeters(QPainter &painter, const QRectF &rect, const ChartTheme &theme,
    const std::vector<MeterRow> &rows);

/// Where a picture goes and where its amounts: side by side, the picture with that share of the
/// width, or where it is narrow one below the other.
struct Halves
{
    QRectF picture{};
    QRectF amounts{};
};
Halves halvesOf(const QRectF &rect, double share);

/// A line with a head at its end, `width` pixels thick.
void paintArrow(QPainter &painter, const QLineF &line, const QColor &colour, double width);

/// A fill with some of its strength, hatched where it shares its colour with another.
void paintPart(QPainter &painter, const QRectF &rect, const ChartFill &fill, double strength = 1);

/// A colour with some of its strength: 0 is nothing, 1 all of it.
QColor faded(QColor colour, double strength);

/// Eight colours, and from the ninth on lighter and darker ones of them.
QColor chunkColour(int chunk);

} // namespace shardscope
