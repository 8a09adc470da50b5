// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartranges.h"

#include "ui/charts/chartbars.h"
#include "ui/charts/chartlayout.h"

#include <qcustomplot.h>

#include <algorithm>

namespace shardscope {

QRectF rangeRect(const QCPAxisRect &axes, const ChartContent &content, std::size_t category)
{
    const ChartCategory &bar = content.data.categories[category];
    if (bar.high <= bar.low || isCutOff(content.data, category))
        return {};
    const QCPAxis *keys = axes.axis(QCPAxis::atBottom);
    const QCPAxis *values = axes.axis(QCPAxis::atLeft);
    const double slot = keys->coordToPixel(1) - keys->coordToPixel(0);
    const double x = keys->coordToPixel(static_cast<double>(category))
        + RangePlace * slot * barWidth(axes, content);
    const double half = rangeHalf(slot);
    const double unit = axisUnit(content.data).size;
    const double low = values->coordToPixel(bar.low / unit);
    const double high = std::max<double>(axes.top(), values->coordToPixel(bar.high / unit));
    return {x - half, high, 2 * half, low - high};
}

void paintRange(QPainter &painter, const QRectF &rect, const ChartTheme &theme, bool isClosed)
{
    const double x = rect.center().x();
    for (const QPen &pen :
        {QPen(theme.background, theme.lineWidth(2) + 3), QPen(theme.text, theme.lineWidth(2))}) {
        painter.setPen(pen);
        painter.drawLine(QLineF(x, rect.bottom(), x, rect.top()));
        painter.drawLine(QLineF(rect.bottomLeft(), rect.bottomRight()));
        if (isClosed)
            painter.drawLine(QLineF(rect.topLeft(), rect.topRight()));
    }
}

void drawRanges(QCPPainter &painter, const QCPAxisRect &axes, const ChartContent &content)
{
    for (std::size_t i = 0; i < content.data.categories.size(); ++i) {
        const QRectF rect = rangeRect(axes, content, i);
        if (!rect.isEmpty())
            paintRange(painter, rect, content.theme, !reachesAbove(content.data, i));
    }
}

} // namespace shardscope
