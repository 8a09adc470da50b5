// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartscene.h"

#include "ui/charts/chartannotations.h"
#include "ui/charts/chartareas.h"
#include "ui/charts/chartbars.h"
#include "ui/charts/chartlanes.h"
#include "ui/charts/chartlayout.h"
#include "ui/charts/chartoutlines.h"
#include "ui/charts/chartranges.h"
#include "ui/text/format.h"

#include <qcustomplot.h>

#include <algorithm>
#include <numeric>

namespace shardscope {

/// Axis numbers by the same formatter as everything else.
class QuantityTicker : public QCPAxisTicker
{
public:
    double largest = 1;

protected:
    QString getTickLabel(double tick, const QLocale &, QChar, int) override
    {
        return formatAxis(tick, largest);
    }
};

/// One series. Fills are painted without antialiasing, hatches over the solid colour, numbers where
/// they fit.
class StackedBars : public QCPBars
{
public:
    StackedBars(QCPAxis *keys, QCPAxis *values, const ChartContent &content, std::size_t series)
        : QCPBars(keys, values)
        , m_content(content)
        , m_series(series)
    { }

    QRectF segmentRect(std::size_t category) const
    {
        return barSegmentRect(*mKeyAxis->axisRect(), m_content, category, m_series);
    }

protected:
    void draw(QCPPainter *painter) override
    {
        painter->setClipRect(clipRect());
        painter->setAntialiasing(false);
        painter->setFont(m_content.theme.font);
        for (std::size_t category = 0; category < series().values.size(); ++category) {
            const QRectF segment = segmentRect(category);
            const QRectF rect = aligned(segment);
            if (rect.height() < 1) {
                paintSliver(*painter, segment);
                continue;
            }
            paintSegment(*painter, rect, chartFill(series().style), m_content.theme);
            if (series().isWaited)
                paintWait(*painter, rect, m_content.theme);
            if (m_content.data.categories[category].isDoubtful)
                paintDoubt(*painter, rect, m_content.theme);
            drawNumber(*painter, category);
        }
    }

private:
    const ChartSeries &series() const { return m_content.data.series[m_series]; }

    /// Thinner than a pixel: together such segments are seen, and none covers its neighbour.
    void paintSliver(QCPPainter &painter, const QRectF &segment) const
    {
        painter.setAntialiasing(true);
        painter.fillRect(segment, chartFill(series().style).colour);
        painter.setAntialiasing(false);
    }

    static QRectF aligned(const QRectF &rect) { return QRectF(rect.toRect()); }

    void drawNumber(QCPPainter &painter, std::size_t category) const
    {
        const QRectF rect = numberRect(*mKeyAxis->axisRect(), m_content, category, m_series);
        if (rect.isEmpty())
            return;
        const QString text = segmentNumber(m_content.data, category, m_series);
        const QFontMetricsF metrics(m_content.theme.font, painter.device());
        const ChartFill &fill = chartFill(series().style);
        const bool isStriped = isHatched(fill, m_content.theme) || series().isWaited;
        if (isStriped || m_content.data.categories[category].isDoubtful) {
            QRectF plate(0, 0, metrics.horizontalAdvance(text) + 8, metrics.height());
            plate.moveCenter(rect.center());
            painter.fillRect(plate, fill.colour);
        }
        painter.setPen(textOn(fill.colour));
        painter.drawText(rect, Qt::AlignCenter, text);
    }

    const ChartContent &m_content;
    std::size_t m_series;
};

struct ChartScene::Private
{
    QCustomPlot &plot;
    ChartContent content{};
    std::vector<StackedBars *> bars{}; // owned by the plot
    QSharedPointer<QuantityTicker> ticker{new QuantityTicker};

