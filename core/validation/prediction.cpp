// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/validation/prediction.h"

#include "core/overhead.h"
#include "core/plan.h"
#include "core/resolve.h"

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

Bytes tensorsAtPeak(const Phase &phase)
{
    return phase.peak - bytesOf(phase, PartId::Overhead);
}

/// A total without its overhead, which grows in proportion to the tensors.
Bytes withoutOverhead(const Term &fixed, Bytes total)
{
    const Bytes none = overhead(fixed, Bytes(0)).term.bytes();
    const double perByte = (overhead(fixed, GiB).term.bytes() - none) / GiB;
    return (total - none) / (1 + perByte);
}

} // namespace

Result<Prediction> predict(const Scenario &scenario, const Catalog &catalog)
{
    const Result<Resolved> resolved = resolve(scenario, catalog);
    if (!resolved)
        return resolved.error();
    const Result<Plan> plan = makePlan(scenario, catalog);
    if (!plan)
        return plan.error();
    const Term fixed = fixedOverhead(makeWorkload(scenario, *resolved));
    const Memory &memory = plan->memory;
    const Phase &loss = phaseOf(memory, PhaseId::Loss);
    const Phase &step = phaseOf(memory, PhaseId::OptimizerStep);

    Prediction prediction;
    prediction.betweenSteps = withoutOverhead(fixed, step.end);
    prediction.forwardPeak
        = std::max(tensorsAtPeak(phaseOf(memory, PhaseId::Forward)), tensorsAtPeak(loss));
    prediction.forwardEnd = withoutOverhead(fixed, loss.end);
    prediction.backwardPeak
        = std::max(tensorsAtPeak(phaseOf(memory, PhaseId::Backward)), tensorsAtPeak(loss));
    prediction.stepPeak = tensorsAtPeak(step);
    prediction.stepEnd = prediction.betweenSteps + bytesOf(step, PartId::Gradients);
    prediction.backwardEnd = prediction.stepEnd;
    prediction.peak
        = std::max({prediction.forwardPeak, prediction.backwardPeak, prediction.stepPeak});
    prediction.allocated = prediction.peak;
    const Bytes all = overhead(fixed, prediction.peak).term.bytes();
    prediction.reserved = prediction.peak + all - overhead(fixed, Bytes(0)).term.bytes();
    prediction.device = prediction.peak + all;
    return prediction;
}

} // namespace shardscope
