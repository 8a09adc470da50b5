// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/validation/prediction.h"

#include <algorithm>

namespace shardscope {

namespace {

Bytes bytesOf(const Phase &phase, PartId id)
{
    const auto found = std::find_if(
        phase.parts.begin(), phase.parts.end(), [id](const Part &part) { return part.id == id; });
    return found == phase.parts.end() ? Bytes(0) : found->bytes;
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
    prediction.afterInitialize = prediction.betweenSteps - bytesOf(step, PartId::OptimizerState);
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
