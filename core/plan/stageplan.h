// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <cstddef>

namespace shardscope {

/// The plan as one stage of its pipeline has it, without the others. Without a pipeline there is
/// stage 0 alone.
inline Plan planOfStage(const Plan &plan, std::size_t stage)
{
    Plan own;
    static_cast<StagePlan &>(own) = plan.stages.empty() ? plan : plan.stages[stage];
    own.scenario = plan.scenario;
    own.model = plan.model;
    own.run = plan.run;
    own.findings = plan.findings;
    return own;
}

} // namespace shardscope
