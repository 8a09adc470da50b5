// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/advice/advice.h"

#include "core/judge/runverdict.h"
#include "core/planner/makeplan.h"

#include <algorithm>

namespace shardscope {

Result<Advice> adviceFor(const Scenario &scenario, const Catalog &catalog, Evaluator &evaluator,
    const std::function<bool()> &isWanted)
{
    const Result<Plan> plan = makePlan(scenario, catalog, Reserving::Played);
    if (!plan)
        return plan.error();
    MemoryOutlook present = outlookOf(*plan);
    if (!isPlanned(present.obstacle))
        return Advice{.scenario = scenario, .isPlanned = false, .memory = std::move(present)};
    WhatIf whatIf(*plan, catalog, evaluator, isWanted);
    Advice advice{.scenario = scenario,
        .memory = std::move(present),
        .fixes = fixesOf(whatIf),
        .giveBacks = giveBacksOf(whatIf),
        .limits = limitsOf(whatIf)};
    advice.played = whatIf.playedAlike();
    return advice;
}

const WeighedMove *speedUp(const std::vector<WeighedMove> &giveBacks)
{
    const auto faster = std::find_if(giveBacks.begin(), giveBacks.end(),
        [](const WeighedMove &move) { return move.time < 1 - noticeable; });
    return faster == giveBacks.end() ? nullptr : &*faster;
}

void addFixes(Plan &plan, const Catalog &catalog)
{
    const Finding *bound = speedBound(plan);
    const auto due = std::find_if(plan.findings.begin(), plan.findings.end(),
        [bound](const Finding &finding) { return isShortage(finding.id) || &finding == bound; });
    if (due == plan.findings.end())
        return;
    Evaluator evaluator(catalog);
    WhatIf whatIf(plan, catalog, evaluator);
    if (isShortage(due->id)) {
        const std::vector<WeighedMove> fixes = fixesOf(whatIf).shown;
        if (!fixes.empty())
            due->repair = fixes.front().move;
        return;
    }
    const std::vector<WeighedMove> giveBacks = giveBacksOf(whatIf);
    if (const WeighedMove *faster = speedUp(giveBacks))
        due->repair = faster->move;
}

} // namespace shardscope
