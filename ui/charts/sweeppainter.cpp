// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/sweeppainter.h"

#include "ui/text/format.h"

#include <QImage>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace shardscope {

namespace {

// More cells than these are painted as one picture: there is nothing to be seen of each.
constexpr std::size_t mostDrawnCells = 20'000;

/// Colours of the cells, without stripes and numbers.
class CellColours
{
public:
    CellColours(const SweepMap &map, const ChartTheme &theme)
        : m_map(map)
        , m_theme(theme)
        , m_range(valueRange(map))
    { }

    QColor operator()(const SweepCell &cell) const
    {
        if (!cell.isKnown())
            return m_theme.background;
        if (m_map.metric == Metric::Fit)
            return sweepColour(cell.fit, m_theme);
        return sweepColour(m_range.shareOf(cell.value / m_map.unit.size));
    }

private:
    const SweepMap &m_map;
    const ChartTheme &m_theme;
    ValueRange m_range;
};

void paintCells(
    QPainter &painter, const SweepMap &map, const ChartTheme &theme, const SweepLayout &layout)
{
    const CellColours colours(map, theme);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    if (map.cells.size() > mostDrawnCells) {
        QImage image(map.columns(), map.rows(), QImage::Format_RGB32);
        for (int row = 0; row < map.rows(); ++row) {
            for (int column = 0; column < map.columns(); ++column)
                image.setPixel(column, map.rows() - 1 - row, colours(map.at(column, row)).rgb());
        }
        painter.drawImage(layout.plot, image);
    } else {
        for (int row = 0; row < map.rows(); ++row) {
            for (int column = 0; column < map.columns(); ++column)
                painter.fillRect(layout.cellRect(column, row), colours(map.at(column, row)));
        }
    }
    painter.restore();
}

/// Neighbours in a row of one kind are striped together.
void paintFits(
    QPainter &painter, const SweepMap &map, const ChartTheme &theme, const SweepLayout &layout)
{
    for (int row = 0; row < map.rows(); ++row)
        eachRun(map, layout, row, [&](const QRectF &run, const SweepCell &cell) {
            paintStripes(painter, run, cell.fit, theme);
        });
}

/// A thin net keeps cells apart that can be told apart at all.
void paintNet(QPainter &painter, const ChartTheme &theme, const SweepLayout &layout)
{
    constexpr double leastCell = 9;
    if (layout.cellWidth() < leastCell || layout.cellHeight() < leastCell)
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(theme.background, 1));
    for (int column = 1; column < layout.columns; ++column) {
        const double x = layout.point(QPointF(column, 0)).x();
        painter.drawLine(QLineF(x, layout.plot.top(), x, layout.plot.bottom()));
    }
    for (int row = 1; row < layout.rows; ++row) {
        const double y = layout.point(QPointF(0, row)).y();
        painter.drawLine(QLineF(layout.plot.left(), y, layout.plot.right(), y));
    }
    painter.restore();
}

QString cellNumber(const SweepMap &map, const SweepCell &cell)
{
    const double value = cell.value / map.unit.size;
    const double size = std::abs(value);
    const QString text = size >= 99.5 ? formatWhole(std::abs(value))
        : size >= 9.95                ? formatAxis(size, 10)
                                      : formatAxis(size, 9);
    const bool isSigned = map.metric == Metric::Fit || map.metric == Metric::Spare;
    if (value < 0)
        return QChar(0x2212) + text;
    return isSigned ? QLatin1Char('+') + text : text;
}

