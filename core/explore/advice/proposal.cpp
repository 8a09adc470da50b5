// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/advice/proposal.h"

#include "core/engines/offload/offload.h"

namespace shardscope {

namespace {

double ratio(double value, double other)
{
    return other > 0 ? value / other : 1;
}

bool updatesOnHost(const Scenario &scenario)
{
    return scenario.estimator == EstimatorKind::Detailed
        && offloadFor(scenario.parallel) != Offload::None;
}

} // namespace

std::optional<Baseline> baselineOf(Prospects &prospects)
{
    std::optional<SpeedOutlook> speed = prospects.speed(prospects.present());
    std::optional<MemoryOutlook> memory = prospects.presentMemory();
    if (!speed || !memory)
        return std::nullopt;
    return Baseline{prospects.present(), *std::move(memory), *std::move(speed)};
}

std::optional<Proposal> compared(Proposal proposal, const Scenario &scenario,
    const MemoryOutlook &memory, const Baseline &baseline, Prospects &prospects)
{
    const std::optional<SpeedOutlook> speed = prospects.speed(scenario);
    if (!speed)
        return std::nullopt;
    const SpeedOutlook &today = baseline.speed;
    takeMemory(proposal, memory, baseline);
    proposal.time = ratio(today.tokensPerSecond, speed->tokensPerSecond);
    proposal.gpuTime = ratio(today.tokensPerSecondPerGpu, speed->tokensPerSecondPerGpu);
    proposal.batch = ratio(speed->run.sequencesPerStep, today.run.sequencesPerStep);
    const double tokens = ratio(speed->run.tokensPerStep, today.run.tokensPerStep);
    proposal.traffic = speed->traffic / tokens - today.traffic;
    proposal.updatesOnHost = updatesOnHost(scenario);
    return proposal;
}

void takeMemory(Proposal &proposal, const MemoryOutlook &memory, const Baseline &baseline)
{
    proposal.fit = memory.verdict.fit;
    proposal.peak = memory.peak;
    proposal.spare = memory.verdict.spare;
    proposal.saved = baseline.memory.peak - memory.peak;
    proposal.host = memory.host;
}

} // namespace shardscope
