// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/playedplans.h"

#include "core/explore/conventions.h"
#include "core/explore/strategies.h"
#include "core/planner/makeplan.h"

#include <algorithm>
#include <utility>

namespace shardscope {

namespace {

/// As long as this nobody drags on.
constexpr int playDelayMilliseconds = 150;

} // namespace

struct PlayedPlans::Playing : Cancellation
{
    Playing(Scenario of, const Catalog &known)
        : scenario(std::move(of))
        , catalog(known)
    { }

    void work()
    {
        const PlanMaker make = [this](const Scenario &other) { return play(other); };
        if (const Result<Plan> plan = make(scenario)) {
            plansByStrategy(*plan, make);
            plansByFramework(*plan, make);
        }
    }

    Result<Plan> play(const Scenario &other)
    {
        if (isCancelled())
            return Error{};
        Result<Plan> plan = makePlan(other, catalog, Reserving::Played);
        if (plan)
            plans.push_back(*plan);
        return plan;
    }

    Scenario scenario;
    const Catalog &catalog;
    std::vector<Plan> plans{}; ///< the scenario's, then those that charts show beside it
};

PlayedPlans::PlayedPlans(const Catalog &catalog, QObject *parent)
    : QObject(parent)
    , m_catalog(catalog)
    , m_job([this](Playing &playing) { take(playing); })
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(playDelayMilliseconds);
    connect(&m_pause, &QTimer::timeout, this, &PlayedPlans::start);
}

PlayedPlans::~PlayedPlans() = default;

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
    m_job.cancel();
}

void PlayedPlans::finish()
{
    if (m_due)
        start();
    if (m_job.isRunning())
        m_job.finish();
}

void PlayedPlans::start()
{
    assert(m_due);
    m_pause.stop();
    m_job.start(std::make_shared<Playing>(*std::exchange(m_due, std::nullopt), m_catalog));
}

void PlayedPlans::take(Playing &playing)
{
    if (playing.plans.empty())
        return; // the scenario has no plan
    m_plans = std::move(playing.plans);
    m_shares = playedSharesOf(m_plans);
    emit played();
}

void PlayedPlans::learn(const std::vector<PlayedShare> &shares)
{
    m_shares = playedSharesOf(m_plans);
    m_shares.insert(m_shares.end(), shares.begin(), shares.end());
    emit learnt();
}

bool PlayedPlans::isFor(const Scenario &scenario) const
{
    return !m_plans.empty() && m_plans.front().scenario == scenario;
}

Result<Plan> PlayedPlans::planOf(const Scenario &scenario) const
{
    const auto known = std::find_if(m_plans.begin(), m_plans.end(),
        [&scenario](const Plan &plan) { return plan.scenario == scenario; });
    return known == m_plans.end() ? makePlanLike(m_shares, scenario, m_catalog) : *known;
}

} // namespace shardscope