/// Numbers where all of them find room, else signs where those do.
void paintNumbers(
    QPainter &painter, const SweepMap &map, const ChartTheme &theme, const SweepLayout &layout)
{
    constexpr double mark = 9;
    const bool isFit = map.metric == Metric::Fit;
    if (layout.cellHeight() < mark + 6 || layout.cellWidth() < mark + 6)
        return;
    const QFontMetricsF metrics(theme.font, painter.device());
    double widest = 0;
    for (const SweepCell &cell : map.cells)
        widest = std::max(
            widest, cell.isKnown() ? metrics.horizontalAdvance(cellNumber(map, cell)) : 0.0);
    const double room = layout.cellWidth() - 6 - (isFit ? mark + 4 : 0);
    const bool hasNumbers = widest < room && metrics.height() < layout.cellHeight() - 2;
    if (!hasNumbers && !isFit)
        return;
    const CellColours colours(map, theme);
    painter.setFont(theme.font);
    for (int row = 0; row < map.rows(); ++row) {
        for (int column = 0; column < map.columns(); ++column) {
            const SweepCell &cell = map.at(column, row);
            if (!cell.isKnown())
                continue;
            const QRectF rect = layout.cellRect(column, row);
            const QColor ground = colours(cell);
            const QColor ink = ground.lightnessF() > 0.5F ? QColor(Qt::black) : QColor(Qt::white);
            const QString text = hasNumbers ? cellNumber(map, cell) : QString();
            const double width
                = metrics.horizontalAdvance(text) + (isFit ? mark + (hasNumbers ? 4 : 0) : 0);
            QRectF plate(0, 0, width + 4, std::min(metrics.height(), rect.height() - 2));
            plate.moveCenter(rect.center());
            if (cell.fit != Fit::Fits) // stripes would strike the digits out
                painter.fillRect(plate, ground);
            if (isFit)
                paintFitMark(painter,
                    QRectF(plate.left() + 2, rect.center().y() - mark / 2, mark, mark), cell.fit,
                    ink);
            painter.setPen(ink);
            painter.drawText(plate.adjusted(0, 0, -2, 0), Qt::AlignRight | Qt::AlignVCenter, text);
        }
    }
}

void paintLines(QPainter &painter, const std::vector<BoundaryLine> &lines,
    const SweepLayout &layout, const QPen &pen)
{
    painter.setPen(pen);
    for (const BoundaryLine &line : lines)
        painter.drawLine(
            layout.point(QPointF(static_cast<double>(line.x1), static_cast<double>(line.y1))),
            layout.point(QPointF(static_cast<double>(line.x2), static_cast<double>(line.y2))));
}

/// Strong between what fits and the rest, with a rim that keeps it apart from any fill; dashed
/// where certainty begins that it does not fit.
void paintBoundary(
    QPainter &painter, const SweepMap &map, const ChartTheme &theme, const SweepLayout &layout)
{
    const auto columns = static_cast<std::size_t>(map.columns());
    const std::vector<BoundaryLine> safe = boundaryOf(sidesOf(map, Fit::Fits), columns);
    const std::vector<BoundaryLine> last = boundaryOf(sidesOf(map, Fit::AtRisk), columns);
    const auto pen = [](const QColor &colour, double width, Qt::PenStyle style = Qt::SolidLine) {
        return QPen(colour, width, style, Qt::SquareCap);
    };
    paintLines(painter, last, layout, pen(theme.background, 3.5));
    paintLines(painter, last, layout, QPen(theme.text, 1.5, Qt::DashLine, Qt::FlatCap));
    paintLines(painter, safe, layout, pen(theme.background, 5.5));
    paintLines(painter, safe, layout, pen(theme.text, 3));
}

