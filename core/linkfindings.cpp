// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/linkfindings.h"

#include <algorithm>
#include <map>

namespace shardscope {

namespace {

/// A fifth of the step spent waiting is worth a word.
constexpr double muchWaiting = 0.2;

/// Where another algorithm than the pinned one had to be taken: for an all-reduce, or for all that
/// is sent.
bool isReplaced(const Plan &plan)
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

/// NVLink is built in; what else joins GPUs is a matter of the machine.
bool lacksLink(const Plan &plan, const GpuSpec &gpu)
{
    const std::string &link = plan.scenario.hardware.link;
    const bool isBuiltIn = link.starts_with("nvlink") || link.starts_with("infinity");
    return isBuiltIn && !link.ends_with("bridge") && !link.ends_with("ga102")
        && link != gpu.peerLink;
}

} // namespace

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

std::vector<Finding> groupFindings(const Plan &plan, const Resolved &resolved)
{
    const Parallel &parallel = plan.scenario.parallel;
    std::vector<Finding> findings;
    const bool isHybrid = parallel.strategy == Strategy::Hsdp && parallel.shardGroup > 0;
    if (isHybrid && parallel.gpus % parallel.shardGroup != 0)
        findings.push_back({.id = FindingId::GroupDoesNotDivide, .severity = Severity::Warning});
    if (isReplaced(plan))
        findings.push_back({.id = FindingId::AlgorithmUnavailable, .severity = Severity::Warning});
    if (lacksLink(plan, *resolved.gpu))
        findings.push_back({.id = FindingId::LinkNotThere,
            .severity = Severity::Warning,
            .link = plan.scenario.hardware.link});
    return findings;
}

} // namespace shardscope
