// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/strategies.h"

#include <algorithm>
#include <array>

namespace shardscope {

Result<Plan> planUnder(Strategy strategy, Scenario scenario, const PlanMaker &make)
{
    scenario.parallel.strategy = strategy;
    if (Result<Plan> plan = make(scenario))
        return plan;
    // The chosen framework may not know that strategy; somebody's does.
    scenario.parallel.framework = Framework::Auto;
    return make(scenario);
}

std::vector<Plan> plansByStrategy(const Plan &plan, const PlanMaker &make)
{
    constexpr std::array<Strategy, 4> compared{
        Strategy::Ddp, Strategy::Zero1, Strategy::Zero2, Strategy::Zero3};
    const Strategy chosen = plan.scenario.parallel.strategy;
    std::vector<Plan> plans;
    for (const Strategy strategy : compared) {
        if (strategy == chosen)
            plans.push_back(plan);
        else if (Result<Plan> other = planUnder(strategy, plan.scenario, make))
            plans.push_back(*std::move(other));
    }
    if (std::find(compared.begin(), compared.end(), chosen) == compared.end())
        plans.push_back(plan);
    return plans;
}

} // namespace shardscope
