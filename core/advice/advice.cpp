// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advice/advice.h"

namespace shardscope {

Result<Advice> adviceFor(const Scenario &scenario, const Catalog &catalog, Evaluator &evaluator,
    const std::function<bool()> &isWanted)
{
    Prospects prospects(scenario, catalog, evaluator, isWanted);
    const Result<Plan> &plan = prospects.presentPlan();
    if (!plan)
        return plan.error();
    return Advice{.scenario = scenario,
        .memory = outlookOf(plan->memory),
        .fixes = fixesOf(prospects),
        .giveBacks = giveBacksOf(prospects),
        .limits = limitsOf(prospects)};
}

} // namespace shardscope
