// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/findings.h"

#include "core/findings/contradictions.h"
#include "core/findings/linkfindings.h"
#include "core/findings/offloadfindings.h"
#include "core/findings/repairs.h"
#include "core/findings/runnable.h"
#include "core/findings/savingfindings.h"
#include "core/scenario/precision.h"
#include "core/workload.h"

#include <algorithm>

namespace shardscope {

namespace {

bool isUnvalidated(const Confidence &confidence)
{
    const std::vector<Trait> &unproven = confidence.unproven;
    return std::find(unproven.begin(), unproven.end(), Trait::Family) != unproven.end();
}

} // namespace

std::vector<Finding> findingsOf(const Plan &plan, const Resolved &resolved)
{
    const Scenario &scenario = plan.scenario;
    const Training &training = scenario.training;
    const Parallel &parallel = scenario.parallel;
    const bool worksheet = scenario.estimator == EstimatorKind::Worksheet;
    const Fit fit = plan.memory.verdict.fit;
    const std::vector<FindingId> contradictions = contradictionsIn(scenario, resolved);

    std::vector<Finding> findings;
    const auto when = [&](bool condition, FindingId id, Severity severity) {
        if (condition)
            findings.push_back(
                {.id = id, .severity = severity, .repair = repairOf(id, plan, resolved)});
    };
    const auto contradicts = [&](FindingId id, Severity severity = Severity::Warning) {
        when(std::find(contradictions.begin(), contradictions.end(), id) != contradictions.end(),
            id, severity);
    };
    // Most serious first.
    when(fit == Fit::DoesNotFit, FindingId::DoesNotFit, Severity::Critical);
    when(fit == Fit::AtRisk, FindingId::AtRisk, Severity::Warning);
    contradicts(FindingId::NoBf16);
    when(!worksheet && training.attention == Attention::Flash && !canFlash(scenario, resolved),
        FindingId::NoFlash, Severity::Warning);
    for (Finding &finding : offloadFindings(plan)) {
        finding.repair = repairOf(finding.id, plan, resolved);
        findings.push_back(std::move(finding));
    }
    for (Finding &finding : savingFindings(plan, resolved))
        findings.push_back(std::move(finding));
    if (std::optional<Finding> slow = linkBound(plan))
        findings.push_back(*std::move(slow));
    contradicts(FindingId::GroupDoesNotDivide);
    when(!worksheet && replacesAlgorithm(plan), FindingId::AlgorithmUnavailable, Severity::Warning);
    contradicts(FindingId::LinkNotThere);
    if (!findings.empty() && findings.back().id == FindingId::LinkNotThere)
        findings.back().link = scenario.hardware.link;
    contradicts(FindingId::UnevenHeads);
    contradicts(FindingId::RouterAdapter);
    contradicts(FindingId::FusedDropout);
    contradicts(FindingId::SequenceTooLong);
    contradicts(FindingId::QuantizedSharding);
    when(!worksheet && leavesUnquantized(makeWorkload(scenario, resolved)), FindingId::NotQuantized,
        Severity::Warning);
    contradicts(FindingId::WorksheetOnly);
    when(!worksheet && isUnvalidated(plan.memory.confidence), FindingId::UnvalidatedFamily,
        Severity::Warning);
    contradicts(FindingId::NodeNotFull);
    contradicts(FindingId::PartsLeftOut, Severity::Information);
    when(resolved.isScaled, FindingId::ScaledModel, Severity::Information);
    when(usesFp16(training.precision), FindingId::Fp16LossScaling, Severity::Information);
    when(parallel.gpus == 1 && parallel.strategy != Strategy::Ddp, FindingId::ShardingAlone,
        Severity::Information);
    return findings;
}

} // namespace shardscope
