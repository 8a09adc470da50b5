// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartannotations.h"
#include "ui/charts/chartoutlines.h"
#include "ui/charts/chartranges.h"

#include <qcustomplot.h>

#include <algorithm>
#include <optional>

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
        const double height = fullHeight();
        return {0, hasRoom(height) ? qCeil(height) : 0};
    }
    QSize maximumOuterSizeHint() const override
    {
        return {QWIDGETSIZE_MAX, minimumOuterSizeHint().height()};
    }

protected:
    void draw(QCPPainter *painter) override
    {
        if (!hasRoom(fullHeight()))
            return;
        const std::vector<Entry> shown = entries();
        const std::vector<QRectF> places = placeEntries(shown, outerRect().width());
        painter->setFont(m_content.theme.font);
        for (std::size_t i = 0; i < places.size(); ++i)
            drawEntry(*painter, places[i].translated(outerRect().topLeft()), shown[i]);
    }

private:
    struct Entry
    {
        QString label;
        std::optional<int> style; ///< nothing: the stripes or the outline alone
        bool isWaited = false;
        bool isOutline = false;
        bool isRange = false;
    };

    /// Lanes say themselves what they are; what is waited for stands for the rest of it, too.
    bool needsEntry(const ChartSeries &series) const
    {
        const std::vector<ChartSeries> &all = m_content.data.series;
        const bool hasSibling
            = std::any_of(all.begin(), all.end(), [&series](const ChartSeries &other) {
                  return other.id == series.id && !other.isWaited;
              });
        return !series.isLane() && !(series.isWaited && hasSibling);
    }

    std::vector<Entry> entries() const
    {
        std::vector<Entry> all;
        for (const ChartSeries &series : m_content.data.series) {
            if (needsEntry(series))
                all.push_back({series.label, series.style, series.isWaited});
        }
        if (!m_content.data.waitLabel.isEmpty())
            all.push_back({m_content.data.waitLabel, std::nullopt, true});
        if (!m_content.data.outlineLabel.isEmpty())
            all.push_back({m_content.data.outlineLabel, std::nullopt, false, true});
        if (!m_content.data.rangeLabel.isEmpty())
            all.push_back({m_content.data.rangeLabel, std::nullopt, false, false, true});
        return all;
    }

    double fullHeight() const
    {
        const std::vector<QRectF> places = placeEntries(entries(), mParentPlot->viewport().width());
        return places.empty() ? 0 : places.back().bottom() + 8;
    }

    /// In a low window the bars come first: pointing at them names them, too.
    bool hasRoom(double height) const
    {
        constexpr double leastLines = 6; // of text, for the axis and what stands on top of it
        const QRect plot = mParentPlot->viewport();
        const int footer = annotationRoom(m_content, plot.width()).footer;
        return plot.height() - footer - height >= leastLines * lineHeight();
    }

    double lineHeight() const { return QFontMetricsF(m_content.theme.font).height(); }

    std::vector<QRectF> placeEntries(const std::vector<Entry> &shown, double width) const
    {
        const QFontMetricsF metrics(m_content.theme.font);
        const double height = lineHeight();
        std::vector<QRectF> places;
        double x = 8;
        double y = 6;
        for (const Entry &one : shown) {
            const double entry = 1.9 * height + metrics.horizontalAdvance(one.label);
            if (x > 8 && x + entry > width) {
                x = 8;
                y += 1.35 * height;
            }
            places.emplace_back(x, y, entry, height);
            x += entry + 1.2 * height;
        }
        return places;
    }

    void drawEntry(QCPPainter &painter, const QRectF &place, const Entry &entry) const
    {
        const double height = lineHeight();
        const QRectF shape(place.left(), place.top() + 0.15 * height, 1.3 * height, 0.7 * height);
        const QRectF swatch(shape.toRect());
        painter.setAntialiasing(false);
        if (entry.style)
            paintSegment(painter, swatch, chartFill(*entry.style), m_content.theme);
        else if (entry.isOutline)
            paintOutline(painter, swatch, m_content.theme);
        else if (entry.isRange)
            paintRange(
                painter, swatch.adjusted(0.3 * height, -1, -0.3 * height, 1), m_content.theme);
        else
            painter.fillRect(swatch, m_content.theme.grid);
        if (entry.isWaited)
            paintWait(painter, swatch, m_content.theme);
        painter.setPen(m_content.theme.text);
        painter.drawText(
            place.adjusted(1.7 * height, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, entry.label);
    }

    const ChartContent &m_content;
};

} // namespace

QCPLayoutElement *makeLegend(QCustomPlot &plot, const ChartContent &content)
{
    return new Legend(plot, content);
}

} // namespace shardscope
