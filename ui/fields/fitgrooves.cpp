// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/fitgrooves.h"

#include "ui/fields/fitturn.h"
#include "ui/fields/scaleslider.h"
#include "ui/session.h"

#include <QElapsedTimer>
#include <QTimer>

#include <algorithm>
#include <numeric>

namespace shardscope {

namespace {

constexpr std::size_t mostSamples = 24;

std::size_t indexOf(const std::vector<double> &values, double value)
{
    const auto found = std::lower_bound(values.begin(), values.end(), value);
    return static_cast<std::size_t>(std::min(found, values.end() - 1) - values.begin());
}

} // namespace

ValueGrid gridOf(const Scale &scale)
{
    ValueGrid grid{.values = scale.grid()};
    if (grid.values.size() <= mostSamples) {
        grid.samples.resize(grid.values.size());
        std::iota(grid.samples.begin(), grid.samples.end(), 0);
        return grid;
    }
    for (const double snap : scale.snaps())
        grid.samples.push_back(indexOf(grid.values, snap));
    const std::size_t even = mostSamples - std::min(scale.snaps().size(), mostSamples - 2);
    for (std::size_t i = 0; i < even; ++i) {
        const double share = static_cast<double>(i) / static_cast<double>(even - 1);
        grid.samples.push_back(indexOf(grid.values, scale.valueAt(share * scale.positions())));
    }
    std::sort(grid.samples.begin(), grid.samples.end());
    grid.samples.erase(std::unique(grid.samples.begin(), grid.samples.end()), grid.samples.end());
    return grid;
}

FitGrooves::FitGrooves(Session &session, QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_evaluator(session.catalog(), grooveFamilies)
    , m_turn(new QTimer(this))
{
    m_turn->setInterval(0);
    connect(m_turn, &QTimer::timeout, this, &FitGrooves::work);
    connect(&session, &Session::scenarioChanged, this, &FitGrooves::drop);
    connect(&session, &Session::planChanged, this, &FitGrooves::restart);
    connect(&session.playedPlans(), &PlayedPlans::learnt, this, &FitGrooves::restart);
}

/// What all values of a groove have in common: two that are alike have the same answers.
Scenario FitGrooves::baseOf(const Groove &groove) const
{
    Scenario base = m_session.scenario();
    setGridValue(base, *groove.key, groove.grid.values.front());
    base.run = {}; // what it costs says nothing about what it holds
    return base;
}

void FitGrooves::add(ScaleSlider &slider, const Key &key)
{
    drop();
    m_grooves.push_back({.slider = &slider, .key = &key});
    m_hasNew = true; // several come at once
    if (!m_isSeen)
        slider.installEventFilter(this);
    begin();
}

bool FitGrooves::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Paint && !m_isSeen) {
        m_isSeen = true;
        for (const Groove &groove : m_grooves)
            groove.slider->removeEventFilter(this);
        begin();
    }
    return QObject::eventFilter(watched, event);
}

void FitGrooves::begin()
{
    if (m_isSeen)
        m_turn->start();
}

/// The plan that follows a change starts over.
void FitGrooves::drop()
{
    m_scan.reset();
    m_due.clear();
    m_turn->stop();
}

void FitGrooves::restart()
{
    drop();
    m_hasNew = false;
    if (m_evaluator.follow(m_session.playedPlans().shares())) {
        for (Groove &groove : m_grooves)
            groove.answered.reset();
    }
    for (Groove &groove : m_grooves) {
        if (groove.grid.values.empty() || groove.scale != groove.slider->scale()) {
            groove.scale = groove.slider->scale();
            groove.grid = gridOf(groove.scale);
            groove.answered.reset();
        }
        if (groove.answered == baseOf(groove)) // so the slider that is being dragged stays
            continue;
        groove.answered.reset();
        m_due.push_back(&groove);
    }
    std::stable_sort(m_due.begin(), m_due.end(),
        [](const Groove *a, const Groove *b) { return a->scan < b->scan; });
    if (!m_due.empty())
        begin();
}

void FitGrooves::work()
{
    if (m_hasNew)
        restart();
    QElapsedTimer time;
    time.start();
    while (!m_due.empty() && time.elapsed() < turnMilliseconds)
        ask();
    if (m_due.empty())
        m_turn->stop();
}

void FitGrooves::ask()
{
    Groove &groove = *m_due.front();
    if (!m_scan)
        m_scan.emplace(m_session.scenario(), *groove.key, groove.grid);
    m_scan->ask(m_evaluator);
    if (!m_scan->isDone())
        return;
    groove.answered = baseOf(groove);
    groove.scan = ++m_scans;
    groove.slider->setFeasibility(m_scan->result());
    m_scan.reset();
    m_due.pop_front();
}

} // namespace shardscope
