// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/validate/prediction.h"

#include "core/planner/makeplan.h"

#include <algorithm>

namespace shardscope {

namespace {

/// Between two steps.
Bytes heldBetween(const Memory &memory, PartId id)
{
    return memory.timeline.samples.empty()
        ? Bytes(0)
        : Bytes(memory.timeline.samples.back().parts[static_cast<std::size_t>(id)]);
}

const Phase &phaseOf(const Memory &memory, PhaseId id)
{
    return *std::find_if(memory.phases.begin(), memory.phases.end(),
        [id](const Phase &phase) { return phase.id == id; });
}

} // namespace

Result<Prediction> predict(const Scenario &scenario, const Catalog &catalog, Reserving reserving)
{
    const Result<Plan> plan = makePlan(scenario, catalog, reserving);
    if (!plan)
        return plan.error();
    const Memory &memory = plan->memory;
    const Phase &forward = phaseOf(memory, PhaseId::Forward);
    const Phase &loss = phaseOf(memory, PhaseId::Loss);
    const Phase &backward = phaseOf(memory, PhaseId::Backward);
    const Phase &step = phaseOf(memory, PhaseId::OptimizerStep);

    Prediction prediction;
    prediction.betweenSteps = phaseOf(memory, PhaseId::Save).tensorEnd;
    // The optimizer has no moments yet, and nothing was gathered to stay so.
    prediction.afterInitialize = prediction.betweenSteps
        - heldBetween(memory, PartId::OptimizerState) - heldBetween(memory, PartId::Gathered);
    prediction.forwardPeak = std::max(forward.tensorPeak, loss.tensorPeak);
    prediction.forwardEnd = loss.tensorEnd;
    prediction.backwardPeak = backward.tensorPeak;
    prediction.backwardEnd = backward.tensorEnd;
    prediction.stepPeak = step.tensorPeak;
    prediction.stepEnd = step.tensorEnd;
    prediction.peak
        = std::max({prediction.forwardPeak, prediction.backwardPeak, prediction.stepPeak});
    prediction.allocated = memory.footprint.allocated;
    prediction.reserved = memory.footprint.reserved;
    prediction.device = memory.footprint.device;
    prediction.throughput = Bytes(plan->time.tokensPerSecondPerGpu);
    return prediction;
}

} // namespace shardscope
