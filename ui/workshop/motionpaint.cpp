// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workshop/motionpaint.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace shardscope {

double paintMeters(QPainter &painter, const QRectF &rect, const ChartTheme &theme,
    const std::vector<MeterRow> &rows)
{
    const QFontMetricsF metrics(theme.font);
    const double line = metrics.height();
    const double row = 2.3 * line;
    painter.setFont(theme.font);
    double y = rect.top();
    for (const MeterRow &meter : rows) {
        const QRectF text(rect.left(), y, rect.width(), line);
        painter.setPen(theme.text);
        const double numberWidth = metrics.horizontalAdvance(meter.number);
        painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
            metrics.elidedText(meter.label, Qt::ElideRight, rect.width() - numberWidth - line));
        painter.drawText(text, Qt::AlignRight | Qt::AlignVCenter, meter.number);
        const QRectF track(rect.left(), y + 1.15 * line, rect.width(), 0.6 * line);
        painter.fillRect(track, theme.grid);
        painter.fillRect(
            QRectF(track.topLeft(),
                QSizeF(track.width() * std::clamp(meter.share, 0.0, 1.0), track.height())),
            meter.colour);
        y += row;
    }
    return y - rect.top();
}

Halves halvesOf(const QRectF &rect, double share)
{
    constexpr double Gap = 0.04;
    constexpr double StackedShare = 0.44;
    constexpr double LeastProportion = 1.35; ///< of width to height
    QRectF picture = rect;
    QRectF amounts = rect;
    if (rect.width() > LeastProportion * rect.height()) {
        picture.setWidth((share - Gap / 2) * rect.width());
        amounts.setLeft(rect.left() + (share + Gap / 2) * rect.width());
    } else {
        picture.setHeight((StackedShare - Gap / 2) * rect.height());
        amounts.setTop(rect.top() + (StackedShare + Gap / 2) * rect.height());
    }
    return {picture, amounts};
}

void paintArrow(QPainter &painter, const QLineF &line, const QColor &colour, double width)
{
    if (line.length() < 1)
        return;
    const double head = std::min(3.5 * width, line.length());
    QLineF shaft = line;
    shaft.setLength(line.length() - 0.8 * head);
    painter.setPen(QPen(colour, width, Qt::SolidLine, Qt::FlatCap));
    painter.drawLine(shaft);
    const QPointF along = (line.p2() - line.p1()) / line.length();
    const QPointF across(-along.y(), along.x());
    const QPointF base = line.p2() - along * head;
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPolygon(
        QPolygonF{line.p2(), base + across * head * 0.5, base - across * head * 0.5});
}

void paintPart(QPainter &painter, const QRectF &rect, const ChartFill &fill, double strength)
{
    painter.fillRect(rect, faded(fill.colour, strength));
    if (!fill.isAlwaysHatched)
        return;
    constexpr double Ink = 0.45;
    painter.fillRect(rect, QBrush(faded(textOn(fill.colour), Ink * strength), fill.hatch));
}

QColor faded(QColor colour, double strength)
{
    colour.setAlphaF(colour.alphaF() * static_cast<float>(std::clamp(strength, 0.0, 1.0)));
    return colour;
}

QColor chunkColour(int chunk)
{
    constexpr int Colours = 7; // the eighth of Okabe and Ito's is black
    const QColor colour = chartFill(chunk % Colours).colour;
    switch (chunk / Colours % 3) {
    case 1:
        return colour.lighter(135);
    case 2:
        return colour.darker(135);
    default:
        return colour;
    }
}

} // namespace shardscope
