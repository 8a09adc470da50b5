// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/charttheme.h"

#include <QImage>
#include <QList>
#include <QPaintEngine>
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

namespace {

enum class Slope { Falling, Rising };

/// Parallel lines at 45 degrees, on lines through the whole chart, so that they run on from segment
/// to segment.
struct Stripes
{
    QPen pen{};
    double step = 0; ///< from line to line, along a row
    Slope slope = Slope::Falling;
};

/// As far as `rect` shows them.
QList<QLineF> linesIn(const QRectF &rect, const Stripes &stripes)
{
    const bool isFalling = stripes.slope == Slope::Falling;
    const double left = rect.left() - stripes.pen.widthF();
    const double right = rect.right() + stripes.pen.widthF();
    const double end = isFalling ? right - rect.top() : right + rect.bottom();
    QList<QLineF> lines;
    double x = isFalling ? left - rect.bottom() : left + rect.top();
    for (x = std::floor(x / stripes.step) * stripes.step; x < end; x += stripes.step) {
        const double top = std::max(rect.top(), isFalling ? left - x : x - right);
        const double bottom = std::min(rect.bottom(), isFalling ? right - x : x - left);
        const double sign = isFalling ? 1 : -1;
        if (top < bottom)
            lines += QLineF(x + sign * top, top, x + sign * bottom, bottom);
    }
    return lines;
}

/// A tile of them for a screen of `ratio` pixels each way in a point: painting every line of each
/// segment takes longer there than all else of a chart.
QBrush tileOf(const Stripes &stripes, double ratio)
{
    constexpr int mostPeriods = 4; // a quarter of a pixel is the finest ratio of screens
    const auto isWhole = [pixels = stripes.step * ratio](int periods) {
        return std::abs(periods * pixels - std::round(periods * pixels)) < 1e-6;
    };
    int periods = 1;
    while (periods < mostPeriods && !isWhole(periods))
        ++periods;
    const double side = periods * stripes.step;
    const int pixels = qRound(side * ratio);
    QImage tile(pixels, pixels, QImage::Format_ARGB32_Premultiplied);
    tile.fill(Qt::transparent);
    QPainter painter(&tile);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(pixels / side, pixels / side);
    painter.setPen(stripes.pen);
    // The ends of lines lie outside.
    const double beyond = stripes.pen.widthF();
    painter.drawLines(
        linesIn(QRectF(0, 0, side, side).adjusted(-beyond, -beyond, beyond, beyond), stripes));
    painter.end();
    QBrush brush(tile);
    brush.setTransform(QTransform::fromScale(side / pixels, side / pixels));
    return brush;
}

/// Files of shapes keep the lines.
void paintStripes(QPainter &painter, const QRectF &rect, const Stripes &stripes)
{
    if (painter.paintEngine()->type() == QPaintEngine::Raster)
        return painter.fillRect(rect, tileOf(stripes, painter.device()->devicePixelRatioF()));
    painter.save();
    painter.setClipRect(rect, Qt::IntersectClip);
    painter.setPen(stripes.pen);
    painter.drawLines(linesIn(rect, stripes));
    painter.restore();
}

} // namespace

void paintWait(QPainter &painter, const QRectF &rect, const ChartTheme &theme)
{
    for (const QPen &pen : {QPen(theme.background, 4), QPen(theme.fails, 2)})
        paintStripes(painter, rect, {pen, 8, Slope::Rising});
}

void paintDoubt(QPainter &painter, const QRectF &rect, const ChartTheme &theme)
{
    QColor stripe = theme.background;
    stripe.setAlpha(150);
    paintStripes(painter, rect, {QPen(stripe, 3.5), 14, Slope::Falling});
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
