// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/drawing.h"

#include <QFontMetricsF>
#include <QGuiApplication>
#include <QPainter>

#include <algorithm>
#include <vector>

namespace shardscope {

namespace {

constexpr double gap = 6; ///< between a swatch and its words
constexpr double apart = 18; ///< between two keys

double lineHeight(const ChartTheme &theme)
{
    return 1.35 * QFontMetricsF(theme.font).height();
}

double swatchWidth(const ChartTheme &theme)
{
    return QFontMetricsF(theme.font).height();
}

double keyWidth(const DrawingKey &key, const ChartTheme &theme)
{
    const auto swatches = static_cast<double>(std::max<std::size_t>(1, key.fills.size()));
    return swatches * swatchWidth(theme) + gap
        + QFontMetricsF(theme.font).horizontalAdvance(key.label);
}

std::vector<QRectF> placeKeys(
    const std::vector<DrawingKey> &keys, const ChartTheme &theme, double width)
{
    std::vector<QRectF> places;
    double x = 0;
    double y = 0;
    for (const DrawingKey &key : keys) {
        const double wanted = keyWidth(key, theme);
        if (x > 0 && x + wanted > width) {
            x = 0;
            y += lineHeight(theme);
        }
        places.emplace_back(x, y, std::min(wanted, width), lineHeight(theme));
        x += wanted + apart;
    }
    return places;
}

void paintSwatch(
    QPainter &painter, const QRectF &rect, const DrawingKey &key, const ChartTheme &theme)
{
    switch (key.kind) {
    case DrawingKey::Kind::Fill: {
        double left = rect.left();
        const double each = rect.width() / static_cast<double>(key.fills.size());
        for (const ChartFill &fill : key.fills) {
            paintCell(painter, {left, rect.top(), each, rect.height()}, fill, theme);
            left += each;
        }
        break;
    }
    case DrawingKey::Kind::Waited:
        painter.fillRect(rect, theme.background);
        paintWait(painter, rect, theme);
        break;
    case DrawingKey::Kind::Idle:
        painter.fillRect(rect, idleColour(theme));
        painter.setPen(QPen(theme.axis, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
        break;
    case DrawingKey::Kind::Line:
        painter.setPen(QPen(theme.focus, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect.adjusted(1, 1, -1, -1));
        break;
    }
}

} // namespace

double drawingKeysHeight(const std::vector<DrawingKey> &keys, const ChartTheme &theme, double width)
{
    const std::vector<QRectF> places = placeKeys(keys, theme, width);
    return places.empty() ? 0 : places.back().bottom();
}

void paintDrawingKeys(QPainter &painter, const std::vector<DrawingKey> &keys,
    const ChartTheme &theme, const QRectF &area)
{
    const bool isMirrored = QGuiApplication::isRightToLeft();
    const std::vector<QRectF> places = placeKeys(keys, theme, area.width());
    const double side = 0.75 * swatchWidth(theme);
    painter.setFont(theme.font);
    for (std::size_t i = 0; i < keys.size(); ++i) {
        QRectF place = places[i].translated(area.topLeft());
        if (isMirrored)
            place.moveRight(area.right() - places[i].left());
        const auto count = static_cast<double>(std::max<std::size_t>(1, keys[i].fills.size()));
        QRectF swatch(0, 0, side * count, side);
        swatch.moveCenter(place.center());
        if (isMirrored)
            swatch.moveRight(place.right());
        else
            swatch.moveLeft(place.left());
        paintSwatch(painter, swatch, keys[i], theme);
        const double taken = swatch.width() + gap;
        painter.setPen(theme.text);
        painter.drawText(
            isMirrored ? place.adjusted(0, 0, -taken, 0) : place.adjusted(taken, 0, 0, 0),
            Qt::AlignVCenter | (isMirrored ? Qt::AlignRight : Qt::AlignLeft), keys[i].label);
    }
}

QColor idleColour(const ChartTheme &theme)
{
    return theme.isDark ? QColor(0x26292e) : QColor(0xeceef1);
}

void paintCell(
    QPainter &painter, const QRectF &rect, const ChartFill &fill, const ChartTheme &theme)
{
    constexpr double leastEdged = 4; // pixels: below that, all would be edge
    painter.fillRect(rect, fill.colour);
    if (rect.width() < leastEdged || rect.height() < leastEdged)
        return;
    if (isHatched(fill, theme)) {
        QColor ink = textOn(fill.colour);
        ink.setAlpha(110);
        painter.fillRect(rect, QBrush(ink, fill.hatch));
    }
    painter.setPen(QPen(theme.isDark ? theme.background : fill.colour.darker(140), 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
}

} // namespace shardscope
