// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workshop/barmorph.h"

#include "ui/charts/chartview.h"

#include <QApplication>
#include <QEasingCurve>
#include <QStyle>

#include <algorithm>

namespace shardscope {

namespace {

constexpr int Milliseconds = 250;

double mix(double from, double to, double share)
{
    return from + (to - from) * share;
}

int categoryIndex(const ChartData &data, const QString &id)
{
    const auto found = std::find_if(data.categories.begin(), data.categories.end(),
        [&id](const ChartCategory &category) { return category.id == id; });
    return found == data.categories.end() ? -1 : static_cast<int>(found - data.categories.begin());
}

double valueOf(const ChartData &data, const QString &series, const QString &category)
{
    const int row = seriesIndex(data, series);
    const int column = categoryIndex(data, category);
    if (row < 0 || column < 0)
        return 0;
    return data.series[static_cast<std::size_t>(row)].values[static_cast<std::size_t>(column)];
}

/// The chosen bar keeps its identity where its name does not: one strategy becomes another.
QString counterpart(const ChartData &from, const ChartCategory &category)
{
    if (categoryIndex(from, category.id) >= 0 || !category.isChosen)
        return category.id;
    const int chosen = chosenCategory(from);
    return chosen < 0 ? category.id : from.categories[static_cast<std::size_t>(chosen)].id;
}

/// Parts that only the first chart has, at the top of the stack.
std::vector<ChartSeries> goneSeries(const ChartData &from, const ChartData &to)
{
    std::vector<ChartSeries> gone;
    for (const ChartSeries &series : from.series) {
        if (seriesIndex(to, series.id) >= 0)
            continue;
        gone.push_back({.id = series.id, .label = series.label, .style = series.style});
        gone.back().values.assign(to.categories.size(), 0);
        gone.back().details.assign(to.categories.size(), {});
    }
    return gone;
}

} // namespace

bool canMorph(const ChartData &from, const ChartData &to)
{
    return !from.categories.empty() && !to.categories.empty() && !isTimeline(from)
        && !isTimeline(to) && from.axis == to.axis && from.unit == to.unit;
}

ChartData between(const ChartData &from, const ChartData &to, double share)
{
    if (share >= 1 || !canMorph(from, to))
        return to;
    ChartData shown = to;
    for (ChartSeries &series : goneSeries(from, to))
        shown.series.push_back(std::move(series));
    for (std::size_t i = 0; i < shown.categories.size(); ++i) {
        const QString before = counterpart(from, shown.categories[i]);
        for (ChartSeries &series : shown.series)
            series.values[i] = mix(valueOf(from, series.id, before), series.values[i], share);
        // A whisker stands still at the end of the way alone.
        shown.categories[i].low = 0;
        shown.categories[i].high = 0;
    }
    return shown;
}

bool isMotionWelcome()
{
    return QApplication::style()->styleHint(QStyle::SH_Widget_Animation_Duration) > 0;
}

BarMorph::BarMorph(ChartView &chart)
    : QObject(&chart)
    , m_chart(chart)
{
    m_animation.setStartValue(0.0);
    m_animation.setEndValue(1.0);
    m_animation.setDuration(Milliseconds);
    m_animation.setEasingCurve(QEasingCurve::OutCubic);
    connect(&m_animation, &QVariantAnimation::valueChanged, this, [this](const QVariant &share) {
        m_chart.setData(between(m_from, m_to, share.toDouble()));
    });
}

void BarMorph::show(const ChartData &data)
{
    if (data == m_to)
        return;
    m_from = m_chart.data();
    m_to = data;
    m_animation.stop();
    if (m_chart.isVisible() && isMotionWelcome() && canMorph(m_from, m_to))
        m_animation.start();
    else
        m_chart.setData(m_to);
}

void BarMorph::finish()
{
    m_animation.stop();
    m_chart.setData(m_to);
}

} // namespace shardscope