void paintColourScale(
    QPainter &painter, const SweepMap &map, const ChartTheme &theme, const SweepLayout &layout)
{
    if (layout.scale.isEmpty())
        return;
    const ValueRange range = valueRange(map);
    if (!(range.to > range.from))
        return;
    constexpr int steps = 64;
    const double height = layout.scale.height() / steps;
    for (int i = 0; i < steps; ++i)
        painter.fillRect(QRectF(layout.scale.left(), layout.scale.bottom() - (i + 1) * height,
                             layout.scale.width(), height + 0.5),
            sweepColour((i + 0.5) / steps));
    const QFontMetricsF metrics(theme.font, painter.device());
    painter.setFont(theme.font);
    painter.setPen(theme.faintText);
    for (const double share : {0.0, 0.5, 1.0}) {
        const double value = range.isLogarithmic
            ? range.from * std::pow(range.to / range.from, share)
            : range.from + share * (range.to - range.from);
        const double y = layout.scale.bottom() - share * layout.scale.height();
        painter.drawText(QRectF(layout.scale.right() + 5,
                             std::clamp(y - metrics.height() / 2, layout.scale.top(),
                                 layout.scale.bottom() - metrics.height()),
                             200, metrics.height()),
            Qt::AlignLeft | Qt::AlignVCenter, formatSignificant(value));
    }
}

/// Beside the number of its cell, where there is room for both.
QPointF presentPlace(const QPointF &cells, const SweepLayout &layout)
{
    constexpr double roomy = 70;
    const QPointF place = layout.point(cells);
    if (layout.cellWidth() < roomy)
        return place;
    return {layout.point(QPointF(std::floor(cells.x()), 0)).x() + 12, place.y()};
}

/// Every label where there is room, else every second one, every third, ...
int labelStep(double cell, double label)
{
    return std::max(1, static_cast<int>(std::ceil(label / std::max(cell, 0.01))));
}

void paintColumnLabels(
    QPainter &painter, const SweepMap &map, const ChartTheme &theme, const SweepLayout &layout)
{
    const QFontMetricsF metrics(theme.font, painter.device());
    double widest = 0;
    for (const QString &label : map.x.labels)
        widest = std::max(widest, metrics.horizontalAdvance(label));
    const double room = std::min(widest + 12, 160.0);
    const int step = labelStep(layout.cellWidth(), room);
    const double top = layout.plot.bottom() + 4;
    painter.setPen(theme.faintText);
    for (int column = 0; column < map.columns(); column += step) {
        const double middle = layout.point(QPointF(column + 0.5, 0)).x();
        const QRectF place(middle - step * layout.cellWidth() / 2, top, step * layout.cellWidth(),
            metrics.height());
        painter.drawText(place, Qt::AlignCenter,
            metrics.elidedText(
                map.x.labels[column], Qt::ElideMiddle, std::max(place.width(), room)));
    }
    painter.setPen(theme.text);
    painter.drawText(
        QRectF(layout.plot.left(), top + metrics.height(), layout.plot.width(), metrics.height()),
        Qt::AlignCenter, map.x.title);
}

void paintRowLabels(
    QPainter &painter, const SweepMap &map, const ChartTheme &theme, const SweepLayout &layout)
{
    const QFontMetricsF metrics(theme.font, painter.device());
    painter.setPen(theme.faintText);
    const int step = labelStep(layout.cellHeight(), metrics.height());
    const double width = layout.plot.left();
    for (int row = 0; row < map.rows() && !map.isCurve(); row += step) {
        const double middle = layout.point(QPointF(0, row + 0.5)).y();
        painter.drawText(QRectF(0, middle - metrics.height() / 2, width - 6, metrics.height()),
            Qt::AlignRight | Qt::AlignVCenter,
            metrics.elidedText(map.y.labels[row], Qt::ElideMiddle, width - 6));
    }
    painter.setPen(theme.text);
    const QString title = map.isCurve() ? map.valueTitle : map.y.title;
    const QRectF above(layout.plot.left(), layout.plot.top() - metrics.height() - 6,
        layout.plot.width(), metrics.height());
    painter.drawText(above, Qt::AlignLeft | Qt::AlignVCenter, title);
    if (!map.isCurve())
        painter.drawText(
            above.adjusted(0, 0, std::max(0.0, layout.scale.right() - layout.plot.right()), 0),
            Qt::AlignRight | Qt::AlignVCenter, map.valueTitle);
}

} // namespace

