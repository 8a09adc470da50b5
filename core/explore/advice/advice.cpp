// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/advice/advice.h"

#include "core/planner/makeplan.h"

#include <algorithm>

namespace shardscope {

Result<Advice> adviceFor(const Scenario &scenario, const Catalog &catalog, Evaluator &evaluator,
    const std::function<bool()> &isWanted)
{
    const Result<Plan> plan = makePlan(scenario, catalog, Reserving::Played);
    if (!plan)
        return plan.error();
    WhatIf whatIf(*plan, catalog, evaluator, isWanted);
    return Advice{.scenario = scenario,
        .memory = outlookOf(*plan),
        .fixes = fixesOf(whatIf),
        .giveBacks = giveBacksOf(whatIf),
        .limits = limitsOf(whatIf)};
}

void addFixes(Plan &plan, const Catalog &catalog)
{
    const auto shortage = std::find_if(plan.findings.begin(), plan.findings.end(),
        [](const Finding &finding) { return isShortage(finding.id); });
    if (shortage == plan.findings.end())
        return;
    Evaluator evaluator(catalog);
    WhatIf whatIf(plan, catalog, evaluator);
    const std::vector<WeighedMove> fixes = fixesOf(whatIf).shown;
    if (!fixes.empty())
        shortage->repair = fixes.front().move;
}

} // namespace shardscope
