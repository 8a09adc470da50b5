// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/validation/prediction.h"

#include "core/plan.h"
#include "core/allocator/reservation.h"
#include "core/overhead.h"
#include <cstdio>
#include <cstdlib>

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

Result<Prediction> predict(const Scenario &scenario, const Catalog &catalog)
{
    const Result<Plan> plan = makePlan(scenario, catalog);
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
    {
        const Result<Resolved> resolved = resolve(scenario, catalog);
        const Workload work = makeWorkload(scenario, *resolved);
        const Overheads overheads = overheadsOf(work);
        const Bytes outside = overheads.context.bytes() + overheads.nccl.bytes();
        const Reservation r = reservationOf(
            work, resolved->gpu->usable() - outside, overheads.workspace.bytes());
        if (std::getenv("DBG"))
            std::fprintf(stderr, "%.3f %.3f %.3f %d\n", memory.footprint.allocated.value() / GiB.value(), r.allocated.value() / GiB.value(),
                r.reserved.value() / GiB.value(), r.retries);
        prediction.reserved = r.reserved;
        prediction.device = r.reserved + outside;
    }
    prediction.throughput = Bytes(plan->time.tokensPerSecondPerGpu);
    return prediction;
}

} // namespace shardscope
