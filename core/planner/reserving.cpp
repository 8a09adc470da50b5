// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/planner/reserving.h"

namespace shardscope {

PlanMaker makerBeside(const Plan &plan, const Catalog &catalog)
{
    // One that cannot be played says nothing of the others.
    const Reserving reserving
        = canBePlayed(plan.scenario) ? plan.memory.reserving() : Reserving::Played;
    return [reserving, &catalog](
               const Scenario &scenario) { return makePlan(scenario, catalog, reserving); };
}

} // namespace shardscope
