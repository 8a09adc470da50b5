// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartoutlines.h"

#include "ui/charts/chartbars.h"
#include "ui/charts/chartlayout.h"

#include <qcustomplot.h>

namespace shardscope {

namespace {

constexpr double Rim = 0.1; ///< of a bar's slot: the outline can be seen around a higher bar

} // namespace

void paintOutline(QPainter &painter, const QRectF &rect, const ChartTheme &theme, bool isClosed)
{
    QPolygonF line{rect.bottomLeft(), rect.topLeft(), rect.topRight(), rect.bottomRight()};
    if (!isClosed)
        line = {rect.topLeft(), rect.bottomLeft(), rect.bottomRight(), rect.topRight()};
    painter.save();
    painter.setBrush(Qt::NoBrush);
    // A rim of background keeps the dashes apart from any fill.
    QPen dashes(theme.text, theme.lineWidth(1.6));
    dashes.setDashPattern({4, 3});
    dashes.setCapStyle(Qt::FlatCap);
    for (const QPen &pen : {QPen(theme.background, theme.lineWidth(1.6) + 2), dashes}) {
        painter.setPen(pen);
        painter.drawPolyline(line);
    }
    painter.restore();
}

void drawOutlines(QCPPainter &painter, const QCPAxisRect &axes, const ChartContent &content)
{
    const QCPAxis *keys = axes.axis(QCPAxis::atBottom);
    const QCPAxis *values = axes.axis(QCPAxis::atLeft);
    const double width = barWidth(axes, content) + Rim;
    for (std::size_t i = 0; i < content.data.categories.size(); ++i) {
        const double outline = content.data.categories[i].outline;
        if (outline <= 0)
            continue;
        const auto place = static_cast<double>(i);
        const double top = values->coordToPixel(outline / axisUnit(content.data).size);
        const bool isClosed = outline <= axisMaximum(content.data);
        const QPointF corner(keys->coordToPixel(place - width / 2),
            isClosed ? top : static_cast<double>(axes.top()));
        paintOutline(painter,
            {corner, QPointF(keys->coordToPixel(place + width / 2), values->coordToPixel(0))},
            content.theme, isClosed);
    }
}

} // namespace shardscope
