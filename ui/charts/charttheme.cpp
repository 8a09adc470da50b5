// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/charttheme.h"

#include <QPainter>
#include <QPainterPath>
#include <QWidget>

#include <algorithm>
#include <array>
#include <cmath>

namespace shardscope {

namespace {

ChartTheme lightTheme()
{
    return {.background = QColor(0xffffff),
        .text = QColor(0x1b1d21),
        .faintText = QColor(0x5a6068),
        .axis = QColor(0x6b7178),
        .grid = QColor(0xe4e6e9),
        .chosenBand = QColor(0xeef4fb),
        .focus = QColor(0x0b57d0),
        .fits = QColor(0x146c2e),
        .atRisk = QColor(0x8a5300),
        .fails = QColor(0xb3261e)};
}

ChartTheme darkTheme()
{
    return {.background = QColor(0x17181b),
        .text = QColor(0xeceef1),
        .faintText = QColor(0xa9afb8),
        .axis = QColor(0x8d949d),
        .grid = QColor(0x2f3237),
        .chosenBand = QColor(0x222a36),
        .focus = QColor(0x8ab4f8),
        .fits = QColor(0x7fd99a),
        .atRisk = QColor(0xffc266),
        .fails = QColor(0xff8a80),
        .isDark = true};
}

QPolygonF scaled(std::initializer_list<QPointF> points, const QRectF &rect)
{
    QPolygonF polygon;
    for (const QPointF &point : points)
        polygon << QPointF(
            rect.left() + point.x() * rect.width(), rect.top() + point.y() * rect.height());
    return polygon;
}

} // namespace

const ChartFill &chartFill(int style)
{
    static const std::array<ChartFill, 14> fills{{{QColor(0x0072b2), Qt::NoBrush},
        {QColor(0x56b4e9), Qt::BDiagPattern}, {QColor(0x009e73), Qt::VerPattern},
        {QColor(0xf0e442), Qt::FDiagPattern}, {QColor(0xcc79a7), Qt::CrossPattern},
        {QColor(0xe69f00), Qt::NoBrush}, {QColor(0xd55e00), Qt::DiagCrossPattern},
        {QColor(0x0072b2), Qt::BDiagPattern, true}, {QColor(0x56b4e9), Qt::DiagCrossPattern, true},
        {QColor(0x9aa0a6), Qt::FDiagPattern, true}, {QColor(0x009e73), Qt::HorPattern, true},
        {QColor(0x009e73), Qt::DiagCrossPattern, true}, {QColor(0x9aa0a6), Qt::NoBrush},
        {QColor(0xcc79a7), Qt::HorPattern, true}}};
    return fills[static_cast<std::size_t>(style) % fills.size()];
}

QColor textOn(const QColor &fill)
{
    // Only the blue is dark enough for white (5.2:1).
    return fill.lightnessF() < 0.4F && fill.blueF() > fill.greenF() ? Qt::white : Qt::black;
}

QColor ChartTheme::fitColour(std::optional<Fit> fit) const
{
    if (!fit)
        return text;
    switch (*fit) {
    case Fit::Fits:
        return fits;
    case Fit::AtRisk:
        return atRisk;
    case Fit::DoesNotFit:
        return fails;
    }
    return text;
}

double ChartTheme::lineWidth(double width) const
{
    constexpr double OrdinaryPoints = 10;
    return width * std::max(1.0, font.pointSizeF() / OrdinaryPoints);
}

ChartTheme chartTheme(ChartThemeKind kind, const QFont &font)
{
    ChartTheme theme = kind == ChartThemeKind::Dark ? darkTheme() : lightTheme();
    theme.font = font;
    theme.isHatched = kind == ChartThemeKind::Print;
    return theme;
}

ChartTheme chartTheme(const QPalette &palette, const QFont &font)
{
    const bool isDark = palette.color(QPalette::Base).lightness() < 128;
    ChartTheme theme = chartTheme(isDark ? ChartThemeKind::Dark : ChartThemeKind::Light, font);
    theme.background = palette.color(QPalette::Base);
    theme.text = palette.color(QPalette::Text);
    return theme;
}

void paintFitMark(QPainter &painter, const QRectF &rect, Fit fit, const QColor &colour)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(
        QPen(colour, std::max(1.5, rect.width() / 6), Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    switch (fit) {
    case Fit::Fits:
        painter.drawPolyline(scaled({{0.1, 0.55}, {0.4, 0.85}, {0.9, 0.2}}, rect));
        break;
    case Fit::AtRisk:
        painter.drawPolyline(scaled({{0.5, 0.1}, {0.5, 0.62}}, rect));
        painter.drawPolyline(scaled({{0.5, 0.9}, {0.5, 0.91}}, rect));
        break;
    case Fit::DoesNotFit:
        painter.drawPolyline(scaled({{0.15, 0.15}, {0.85, 0.85}}, rect));
        painter.drawPolyline(scaled({{0.85, 0.15}, {0.15, 0.85}}, rect));
        break;
    }
    painter.restore();
}

QPixmap fitMark(const QWidget &widget, int size, Fit fit, const QColor &colour)
{
    QPixmap pixmap(QSize(size, size) * widget.devicePixelRatioF());
    pixmap.setDevicePixelRatio(widget.devicePixelRatioF());
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    const double inset = size / 8.0;
    paintFitMark(
        painter, QRectF(0, 0, size, size).adjusted(inset, inset, -inset, -inset), fit, colour);
    return pixmap;
}

QIcon fitIcon(const QWidget &widget, int size, Fit fit)
{
    QIcon icon(
        fitMark(widget, size, fit, chartTheme(widget.palette(), widget.font()).fitColour(fit)));
    const QPixmap chosen
        = fitMark(widget, size, fit, widget.palette().color(QPalette::HighlightedText));
    for (const QIcon::Mode mode : {QIcon::Active, QIcon::Selected})
        icon.addPixmap(chosen, mode);
    return icon;
}

bool isHatched(const ChartFill &fill, const ChartTheme &theme)
{
    return fill.hatch != Qt::NoBrush && (theme.isHatched || fill.isAlwaysHatched);
}

void paintWait(QPainter &painter, const QRectF &rect, const ChartTheme &theme)
{
    constexpr double Step = 8;
    painter.save();
    painter.setClipRect(rect, Qt::IntersectClip);
    const double first = std::floor((rect.left() + rect.top()) / Step) * Step;
    for (const QPen &pen : {QPen(theme.background, 4), QPen(theme.fails, 2)}) {
        painter.setPen(pen);
        for (double x = first; x < rect.right() + rect.bottom(); x += Step)
            painter.drawLine(QLineF(x - rect.top(), rect.top(), x - rect.bottom(), rect.bottom()));
    }
    painter.restore();
}

void paintDoubt(QPainter &painter, const QRectF &rect, const ChartTheme &theme)
{
    constexpr double Step = 14;
    QColor stripe = theme.background;
    stripe.setAlpha(150);
    painter.save();
    painter.setClipRect(rect, Qt::IntersectClip);
    painter.setPen(QPen(stripe, 3.5));
    // On lines through the whole chart, so that they run on from segment to segment.
    const double first = std::floor((rect.left() - rect.bottom()) / Step) * Step;
    for (double x = first; x < rect.right() - rect.top(); x += Step)
        painter.drawLine(QLineF(x + rect.top(), rect.top(), x + rect.bottom(), rect.bottom()));
    painter.restore();
}

void paintArea(
    QPainter &painter, const QPolygonF &area, const ChartFill &fill, const ChartTheme &theme)
{
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill.colour);
    painter.drawPolygon(area);
    if (!isHatched(fill, theme))
        return;
    QColor ink = textOn(fill.colour);
    ink.setAlpha(110);
    painter.setBrush(QBrush(ink, fill.hatch));
    painter.drawPolygon(area);
}

void paintSegment(
    QPainter &painter, const QRectF &rect, const ChartFill &fill, const ChartTheme &theme)
{
    painter.fillRect(rect, fill.colour);
    if (isHatched(fill, theme)) {
        QColor ink = textOn(fill.colour);
        ink.setAlpha(110);
        painter.fillRect(rect, QBrush(ink, fill.hatch));
    }
    // Three of the colours are too near to white to end there without an edge.
    if (theme.isDark || rect.height() < 4)
        return;
    painter.setPen(QPen(fill.colour.darker(140), 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect.adjusted(0, 0, -1, -1));
}

} // namespace shardscope
