// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/judge/runverdict.h"

#include "core/judge/runnable.h"

#include <algorithm>

namespace shardscope {

RunVerdict runVerdictOf(const Plan &plan)
{
    if (const Finding *why = refusal(plan))
        return verdictFor(why->id);
    if (plan.memory.host.missing() > Bytes(0))
        return RunVerdict::DoesNotFit;
    switch (plan.memory.verdict.fit) {
    case Fit::Fits:
        return speedBound(plan) ? RunVerdict::FitsButWaits : RunVerdict::Fits;
    case Fit::AtRisk:
        return RunVerdict::AtRisk;
    case Fit::DoesNotFit:
        break;
    }
    return RunVerdict::DoesNotFit;
}

RunVerdict verdictFor(FindingId refusal)
{
    switch (refusal) {
    case FindingId::MeshNotPlanned:
    case FindingId::ModulesNotPlanned:
    case FindingId::TowerNotPlanned:
    case FindingId::ObjectiveNotPlanned:
    case FindingId::AdapterNotPlanned:
    case FindingId::IndexerNotPlanned:
    case FindingId::Fp8NotPlanned:
    case FindingId::BaseNotPlanned:
    case FindingId::UpdateNotPlanned:
    case FindingId::ProjectionNotPlanned:
    case FindingId::OptimizerNotPlanned:
    case FindingId::HostActivationsNotPlanned:
    case FindingId::ReentryNotPlanned:
        return RunVerdict::NotPlanned;
    default:
        return RunVerdict::CannotRun;
    }
}

bool isPlanned(std::optional<FindingId> obstacle)
{
    return !obstacle || verdictFor(*obstacle) != RunVerdict::NotPlanned;
}

const Finding *speedBound(const Plan &plan)
{
    const Finding *bound = nullptr;
    for (const Finding &finding : plan.findings) {
        const bool isOne
            = finding.id == FindingId::LinkBound || finding.id == FindingId::OffloadBound;
        if (isOne && finding.gain > (bound ? bound->gain : 1))
            bound = &finding;
    }
    return bound;
}

double waitingShare(const Finding &bound)
{
    return 1 - 1 / bound.gain;
}

const Finding *refusal(const Plan &plan)
{
    const auto found = std::find_if(plan.findings.begin(), plan.findings.end(),
        [](const Finding &finding) { return stopsRun(finding.id); });
    return found == plan.findings.end() ? nullptr : &*found;
}

} // namespace shardscope
