// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chartscene.h"

class QCPAxisRect;
class QCPPainter;

namespace shardscope {

/// Dashed and unfilled, around the bars: how high they are in what they are compared with.
void drawOutlines(QCPPainter &painter, const QCPAxisRect &axes, const ChartContent &content);

/// One outline; without `isClosed` it goes on above.
void paintOutline(
    QPainter &painter, const QRectF &rect, const ChartTheme &theme, bool isClosed = true);

} // namespace shardscope