std::vector<Side> sidesOf(const SweepMap &map, Fit worst)
{
    std::vector<Side> sides;
    sides.reserve(map.cells.size());
    for (const SweepCell &cell : map.cells)
        sides.push_back(!cell.isKnown() ? Side::Unknown
                : cell.fit <= worst     ? Side::Inside
                                        : Side::Outside);
    return sides;
}

void eachRun(const SweepMap &map, const SweepLayout &layout, int row,
    const std::function<void(const QRectF &, const SweepCell &)> &paint)
{
    int begin = 0;
    for (int column = 1; column <= map.columns(); ++column) {
        const SweepCell &first = map.at(begin, row);
        if (column < map.columns() && map.at(column, row).fit == first.fit
            && map.at(column, row).state == first.state)
            continue;
        if (first.isKnown())
            paint(layout.cellRect(begin, row).united(layout.cellRect(column - 1, row)), first);
        begin = column;
    }
}

QColor sweepColour(Fit fit, const ChartTheme &theme)
{
    switch (fit) {
    case Fit::Fits:
        return theme.isDark ? QColor(0x1f4f48) : QColor(0xd3ece3);
    case Fit::AtRisk:
        return theme.isDark ? QColor(0x8a6a1a) : QColor(0xf2cf73);
    case Fit::DoesNotFit:
        return theme.isDark ? QColor(0x93463b) : QColor(0xcf7663);
    }
    return theme.background;
}

QColor sweepColour(double share)
{
    constexpr std::array<QRgb, 9> stops{
        0x00224e, 0x123570, 0x3b496c, 0x575d6d, 0x707173, 0x8a8678, 0xa59c74, 0xc3b369, 0xfee838};
    const double place = std::clamp(share, 0.0, 1.0) * (stops.size() - 1);
    const auto below = std::min(static_cast<std::size_t>(place), stops.size() - 2);
    const double part = place - static_cast<double>(below);
    const auto mixed = [&](int (*channel)(QRgb)) {
        return qRound((1 - part) * channel(stops[below]) + part * channel(stops[below + 1]));
    };
    return {mixed(qRed), mixed(qGreen), mixed(qBlue)};
}

void paintStripes(QPainter &painter, const QRectF &rect, Fit fit, const ChartTheme &theme)
{
    if (fit == Fit::Fits)
        return;
    QColor ink = theme.isDark ? QColor(Qt::white) : QColor(Qt::black);
    ink.setAlpha(70);
    painter.fillRect(
        rect, QBrush(ink, fit == Fit::AtRisk ? Qt::BDiagPattern : Qt::DiagCrossPattern));
}

void paintPresent(QPainter &painter, const QPointF &place, const ChartTheme &theme)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.background, 2));
    painter.setBrush(theme.focus);
    painter.drawEllipse(place, 7, 7);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.background);
    painter.drawEllipse(place, 2.5, 2.5);
    painter.restore();
}

void paintSweep(QPainter &painter, const SweepMap &map, const ChartTheme &theme, const QRectF &area)
{
    if (map.cells.empty())
        return;
    painter.save();
    painter.translate(area.topLeft());
    const QRectF inner(QPointF(), area.size());
    const SweepLayout layout = sweepLayout(map, theme, inner);
    painter.setFont(theme.font);
    if (map.isCurve()) {
        paintSweepCurve(painter, map, theme, layout);
    } else {
        paintCells(painter, map, theme, layout);
        paintFits(painter, map, theme, layout);
        paintNet(painter, theme, layout);
        paintNumbers(painter, map, theme, layout);
        paintBoundary(painter, map, theme, layout);
        paintColourScale(painter, map, theme, layout);
        if (map.present)
            paintPresent(painter, presentPlace(*map.present, layout), theme);
    }
    painter.setFont(theme.font);
    paintColumnLabels(painter, map, theme, layout);
    paintRowLabels(painter, map, theme, layout);
    paintSweepLegend(painter, map, theme, layout);
    painter.restore();
}

} // namespace shardscope
