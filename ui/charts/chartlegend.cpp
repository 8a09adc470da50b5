// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartannotations.h"

#include <qcustomplot.h>

#include <algorithm>

namespace shardscope {

namespace {

/// QCPLegend neither breaks its rows by itself nor knows our fills.
class Legend : public QCPLayoutElement
{
public:
    Legend(QCustomPlot &plot, const ChartContent &content)
        : QCPLayoutElement(&plot)
        , m_content(content)
    { }

    QSize minimumOuterSizeHint() const override
    {
        const int width = mParentPlot->viewport().width();
        const std::vector<QRectF> places = placeEntries(width);
        double bottom = 0;
        for (const QRectF &place : places)
            bottom = std::max(bottom, place.isEmpty() ? 0 : place.bottom() + 8);
        return {0, qCeil(bottom)};
    }
    QSize maximumOuterSizeHint() const override
    {
        return {QWIDGETSIZE_MAX, minimumOuterSizeHint().height()};
    }

protected:
    void draw(QCPPainter *painter) override
    {
        const std::vector<QRectF> places = placeEntries(outerRect().width());
        painter->setFont(m_content.theme.font);
        for (std::size_t i = 0; i < places.size(); ++i)
            if (!places[i].isEmpty())
                drawEntry(*painter, places[i].translated(outerRect().topLeft()), i);
    }

private:
    double lineHeight() const { return QFontMetricsF(m_content.theme.font).height(); }

    std::vector<QRectF> placeEntries(double width) const
    {
        const QFontMetricsF metrics(m_content.theme.font);
        const double height = lineHeight();
        std::vector<QRectF> places;
        double x = 8;
        double y = 6;
        for (const ChartSeries &series : m_content.data.series) {
            if (series.isLane()) { // says so itself
                places.emplace_back();
                continue;
            }
            const double entry = 1.9 * height + metrics.horizontalAdvance(series.label);
            if (x > 8 && x + entry > width) {
                x = 8;
                y += 1.35 * height;
            }
            places.emplace_back(x, y, entry, height);
            x += entry + 1.2 * height;
        }
        return places;
    }

    void drawEntry(QCPPainter &painter, const QRectF &place, std::size_t index) const
    {
        const ChartSeries &series = m_content.data.series[index];
        const double height = lineHeight();
        const QRectF swatch(place.left(), place.top() + 0.15 * height, 1.3 * height, 0.7 * height);
        painter.setAntialiasing(false);
        paintSegment(painter, QRectF(swatch.toRect()), chartFill(series.style), m_content.theme);
        if (series.isWaited)
            paintWait(painter, QRectF(swatch.toRect()), m_content.theme);
        painter.setPen(m_content.theme.text);
        painter.drawText(
            place.adjusted(1.7 * height, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, series.label);
    }

    const ChartContent &m_content;
};

} // namespace

QCPLayoutElement *makeLegend(QCustomPlot &plot, const ChartContent &content)
{
    return new Legend(plot, content);
}

} // namespace shardscope
