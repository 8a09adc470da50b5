// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/playedplans.h"

#include "core/explore/conventions.h"
#include "core/planner/makeplan.h"
#include "ui/charts/strategies.h"

#include <QCoreApplication>

#include <algorithm>

namespace shardscope {

namespace {

/// As long as this nobody drags on.
constexpr int pauseMilliseconds = 150;

/// The scenario's, then those that charts show beside it. Empty where it is not wanted any more.
std::vector<Plan> playAll(
    const Scenario &scenario, const Catalog &catalog, const std::atomic<bool> &isWanted)
{
    std::vector<Plan> plans;
    const PlanMaker make = [&](const Scenario &other) -> Result<Plan> {
        if (!isWanted)
            return Error{};
        Result<Plan> plan = makePlan(other, catalog, Reserving::Played);
        if (plan)
            plans.push_back(*plan);
        return plan;
    };
    if (const Result<Plan> plan = make(scenario)) {
        plansByStrategy(*plan, make);
        plansByFramework(*plan, make);
    }
    return isWanted ? plans : std::vector<Plan>();
}

} // namespace

PlayedPlans::PlayedPlans(const Catalog &catalog, QObject *parent)
    : QObject(parent)
    , m_catalog(catalog)
{
    m_pool.setMaxThreadCount(1);
    m_pool.setThreadPriority(QThread::LowPriority);
    m_pause.setSingleShot(true);
    m_pause.setInterval(pauseMilliseconds);
    connect(&m_pause, &QTimer::timeout, this, &PlayedPlans::start);
}

PlayedPlans::~PlayedPlans()
{
    giveUp();
    m_pool.waitForDone();
}

void PlayedPlans::play(const Scenario &scenario)
{
    giveUp();
    m_due = scenario;
    m_pause.start();
}

void PlayedPlans::giveUp()
{
    m_pause.stop();
    m_due.reset();
    ++m_serial;
    if (m_isWanted)
        *m_isWanted = false;
}

void PlayedPlans::finish()
{
    if (!m_due)
        return;
    if (m_pause.isActive()) {
        m_pause.stop();
        start();
    }
    m_pool.waitForDone();
    QCoreApplication::sendPostedEvents(this);
}

void PlayedPlans::start()
{
    m_isWanted = std::make_shared<std::atomic<bool>>(true);
    m_pool.start([this, scenario = *m_due, isWanted = m_isWanted, serial = m_serial] {
        const auto plans = std::make_shared<Plans>(playAll(scenario, m_catalog, *isWanted));
        if (plans->empty())
            return;
        QMetaObject::invokeMethod(
            this, [this, serial, plans] { take(serial, std::move(*plans)); }, Qt::QueuedConnection);
    });
}

void PlayedPlans::take(int serial, Plans plans)
{
    if (serial != m_serial)
        return;
    m_due.reset();
    m_plans = std::move(plans);
    emit played();
}

bool PlayedPlans::isFor(const Scenario &scenario) const
{
    return !m_plans.empty() && m_plans.front().scenario == scenario;
}

Result<Plan> PlayedPlans::planOf(const Scenario &scenario) const
{
    const auto known = std::find_if(m_plans.begin(), m_plans.end(),
        [&scenario](const Plan &plan) { return plan.scenario == scenario; });
    return known == m_plans.end() ? makePlanLike(m_plans, scenario, m_catalog) : *known;
}

} // namespace shardscope
