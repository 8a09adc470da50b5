// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlook.h"

namespace shardscope {

Result<MemoryOutlook> Evaluator::memory(const Scenario &scenario)
{
    const Result<Plan> plan = makePlan(scenario, m_catalog);
    if (!plan)
        return plan.error();
    const Memory &memory = plan->memory;
    const bool hasRange = memory.confidence.isRange();
    return MemoryOutlook{.peak = memory.peak,
        .low = hasRange ? memory.confidence.low : memory.peak,
        .high = hasRange ? memory.confidence.high : memory.peak,
        .verdict = memory.verdict,
        .host = memory.host.perNode,
        .hostMissing = memory.host.missing()};
}

Result<SpeedOutlook> Evaluator::speed(const Scenario &scenario)
{
    const Result<Plan> plan = makePlan(scenario, m_catalog);
    if (!plan)
        return plan.error();
    return SpeedOutlook{.step = plan->time.step,
        .tokensPerSecond = plan->time.tokensPerSecond,
        .tokensPerSecondPerGpu = plan->time.tokensPerSecondPerGpu,
        .mfu = plan->time.mfu,
        .traffic = plan->traffic.bytesPerGpuPerStep(),
        .run = plan->run};
}

} // namespace shardscope
