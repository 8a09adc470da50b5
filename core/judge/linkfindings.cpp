// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/judge/linkfindings.h"

#include <algorithm>
#include <map>

namespace shardscope {

bool replacesAlgorithm(const Plan &plan)
{
    const Algorithm pinned = plan.scenario.parallel.algorithm;
    if (pinned == Algorithm::Auto)
        return false;
    bool any = false;
    bool taken = false;
    for (const Collective &collective : plan.traffic.collectives) {
        if (isCopy(collective.op))
            continue;
        any = true;
        taken |= collective.algorithm == pinned;
        if (collective.op == CollectiveOp::AllReduce && collective.algorithm != pinned)
            return true;
    }
    return any && !taken;
}

std::optional<Finding> linkBound(const Plan &plan)
{
    const StepTime &time = plan.time;
    std::map<std::string, Seconds> waits;
    Seconds waiting{};
    const Collective *longest = nullptr;
    for (const Collective &collective : plan.traffic.collectives) {
        if (isCopy(collective.op))
            continue;
        waiting += collective.exposed;
        const std::string &link
            = collective.waitsFor.empty() ? collective.link : collective.waitsFor;
        waits[link] += collective.exposed;
        if (!longest || collective.exposed > longest->exposed)
            longest = &collective;
    }
    if (!longest || waiting <= muchWaiting * time.step)
        return std::nullopt;
    const auto slowest = std::max_element(waits.begin(), waits.end(),
        [](const auto &a, const auto &b) { return a.second < b.second; });
    return Finding{.id = FindingId::LinkBound,
        .severity = Severity::Warning,
        .subject = nameOf(longest->payload),
        .link = slowest->first,
        .gain = time.step / (time.step - slowest->second)};
}

} // namespace shardscope
