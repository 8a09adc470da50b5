// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan.h"

#include <algorithm>
#include <numeric>

namespace shardscope {

Verdict judge(Bytes needed, Bytes capacity)
{
    Verdict verdict{.capacity = capacity, .spare = capacity - needed};
    if (verdict.spare < Bytes(0))
        verdict.fit = Fit::DoesNotFit;
    else if (verdict.spare < 0.1 * capacity)
        verdict.fit = Fit::Tight;
    return verdict;
}

const Phase &Memory::atPeak() const
{
    return *std::find_if(
        phases.begin(), phases.end(), [this](const Phase &phase) { return phase.id == peakPhase; });
}

std::string Collective::id() const
{
    return std::string(nameOf(payload)) + "-" + std::string(nameOf(op));
}

Bytes Traffic::bytesPerGpuPerStep() const
{
    return std::accumulate(collectives.begin(), collectives.end(), Bytes(0),
        [](Bytes sum, const Collective &collective) { return sum + collective.bytesPerStep(); });
}

Seconds Traffic::seconds() const
{
    return std::accumulate(collectives.begin(), collectives.end(), Seconds(0),
        [](Seconds sum, const Collective &collective) { return sum + collective.seconds; });
}

Result<Plan> makePlan(const Scenario &scenario, const Catalog & /*catalog*/)
{
    // Placeholder shares until the estimators stand.
    Plan plan{.scenario = scenario};
    const double p = scenario.model.parameters;
    const double n = scenario.parallel.gpus;
    Phase phase{.id = PhaseId::Backward};
    phase.parts = {{PartId::Weights, Bytes(2 * p / n), "2 B x P / N", "placeholder"},
        {PartId::Gradients, Bytes(2 * p / n), "2 B x P / N", "placeholder"},
        {PartId::OptimizerState, Bytes(12 * p / n), "12 B x P / N", "placeholder"},
        {PartId::Activations, Bytes(1.3e9), "1.3 GB", "placeholder"}};
    for (const Part &part : phase.parts)
        phase.peak += part.bytes;
    phase.end = phase.peak;
    plan.memory.peakPhase = phase.id;
    plan.memory.peak = phase.peak;
    plan.memory.verdict = judge(phase.peak, 79.1 * GiB);
    plan.memory.phases = {phase};
    plan.traffic.collectives = {{.payload = Payload::Gradients,
        .op = CollectiveOp::AllReduce,
        .group = scenario.parallel.gpus,
        .link = "nvlink4",
        .bytesPerGpu = Bytes(4 * p)}};
    return plan;
}

} // namespace shardscope
