// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/whatif.h"

#include "core/judge/contradictions.h"
#include "core/planner/makeplan.h"

#include <algorithm>

namespace shardscope {

namespace {

/// Where another algorithm than the pinned one would have to be taken: only a plan can tell.
bool losesAlgorithm(const Scenario &scenario, const Catalog &catalog)
{
    if (scenario.parallel.algorithm == Algorithm::Auto)
        return false;
    const Result<Plan> plan = makePlan(scenario, catalog);
    return !plan
        || std::any_of(plan->findings.begin(), plan->findings.end(),
            [](const Finding &finding) { return finding.id == FindingId::AlgorithmUnavailable; });
}

std::vector<FindingId> contradictionsOf(const Scenario &scenario, const Catalog &catalog)
{
    const Result<Resolved> resolved = resolve(scenario, catalog);
    std::vector<FindingId> found;
    if (resolved)
        found = contradictionsIn(scenario, *resolved);
    if (losesAlgorithm(scenario, catalog))
        found.push_back(FindingId::AlgorithmUnavailable);
    return found;
}

} // namespace

WhatIf::WhatIf(const Plan &present, const Catalog &catalog, Evaluator &evaluator,
    std::function<bool()> isWanted)
    : m_catalog(catalog)
    , m_evaluator(evaluator)
    , m_isWanted(std::move(isWanted))
    , m_present(present.scenario)
    , m_presentMemory(outlookOf(present))
    , m_known(contradictionsOf(present.scenario, catalog))
    , m_played{{m_present, m_presentMemory}}
    , m_playedAlike(playedSharesOf({&present, 1}))
{
    m_evaluator.follow(m_playedAlike);
    if (const Result<SpeedOutlook> speed = m_evaluator.speed(m_present))
        m_presentSpeed = *speed;
}

bool WhatIf::isSound(const Scenario &scenario) const
{
    const std::vector<FindingId> found = contradictionsOf(scenario, m_catalog);
    const bool isSameModel = scenario.model == m_present.model;
    return std::all_of(found.begin(), found.end(), [&](FindingId id) {
        return (isSameModel && id == FindingId::SequenceTooLong)
            || std::find(m_known.begin(), m_known.end(), id) != m_known.end();
    });
}

std::optional<MemoryOutlook> WhatIf::memory(const Scenario &scenario)
{
    if (!isWanted() || !isSound(scenario))
        return std::nullopt;
    Result<MemoryOutlook> outlook = m_evaluator.memoryIfItFits(scenario);
    if (!outlook || outlook->hostMissing > Bytes(0))
        return std::nullopt;
    return canBePlayed(scenario) && mayChangeWhenPlayed(*outlook) ? playedMemory(scenario)
                                                                  : *std::move(outlook);
}

std::optional<MemoryOutlook> WhatIf::playedMemory(const Scenario &scenario)
{
    const auto known = std::find_if(m_played.begin(), m_played.end(),
        [&scenario](const auto &one) { return one.first == scenario; });
    if (known != m_played.end())
        return known->second;
    const Result<Plan> played = makePlan(scenario, m_catalog, Reserving::Played);
    if (!played)
        return std::nullopt;
    if (isPlayedAlike(scenario, m_present)) {
        for (PlayedShare &share : playedSharesOf({&*played, 1}))
            m_playedAlike.push_back(std::move(share));
    }
    return m_played.emplace_back(scenario, outlookOf(*played)).second;
}

std::optional<SpeedOutlook> WhatIf::speed(const Scenario &scenario)
{
    if (!isWanted())
        return std::nullopt;
    const Result<SpeedOutlook> outlook = m_evaluator.speed(scenario);
    return outlook ? std::optional(*outlook) : std::nullopt;
}

bool WhatIf::fits(const Scenario &scenario)
{
    const std::optional<MemoryOutlook> outlook = memory(scenario);
    return outlook && outlook->verdict.fit == Fit::Fits;
}

} // namespace shardscope
