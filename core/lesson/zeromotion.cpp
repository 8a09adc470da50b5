// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/zeromotion.h"

#include "core/explore/strategies.h"

#include <algorithm>

namespace shardscope {

namespace {

constexpr std::array modelStates{
    PartId::Weights, PartId::Gradients, PartId::Master, PartId::OptimizerState, PartId::Adapters};
constexpr std::array stages{Strategy::Ddp, Strategy::Zero1, Strategy::Zero2, Strategy::Zero3};

/// Whether a stage divides a part among the GPUs (Rajbhandari et al., 2020, section 5): the first
/// optimizer state and master weights, the second gradients as well, the third weights, too.
bool isDivided(Strategy stage, PartId part)
{
    if (part == PartId::Weights || part == PartId::Adapters)
        return stage == Strategy::Zero3;
    if (part == PartId::Gradients)
        return stage == Strategy::Zero2 || stage == Strategy::Zero3;
    return stage != Strategy::Ddp;
}

/// `whole` is the plan under DDP.
ZeroStage stageOf(const Plan &plan, const Plan &whole)
{
    const Parallel &parallel = plan.scenario.parallel;
    ZeroStage stage{.strategy = parallel.strategy,
        .gathered = plan.memory.atPeak(PartId::Gathered),
        .peak = plan.memory.peak};
    for (const PartId id : modelStates) {
        const ZeroPart part{.part = id,
            .whole = whole.memory.atPeak(id),
            .perGpu = plan.memory.atPeak(id),
            .isSharded = parallel.gpus > 1 && isDivided(parallel.strategy, id)};
        if (part.whole > Bytes(0) || part.perGpu > Bytes(0))
            stage.parts.push_back(part);
    }
    return stage;
}

} // namespace

ZeroMotion zeroMotion(const Plan &plan, const PlanMaker &make)
{
    ZeroMotion motion{.gpus = plan.scenario.parallel.gpus};
    const std::vector<Plan> plans = plansByStrategy(plan, make);
    for (const Plan &one : plans) {
        const bool isStage = std::find(stages.begin(), stages.end(), one.scenario.parallel.strategy)
            != stages.end();
        if (isStage)
            motion.stages.push_back(stageOf(one, plans.front()));
    }
    return motion;
}

} // namespace shardscope
