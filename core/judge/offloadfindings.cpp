// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/judge/offloadfindings.h"

#include "core/engines/offload/offload.h"
#include "core/judge/linkfindings.h"

#include <optional>

namespace shardscope {

namespace {

/// System memory of a DGX H100 (its data sheet): few nodes have more.
constexpr Bytes usualHost = 2048 * GiB;

std::vector<Finding> boundByCopies(const Plan &plan)
{
    Seconds waiting{};
    const Collective *longest = nullptr;
    for (const Collective &collective : plan.traffic.collectives) {
        if (!isCopy(collective.op))
            continue;
        waiting += collective.exposed;
        if (!longest || collective.exposed > longest->exposed)
            longest = &collective;
    }
    if (!longest || waiting <= muchWaiting * plan.time.step)
        return {};
    return {{.id = FindingId::OffloadBound,
        .severity = Severity::Warning,
        .subject = nameOf(longest->payload),
        .link = longest->link,
        .gain = plan.time.step / (plan.time.step - waiting)}};
}

std::optional<Finding> unknownHost(const HostMemory &host)
{
    if (host.perNode <= Bytes(0) || host.capacity > Bytes(0))
        return std::nullopt;
    const bool isMuch = host.perNode > usualHost;
    return Finding{.id = FindingId::HostUnknown,
        .severity = isMuch ? Severity::Warning : Severity::Information};
}

} // namespace

std::vector<Finding> offloadFindings(const Plan &plan)
{
    const Parallel &parallel = plan.scenario.parallel;
    const bool isAsked = parallel.offload != Offload::None
        || plan.scenario.training.activationOffload != ActivationOffload::None;
    if (plan.scenario.estimator == EstimatorKind::Worksheet || !isAsked)
        return {};
    std::vector<Finding> findings;
    if (plan.memory.host.missing() > Bytes(0))
        findings.push_back({.id = FindingId::HostTooSmall, .severity = Severity::Critical});
    if (std::optional<Finding> finding = unknownHost(plan.memory.host))
        findings.push_back(*std::move(finding));
    for (Finding &finding : boundByCopies(plan))
        findings.push_back(std::move(finding));
    const Offload done = offloadFor(parallel);
    if (done != parallel.offload)
        findings.push_back({.id = FindingId::OffloadDiffers, .severity = Severity::Warning});
    if (done != Offload::None)
        findings.push_back({.id = FindingId::UpdateOnHost, .severity = Severity::Information});
    return findings;
}

} // namespace shardscope
