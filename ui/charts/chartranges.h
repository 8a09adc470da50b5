// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chartscene.h"

class QCPAxisRect;
class QCPPainter;
class QPainter;

namespace shardscope {

/// The whisker of a bar, in the plot's pixels; empty where it has none, or is cut off.
QRectF rangeRect(const QCPAxisRect &axes, const ChartContent &content, std::size_t category);

/// From where to where the total is likely to lie.
void drawRanges(QCPPainter &painter, const QCPAxisRect &axes, const ChartContent &content);

/// One whisker, over whatever lies there; without `isClosed` it goes on above.
void paintRange(
    QPainter &painter, const QRectF &rect, const ChartTheme &theme, bool isClosed = true);

} // namespace shardscope
