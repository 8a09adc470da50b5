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
    Prospects prospects(*plan, catalog, evaluator, isWanted);
    return Advice{.scenario = scenario,
        .memory = outlookOf(*plan),
        .fixes = fixesOf(prospects),
        .giveBacks = giveBacksOf(prospects),
        .limits = limitsOf(prospects)};
}

void addFixes(Plan &plan, const Catalog &catalog)
{
    const auto shortage = std::find_if(plan.findings.begin(), plan.findings.end(),
        [](const Finding &finding) { return isShortage(finding.id); });
    if (shortage == plan.findings.end())
        return;
    Evaluator evaluator(catalog);
    Prospects prospects(plan, catalog, evaluator, {});
    const std::vector<Proposal> fixes = fixesOf(prospects).shown;
    if (!fixes.empty())
        shortage->repair = fixes.front().repair;
}

} // namespace shardscope
