// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/fitband.h"

#include "ui/charts/charttheme.h"

#include <QPainter>
#include <QPainterPath>

#include <cmath>

namespace shardscope {

namespace {

// Lines rather than the patterns of a QBrush, which do not grow with the screen's scale.

struct Pattern
{
    double step; ///< pixels between lines
    double width;
    bool isCrossed;
};

void drawLines(QPainter &painter, const QRectF &rect, double step, int direction)
{
    const double height = rect.height();
    const double first = std::floor((rect.left() - height) / step) * step;
    for (double x = first; x < rect.right() + height; x += step) {
        const double foot = direction > 0 ? x : x + height;
        painter.drawLine(QLineF(foot, rect.bottom(), foot + direction * height, rect.top()));
    }
}

void fillPattern(
    QPainter &painter, const QRectF &rect, const QColor &colour, const Pattern &pattern)
{
    QColor ground = colour;
    ground.setAlphaF(0.16F);
    painter.fillRect(rect, ground);
    painter.setPen(QPen(colour, pattern.width, Qt::SolidLine, Qt::FlatCap));
    drawLines(painter, rect, pattern.step, 1);
    if (pattern.isCrossed)
        drawLines(painter, rect, pattern.step, -1);
}

void fillStretch(
    QPainter &painter, const QRectF &rect, std::optional<Fit> fit, const ChartTheme &theme)
{
    if (!fit)
        return;
    const QColor colour = theme.fitColour(fit);
    switch (*fit) {
    case Fit::Fits:
        return painter.fillRect(rect, colour);
    case Fit::AtRisk:
        return fillPattern(painter, rect, colour, {.step = 6, .width = 2.2, .isCrossed = false});
    case Fit::DoesNotFit:
        return fillPattern(painter, rect, colour, {.step = 6, .width = 1, .isCrossed = true});
    }
}

} // namespace

void paintFitBand(QPainter &painter, const QRectF &band, const std::vector<FitStretch> &stretches,
    const ChartTheme &theme)
{
    QPainterPath outline;
    outline.addRoundedRect(band, band.height() / 2, band.height() / 2);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipPath(outline);
    for (const FitStretch &stretch : stretches) {
        const QRectF rect(stretch.left, band.top(), stretch.right - stretch.left, band.height());
        painter.save();
        painter.setClipRect(rect, Qt::IntersectClip);
        fillStretch(painter, rect, stretch.fit, theme);
        painter.restore();
    }
    painter.setClipping(false);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.axis, 1));
    painter.drawPath(outline);
    painter.restore();
}

} // namespace shardscope
