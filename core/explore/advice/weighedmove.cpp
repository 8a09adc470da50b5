// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/advice/weighedmove.h"

#include "core/scenario/framework.h"

namespace shardscope {

namespace {

double ratio(double value, double other)
{
    return other > 0 ? value / other : 1;
}

void takeMemory(WeighedMove &weighed, const MemoryOutlook &memory, const WhatIf &whatIf)
{
    weighed.fit = memory.verdict.fit;
    weighed.peak = memory.peak;
    weighed.spare = memory.verdict.spare;
    weighed.saved = whatIf.presentMemory().peak - memory.peak;
    weighed.host = memory.host;
}

} // namespace

std::optional<WeighedMove> weighed(
    Move move, const Scenario &scenario, const MemoryOutlook &memory, WhatIf &whatIf)
{
    const std::optional<SpeedOutlook> speed = whatIf.speed(scenario);
    if (!speed)
        return std::nullopt;
    const SpeedOutlook &today = whatIf.presentSpeed();
    const double tokens = ratio(speed->run.tokensPerStep, today.run.tokensPerStep);
    WeighedMove weighed{.move = std::move(move),
        .time = ratio(today.tokensPerSecond, speed->tokensPerSecond),
        .gpuTime = ratio(today.tokensPerSecondPerGpu, speed->tokensPerSecondPerGpu),
        .traffic = speed->traffic / tokens - today.traffic,
        .batch = ratio(speed->run.sequencesPerStep, today.run.sequencesPerStep),
        .updatesOnHost = updatesOnHost(scenario)};
    takeMemory(weighed, memory, whatIf);
    return weighed;
}

bool isConfirmed(WeighedMove &weighed, WhatIf &whatIf)
{
    const Result<Scenario> next = applied(whatIf.present(), weighed.move.settings);
    const std::optional<MemoryOutlook> memory = next ? whatIf.playedMemory(*next) : std::nullopt;
    if (!memory || memory->verdict.fit != weighed.fit)
        return false;
    takeMemory(weighed, *memory, whatIf);
    return true;
}

} // namespace shardscope