    void findRoom();
    void applyTheme();
    void applyAxes();
    double slotsIn(double width) const;
    void fitAxisLabel();
    void applyBars();
};

ChartScene::ChartScene(QCustomPlot &plot)
    : d(new Private{plot})
{
    plot.setNoAntialiasingOnDrag(false);
    plot.axisRect()->setAutoMargins(QCP::msLeft);
    plot.xAxis->setTicks(false);
    plot.xAxis->setTickLabels(false);
    plot.xAxis->grid()->setVisible(false);
    plot.yAxis->setTicker(d->ticker);
    plot.yAxis->setSubTicks(false);
    plot.yAxis->setTickPen(Qt::NoPen);
    plot.yAxis->grid()->setZeroLinePen(Qt::NoPen); // strays along x = 0 otherwise
    plot.plotLayout()->setRowSpacing(0);
    plot.plotLayout()->addElement(1, 0, makeLegend(plot, d->content));
    plot.plotLayout()->setRowStretchFactor(1, 0.001);
    addAnnotations(*plot.axisRect(), d->content);
    QObject::connect(
        &plot, &QCustomPlot::afterLayout, &plot, [scene = d.get()] { scene->fitAxisLabel(); });
}

ChartScene::~ChartScene() = default;

void ChartScene::show(const ChartContent &content)
{
    d->content = content;
    d->findRoom();
    d->applyTheme();
    d->applyAxes();
    d->applyBars();
}

const ChartContent &ChartScene::shown() const
{
    return d->content;
}

void ChartScene::Private::findRoom()
{
    constexpr double leastLines = 5; // of text, for the axis and what stands on top of it
    const AnnotationRoom room = annotationRoom(content, plot.viewport().width());
    const double line = QFontMetricsF(content.theme.font).height();
    content.numberWidth = widestNumber(content);
    content.isLow = plot.viewport().height() - room.footer < leastLines * line;
}

void ChartScene::Private::applyTheme()
{
    const ChartTheme &theme = content.theme;
    plot.setBackground(QBrush(theme.background));
    plot.xAxis->setBasePen(QPen(theme.axis, 1));
    plot.yAxis->setBasePen(Qt::NoPen);
    plot.yAxis->setTickLabelColor(theme.faintText);
    plot.yAxis->setLabelColor(theme.faintText);
    plot.yAxis->setTickLabelFont(theme.font);
    plot.yAxis->setLabelFont(theme.font);
    plot.yAxis->grid()->setPen(QPen(theme.grid, 1));
}

void ChartScene::Private::applyAxes()
{
    const ChartData &data = content.data;
    const double largest = axisMaximum(data) / axisUnit(data).size;
    const double middle = (static_cast<double>(data.categories.size()) - 1) / 2;
    ticker->largest = largest;
    plot.yAxis->setLabel(data.axisLabel);
    plot.yAxis->setRange(0, largest);
    const AnnotationRoom room = annotationRoom(content, plot.viewport().width());
    const int line = QFontMetrics(content.theme.font).height();
    const double half = slotsIn(plot.viewport().width() - room.gutter) / 2;
    plot.xAxis->setRange(middle - half, middle + half);
    // Above a timeline stand the words at its peak.
    const int head = isTimeline(data) ? line + line / 2 : line;
    plot.axisRect()->setMargins({0, head, room.gutter, room.footer});
    const int height = plot.viewport().height() - head - room.footer;
    ticker->setTickCount(std::clamp(height / (2 * line), 2, 5));
}

/// Fewer than it would like where the names below the bars would have no room.
double ChartScene::Private::slotsIn(double width) const
{
    constexpr double namedSlot = 7; // lines of text
    const double named = width / (namedSlot * QFontMetricsF(content.theme.font).height());
    const double wanted = slotCount(content.data);
    return std::max(std::min(wanted, named), static_cast<double>(content.data.categories.size()));
}

/// All of the words where the axis is as long as they are, else the unit alone.
void ChartScene::Private::fitAxisLabel()
{
    // It stands in the middle of the axis, and may reach above it.
    const double room
        = plot.axisRect()->height() + 2 * (plot.axisRect()->top() - plot.viewport().top());
    const QFontMetricsF metrics(content.theme.font);
    const QString &label = content.data.axisLabel;
    const bool isWhole = metrics.horizontalAdvance(label) <= room;
    plot.yAxis->setLabel(isWhole ? label : axisUnit(content.data).symbol);
}

void ChartScene::Private::applyBars()
{
    const ChartData &data = content.data;
    const std::size_t count = isTimeline(data) ? 0 : data.series.size();
    while (bars.size() > count) {
        plot.removePlottable(bars.back());
        bars.pop_back();
    }
    while (bars.size() < count) {
        auto *next = new StackedBars(plot.xAxis, plot.yAxis, content, bars.size());
        next->setPen(Qt::NoPen);
        next->setStackingGap(0);
        if (!bars.empty())
            next->moveAbove(bars.back());
        bars.push_back(next);
    }
    QVector<double> keys(static_cast<qsizetype>(data.categories.size()));
    std::iota(keys.begin(), keys.end(), 0.0);
    for (std::size_t i = 0; i < bars.size(); ++i) {
        QVector<double> values;
        for (const double value : data.series[i].values)
            values.push_back(value / axisUnit(data).size);
        bars[i]->setData(keys, values, true);
    }
}

QRectF ChartScene::segmentRect(std::size_t category, std::size_t series) const
{
    if (d->content.data.series[series].isLane())
        return laneInstantRect(*d->plot.axisRect(), d->content, category, series);
    if (isTimeline(d->content.data))
        return areaRect(*d->plot.axisRect(), d->content, category, series);
    return series < d->bars.size() ? d->bars[series]->segmentRect(category) : QRectF();
}

std::optional<std::size_t> ChartScene::instantAt(const QPointF &position) const
{
    const QRectF axes = plotRect();
    if (!isTimeline(d->content.data) || !axes.contains(position))
        return std::nullopt;
    const std::vector<double> edges = instantEdges(d->content.data);
    const double place = (position.x() - axes.left()) / axes.width();
    const auto next = std::upper_bound(edges.begin() + 1, edges.end() - 1, place);
    return static_cast<std::size_t>(next - edges.begin()) - 1;
}

QRectF ChartScene::rangeRect(std::size_t category) const
{
    return shardscope::rangeRect(*d->plot.axisRect(), d->content, category);
}

QRectF ChartScene::markRect() const
{
    return shardscope::markRect(*d->plot.axisRect(), d->content);
}

QRectF ChartScene::plotRect() const
{
    const QRectF axes = d->plot.axisRect()->rect();
    return axes.adjusted(0, 0, 0, lanesHeight(d->content));
}

QRectF ChartScene::lineLabelRect(std::size_t line) const
{
    return lineLabelRects(*d->plot.axisRect(), d->content)[line];
}

} // namespace shardscope
