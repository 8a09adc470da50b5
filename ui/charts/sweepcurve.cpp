// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/sweeppainter.h"
#include "ui/text/format.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace shardscope {

namespace {

class SweepLegend
{
    Q_DECLARE_TR_FUNCTIONS(shardscope::SweepLegend)
};

/// The values of a curve over its columns.
class Curve
{
public:
    Curve(const SweepMap &map, const SweepLayout &layout)
        : m_map(map)
        , m_layout(layout)
        , m_range(valueRange(map))
    { }

    double y(double value) const
    {
        const double share = m_range.shareOf(value / m_map.unit.size);
        return m_layout.plot.bottom() - share * m_layout.plot.height();
    }
    double x(int column) const { return m_layout.point(QPointF(column + 0.5, 0)).x(); }
    const ValueRange &range() const { return m_range; }

    /// Unbroken stretches of known points: a line leads over no gap.
    QList<QPolygonF> lines(float SweepCell::*member) const
    {
        QList<QPolygonF> all{QPolygonF()};
        for (int column = 0; column < m_map.columns(); ++column) {
            const SweepCell &cell = m_map.at(column, 0);
            if (!cell.isKnown()) {
                if (!all.last().isEmpty())
                    all += QPolygonF();
                continue;
            }
            all.last() << QPointF(x(column), y(cell.*member));
        }
        return all;
    }

private:
    const SweepMap &m_map;
    const SweepLayout &m_layout;
    ValueRange m_range;
};

bool isMemory(const SweepMap &map)
{
    return map.metric == Metric::Fit || map.metric == Metric::Peak;
}

/// Behind the curve, what its points come to.
void paintGround(
    QPainter &painter, const SweepMap &map, const ChartTheme &theme, const SweepLayout &layout)
{
    eachRun(map, layout, 0, [&](const QRectF &run, const SweepCell &cell) {
        QColor tint = sweepColour(cell.fit, theme);
        tint.setAlpha(cell.fit == Fit::Fits ? 130 : 95);
        painter.fillRect(run, tint);
        paintStripes(painter, run, cell.fit, theme);
    });
}

void paintTicks(QPainter &painter, const ChartTheme &theme, const SweepLayout &layout,
    const Curve &curve, const SweepMap &map)
{
    const QFontMetricsF metrics(theme.font, painter.device());
    const ValueRange &range = curve.range();
    const int most = std::max(2, static_cast<int>(layout.plot.height() / (4 * metrics.height())));
    for (const double tick : roundTicks(range.from, range.to, most)) {
        const double y = curve.y(tick * map.unit.size);
        QColor grid = theme.faintText;
        grid.setAlpha(60);
        painter.setPen(QPen(grid, 1));
        painter.drawLine(QLineF(layout.plot.left(), y, layout.plot.right(), y));
        painter.setPen(theme.faintText);
        painter.drawText(
            QRectF(0, y - metrics.height() / 2, layout.plot.left() - 6, metrics.height()),
            Qt::AlignRight | Qt::AlignVCenter, formatAxis(tick, range.to));
    }
}

/// From the least to the most that it may be: a band along a curve, a whisker on each bar.
void paintBand(QPainter &painter, const Curve &curve, const ChartTheme &theme, const SweepMap &map)
{
    if (map.x.isNamed) {
        constexpr double cap = 6;
        painter.setPen(QPen(theme.text, 1.5));
        for (int column = 0; column < map.columns(); ++column) {
            const SweepCell &cell = map.at(column, 0);
            if (!cell.isKnown() || cell.high <= cell.low)
                continue;
            const double x = curve.x(column);
            painter.drawLine(QLineF(x, curve.y(cell.low), x, curve.y(cell.high)));
            for (const float end : {cell.low, cell.high})
                painter.drawLine(QLineF(x - cap, curve.y(end), x + cap, curve.y(end)));
        }
        return;
    }
    const QList<QPolygonF> lows = curve.lines(&SweepCell::low);
    const QList<QPolygonF> highs = curve.lines(&SweepCell::high);
    QColor band = theme.focus;
    band.setAlpha(60);
    painter.setPen(Qt::NoPen);
    painter.setBrush(band);
    for (qsizetype i = 0; i < lows.size(); ++i) {
        QPolygonF area = highs[i];
        std::copy(lows[i].rbegin(), lows[i].rend(), std::back_inserter(area));
        painter.drawPolygon(area);
    }
    painter.setBrush(Qt::NoBrush);
}

/// The curve with its marks, which no label may cover.
QPainterPath wayOf(const Curve &curve)
{
    QPainterPath path;
    for (const QPolygonF &line : curve.lines(&SweepCell::value))
        path.addPolygon(line);
    QPainterPathStroker stroker;
    constexpr double marks = 18;
    stroker.setWidth(marks);
    return stroker.createStroke(path);
}

/// Where the label of a line may stand: above or below it, rather on the side where the curve is
/// low.
std::vector<QRectF> platesAt(
    double y, const QSizeF &size, const SweepMap &map, const SweepLayout &layout)
{
    const bool isRising = map.cells.front().value < map.cells.back().value;
    const double left = layout.plot.left() + 6;
    const double right = layout.plot.right() - size.width() - 6;
    std::vector<QRectF> places;
    for (const double x : {isRising ? left : right, isRising ? right : left}) {
        for (const double top : {y - size.height() - 1, y + 1}) {
            const QRectF plate(QPointF(x, top), size);
            if (layout.plot.contains(plate))
                places.push_back(plate);
        }
    }
    return places;
}

/// What the GPU holds; of other GPUs the lines that come into view.
void paintLimits(QPainter &painter, const SweepMap &map, const ChartTheme &theme,
    const SweepLayout &layout, const Curve &curve)
{
    const QFontMetricsF metrics(theme.font, painter.device());
    std::vector<QRectF> plates;
    const QPainterPath taken = wayOf(curve);
    const auto isFree = [&](const QRectF &plate) {
        return !taken.intersects(plate)
            && std::none_of(plates.begin(), plates.end(),
                [&](const QRectF &other) { return other.intersects(plate); });
    };
    const auto label = [&](double y, const QString &text, bool isChosen) {
        const QSizeF size(metrics.horizontalAdvance(text) + 6, metrics.height());
        const std::vector<QRectF> places = platesAt(y, size, map, layout);
        auto place = std::find_if(places.begin(), places.end(), isFree);
        if (place == places.end() && isChosen) // it is what all is measured by
            place = places.begin();
        if (place == places.end())
            return;
        const QRectF plate = *place;
        plates.push_back(plate);
        QColor ground = theme.background;
        ground.setAlpha(150);
        painter.fillRect(plate, ground);
        painter.setPen(isChosen ? theme.text : theme.faintText);
        painter.drawText(plate, Qt::AlignCenter, text);
    };
    for (const ChartLine &line : map.lines) {
        if (line.value / map.unit.size > curve.range().to)
            continue;
        const double y = curve.y(line.value);
        if (!line.isChosen) {
            painter.setPen(QPen(theme.axis, 1, Qt::DotLine));
            painter.drawLine(QLineF(layout.plot.left(), y, layout.plot.right(), y));
        }
        label(y, line.label, line.isChosen);
    }
    painter.setPen(QPen(theme.text, 2.5, Qt::DashLine, Qt::FlatCap));
    for (const QPolygonF &line : curve.lines(&SweepCell::capacity)) {
        if (line.isEmpty())
            continue;
        // To the edges of the outer cells, too: the limit does not end with the points.
        QPolygonF whole = line;
        whole.prepend(QPointF(line.first().x() - layout.cellWidth() / 2, line.first().y()));
        whole.append(QPointF(line.last().x() + layout.cellWidth() / 2, line.last().y()));
        painter.drawPolyline(whole);
    }
}

void paintBars(QPainter &painter, const SweepMap &map, const ChartTheme &theme,
    const SweepLayout &layout, const Curve &curve)
{
    const double half = std::min(layout.cellWidth() * 0.3, 40.0);
    QColor fill = theme.focus;
    fill.setAlpha(150);
    for (int column = 0; column < map.columns(); ++column) {
        const SweepCell &cell = map.at(column, 0);
        if (cell.isKnown())
            painter.fillRect(QRectF(QPointF(curve.x(column) - half, curve.y(cell.value)),
                                 QPointF(curve.x(column) + half, layout.plot.bottom())),
                fill);
    }
}

void paintPoints(QPainter &painter, const SweepMap &map, const ChartTheme &theme,
    const SweepLayout &layout, const Curve &curve)
{
    constexpr double leastDistance = 14;
    if (!map.x.isNamed) {
        painter.setPen(QPen(theme.focus, 2.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        for (const QPolygonF &line : curve.lines(&SweepCell::value))
            painter.drawPolyline(line);
    }
    if (layout.cellWidth() < leastDistance)
        return;
    for (int column = 0; column < map.columns(); ++column) {
        const SweepCell &cell = map.at(column, 0);
        if (!cell.isKnown())
            continue;
        const QPointF place(curve.x(column), curve.y(cell.value));
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.background);
        painter.drawEllipse(place, 8, 8);
        painter.setBrush(Qt::NoBrush);
        paintFitMark(painter, QRectF(place.x() - 5, place.y() - 5, 10, 10), cell.fit,
            theme.fitColour(cell.fit));
    }
}

/// Upright lines where it stops to fit.
void paintCrossings(
    QPainter &painter, const SweepMap &map, const ChartTheme &theme, const SweepLayout &layout)
{
    for (const std::size_t crossing : crossingsOf(sidesOf(map, Fit::Fits))) {
        const double x = layout.point(QPointF(static_cast<double>(crossing) + 1, 0)).x();
        for (const QPen &pen : {QPen(theme.background, 5.5), QPen(theme.text, 3)}) {
            painter.setPen(pen);
            painter.drawLine(QLineF(x, layout.plot.top(), x, layout.plot.bottom()));
        }
    }
}

/// The row of a legend: each entry takes its room, and the next one goes on behind it.
class LegendRow
{
public:
    LegendRow(QPainter &painter, const QRectF &row, const ChartTheme &theme)
        : m_painter(painter)
        , m_row(row)
        , m_theme(theme)
        , m_metrics(theme.font, painter.device())
        , m_at(row.left())
    { }

    QRectF sign() const { return {m_at, m_row.center().y() - 6, 18, 12}; }
    void add(const QString &text)
    {
        m_painter.setPen(m_theme.text);
        const double width = m_metrics.horizontalAdvance(text);
        m_painter.drawText(QRectF(m_at + 23, m_row.top(), width + 2, m_row.height()),
            Qt::AlignLeft | Qt::AlignVCenter, text);
        m_at += 23 + width + 18;
    }

private:
    QPainter &m_painter;
    QRectF m_row;
    const ChartTheme &m_theme;
    QFontMetricsF m_metrics;
    double m_at;
};

/// Below the point, which has a mark of its own; a line says that it stands for no value down
/// there.
void paintPresentBelow(
    QPainter &painter, double x, double y, const ChartTheme &theme, const SweepLayout &layout)
{
    const QPointF place(x, layout.plot.bottom() - 12);
    painter.setPen(QPen(theme.focus, 1.5, Qt::DotLine));
    painter.drawLine(place, QPointF(x, std::min(y, place.y())));
    paintPresent(painter, place, theme);
}

} // namespace

void paintSweepLegend(
    QPainter &painter, const SweepMap &map, const ChartTheme &theme, const SweepLayout &layout)
{
    LegendRow row(painter, layout.legend, theme);
    const QStringList names{
        SweepLegend::tr("fits"), SweepLegend::tr("at risk"), SweepLegend::tr("does not fit")};
    for (const Fit fit : {Fit::Fits, Fit::AtRisk, Fit::DoesNotFit}) {
        const bool isColoured = map.metric == Metric::Fit || map.isCurve();
        if (!isColoured && fit == Fit::Fits)
            continue;
        const QRectF sign = row.sign();
        painter.fillRect(sign, isColoured ? sweepColour(fit, theme) : theme.grid);
        paintStripes(painter, sign, fit, theme);
        row.add(names[static_cast<int>(fit)]);
    }
    if (!map.isCurve() || !map.x.isNamed) {
        const QRectF line = row.sign();
        painter.setPen(QPen(theme.text, 3));
        painter.drawLine(QLineF(line.left(), line.center().y(), line.right(), line.center().y()));
        row.add(SweepLegend::tr("where it stops fitting"));
    }
    if (map.present) {
        const QRectF sign = row.sign();
        paintPresent(painter, sign.center(), theme);
        row.add(SweepLegend::tr("the current configuration"));
    }
}

void paintSweepCurve(
    QPainter &painter, const SweepMap &map, const ChartTheme &theme, const SweepLayout &layout)
{
    const Curve curve(map, layout);
    painter.save();
    paintGround(painter, map, theme, layout);
    painter.setRenderHint(QPainter::Antialiasing);
    paintTicks(painter, theme, layout, curve, map);
    painter.setClipRect(layout.plot.adjusted(-1, -1, 1, 1));
    if (map.x.isNamed)
        paintBars(painter, map, theme, layout, curve);
    if (isMemory(map)) {
        paintBand(painter, curve, theme, map);
        paintLimits(painter, map, theme, layout, curve);
    }
    if (!map.x.isNamed) // choices have nothing between them
        paintCrossings(painter, map, theme, layout);
    paintPoints(painter, map, theme, layout, curve);
    if (map.present) {
        const int column = std::clamp(static_cast<int>(map.present->x()), 0, map.columns() - 1);
        if (map.at(column, 0).isKnown())
            paintPresentBelow(painter, layout.point(*map.present).x(),
                curve.y(map.at(column, 0).value), theme, layout);
    }
    painter.restore();
}

} // namespace shardscope
