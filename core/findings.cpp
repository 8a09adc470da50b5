// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings.h"

#include "core/linkfindings.h"
#include "core/offloadfindings.h"
#include "core/precision.h"
#include "core/repairs.h"
#include "core/runnable.h"

#include <algorithm>
#include <array>

namespace shardscope {

namespace {

// Families of which no measured or followed run was compared with the formulas.
constexpr std::array<std::string_view, 8> unvalidated{
    "deepseek_v2", "deepseek_v3", "gpt_oss", "opt", "bloom", "phi", "olmo", "olmoe"};

bool isUnvalidated(std::string_view modelType)
{
    return std::find(unvalidated.begin(), unvalidated.end(), modelType) != unvalidated.end();
}

/// Options that the worksheet's rules know nothing of.
bool beyondWorksheet(const Training &training)
{
    const bool adamW = training.optimizer == Optimizer::AdamW
        || training.optimizer == Optimizer::AdamWForeach
        || training.optimizer == Optimizer::AdamWForLoop;
    return !adamW || training.attention != Attention::Flash || training.loss != Loss::Standard;
}

} // namespace

std::vector<Finding> findingsOf(const Plan &plan, const Resolved &resolved)
{
    const Scenario &scenario = plan.scenario;
    const Training &training = scenario.training;
    const Parallel &parallel = scenario.parallel;
    const bool worksheet = scenario.estimator == EstimatorKind::Worksheet;
    const Fit fit = plan.memory.verdict.fit;
    const bool longer
        = resolved.spec.maxSequence > 0 && training.sequenceLength > resolved.spec.maxSequence;

    std::vector<Finding> findings;
    const auto when = [&](bool condition, FindingId id, Severity severity) {
        if (condition)
            findings.push_back(
                {.id = id, .severity = severity, .repair = repairOf(id, plan, resolved)});
    };
    // Most serious first.
    when(fit == Fit::DoesNotFit, FindingId::DoesNotFit, Severity::Critical);
    when(fit == Fit::AtRisk, FindingId::AtRisk, Severity::Warning);
    when(lacksBf16(scenario, *resolved.gpu), FindingId::NoBf16, Severity::Warning);
    for (Finding &finding : offloadFindings(plan)) {
        finding.repair = repairOf(finding.id, plan, resolved);
        findings.push_back(std::move(finding));
    }
    if (std::optional<Finding> slow = linkBound(plan))
        findings.push_back(*std::move(slow));
    for (Finding &finding : groupFindings(plan, resolved)) {
        finding.repair = repairOf(finding.id, plan, resolved);
        findings.push_back(std::move(finding));
    }
    when(resolved.spec.hasUnevenHeads, FindingId::UnevenHeads, Severity::Warning);
    when(longer, FindingId::SequenceTooLong, Severity::Warning);
    when(mixesStorage(scenario), FindingId::QuantizedSharding, Severity::Warning);
    when(worksheet && beyondWorksheet(training), FindingId::WorksheetOnly, Severity::Warning);
    when(!worksheet && isUnvalidated(resolved.spec.modelType), FindingId::UnvalidatedFamily,
        Severity::Warning);
    when(parallel.gpus > parallel.gpusPerNode && parallel.gpus % parallel.gpusPerNode != 0,
        FindingId::NodeNotFull, Severity::Warning);
    when(resolved.isScaled, FindingId::ScaledModel, Severity::Information);
    when(usesFp16(training.precision), FindingId::Fp16LossScaling, Severity::Information);
    when(parallel.gpus == 1 && parallel.strategy != Strategy::Ddp, FindingId::ShardingAlone,
        Severity::Information);
    return findings;
}

} // namespace shardscope
