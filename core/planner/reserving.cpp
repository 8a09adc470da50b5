// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/planner/reserving.h"

namespace shardscope {

PlanMaker makerBeside(const Plan &plan, const Catalog &catalog)
{
    return [reserving = plan.memory.reserving(), &catalog](
               const Scenario &scenario) { return makePlan(scenario, catalog, reserving); };
}

} // namespace shardscope
