// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/judge/findings.h"

#include "core/engines/fsdp.h"
#include "core/engines/staysgathered.h"
#include "core/judge/adapterfindings.h"
#include "core/judge/attentionkernel.h"
#include "core/judge/basefindings.h"
#include "core/judge/contradictions.h"
#include "core/judge/indexerfindings.h"
#include "core/judge/linkfindings.h"
#include "core/judge/meshproblem.h"
#include "core/judge/objectivefindings.h"
#include "core/judge/offloadfindings.h"
#include "core/judge/omissionfindings.h"
#include "core/judge/repairs.h"
#include "core/judge/runnable.h"
#include "core/judge/savingfindings.h"
#include "core/judge/windowmasks.h"
#include "core/scenario/objective.h"
#include "core/scenario/precision.h"
#include "core/step/obstacles.h"
#include "core/step/optimizerobstacles.h"
#include "core/step/workload.h"

#include <algorithm>
#include <utility>

namespace shardscope {

namespace {

bool isUnvalidated(const Confidence &confidence)
{
    const std::vector<Trait> &unproven = confidence.unproven;
    return std::find(unproven.begin(), unproven.end(), Trait::Family) != unproven.end();
}

/// Whether steps of such a kind were followed under torch.compile.
bool isCompileFollowed(const Workload &work, const LayerSettings &settings)
{
    const ModelSpec &spec = work.spec();
    const Training &training = work.training();
    const bool isDense = !spec.experts && !spec.hasState() && !spec.mixed && !spec.seq2seq
        && !spec.encoder && !spec.latent && !spec.indexer;
    const bool isPlain = training.objective == Objective::CausalLm
        && training.adapter == AdapterKind::Lora && training.fp8 == Fp8::None
        && training.activationOffload == ActivationOffload::None && training.loss == Loss::Standard;
    return isDense && isPlain && training.method != Method::Qlora && work.ranks() == 1
        && !settings.tower;
}

} // namespace

std::vector<Finding> findingsOf(
    const Plan &plan, const Workload &work, const StepModules &modules, Reserving reserving)
{
    const Resolved &resolved = work.resolved;
    const Scenario &scenario = plan.scenario;
    const Training &training = scenario.training;
    const Parallel &parallel = scenario.parallel;
    const bool worksheet = scenario.estimator == EstimatorKind::Worksheet;
    const Fit fit = plan.memory.verdict.fit;
    const std::vector<FindingId> contradictions = contradictionsIn(scenario, resolved);

    std::vector<Finding> findings;
    const auto when = [&](bool condition, FindingId id, Severity severity, Bytes bytes = {}) {
        if (condition)
            findings.push_back({.id = id,
                .severity = severity,
                .bytes = bytes,
                .repair = repairOf(id, plan, resolved)});
    };
    const auto addEach = [&](std::vector<Finding> found) {
        for (Finding &finding : found) {
            finding.repair = repairOf(finding.id, plan, resolved);
            findings.push_back(std::move(finding));
        }
    };
    // The finding, where there is one: for what it says beside its id.
    const auto contradicts = [&](FindingId id) -> Finding * {
        const bool isFound
            = std::find(contradictions.begin(), contradictions.end(), id) != contradictions.end();
        when(isFound, id, stopsRun(id) ? Severity::Critical : Severity::Warning);
        return isFound ? &findings.back() : nullptr;
    };
    // Most serious first.
    when(fit == Fit::DoesNotFit, FindingId::DoesNotFit, Severity::Critical);
    when(fit == Fit::AtRisk, FindingId::AtRisk, Severity::Warning);
    contradicts(FindingId::CapacityOnly);
    contradicts(FindingId::NoBf16);
    contradicts(FindingId::NoFlash);
    contradicts(FindingId::AttentionRefused);
    contradicts(FindingId::AttentionLeavesOut);
    addEach(offloadFindings(plan));
    if (reserving == Reserving::Played) {
        for (Finding &finding : savingFindings(plan, work, modules))
            findings.push_back(std::move(finding));
    }
    addEach(heldFindings(plan));
    if (std::optional<Finding> slow = linkBound(plan))
        findings.push_back(*std::move(slow));
    contradicts(FindingId::GroupDoesNotDivide);
    if (Finding *finding = contradicts(FindingId::MeshDoesNotDivide))
        finding->subject = *unevenAxis(scenario, resolved.spec);
    contradicts(FindingId::MeshNotPlanned);
    contradicts(FindingId::ScheduleNotRun);
    contradicts(FindingId::ContextKindNotRun);
    contradicts(FindingId::TensorOverNodes);
    contradicts(FindingId::OddBucket);
    const Bytes inputs = worksheet ? Bytes(0) : keptInputs(work, modules);
    when(inputs > Bytes(0), FindingId::KeptInputs, Severity::Warning, inputs);
    const Bytes matrices = worksheet ? Bytes(0) : keptMatrices(work);
    when(matrices > Bytes(0), FindingId::KeptMatrices, Severity::Warning, matrices);
    when(!worksheet && hidesModules(scenario.training), FindingId::UnfoundModules,
        Severity::Warning);
    when(!worksheet && lacksBackwardKernels(scenario.training), FindingId::IdleKernels,
        Severity::Information);
    const Bytes kept(worksheet ? 0 : keptExperts(work));
    when(kept > Bytes(0), FindingId::KeptExperts, Severity::Warning, kept);
    const Bytes held(worksheet ? 0 : heldFrozen(work));
    when(held > Bytes(0), FindingId::HeldFrozen, Severity::Warning, held);
    when(!worksheet && replacesAlgorithm(plan), FindingId::AlgorithmUnavailable, Severity::Warning);
    if (Finding *finding = contradicts(FindingId::LinkNotThere))
        finding->link = scenario.hardware.link;
    if (Finding *finding = contradicts(FindingId::ObjectiveNotPlanned))
        finding->what = *objectiveObstacle(scenario, resolved.spec);
    if (Finding *finding = contradicts(FindingId::AdapterNotPlanned))
        finding->what = *adapterObstacle(scenario, resolved.spec);
    if (Finding *finding = contradicts(FindingId::IndexerNotPlanned))
        finding->what = *indexerObstacle(scenario, resolved.spec);
    contradicts(FindingId::IndexerUnheard);
    contradicts(FindingId::ClampedBase);
    contradicts(FindingId::PackedPixels);
    contradicts(FindingId::NoCheckpoints);
    if (Finding *finding = contradicts(FindingId::PackedBase))
        finding->what = resolved.spec.remarks.quantization;
    contradicts(FindingId::NoFp8);
    if (Finding *finding = contradicts(FindingId::Fp8NotPlanned))
        finding->what = *fp8Obstacle(scenario, resolved.spec);
    if (Finding *finding = contradicts(FindingId::BaseNotPlanned))
        finding->what = *baseObstacle(scenario, resolved.spec);
    if (Finding *finding = contradicts(FindingId::TeacherVocabulary))
        finding->gain = static_cast<double>(resolved.teacher->spec.vocabulary);
    if (Finding *finding = contradicts(FindingId::UpdateNotPlanned))
        finding->what = *updateObstacle(scenario, resolved.spec);
    if (Finding *finding = contradicts(FindingId::ProjectionNotPlanned))
        finding->what = *projectionObstacle(scenario, resolved.spec);
    if (Finding *finding = contradicts(FindingId::OptimizerStops))
        finding->what = *optimizerStop(scenario);
    if (Finding *finding = contradicts(FindingId::OptimizerNotPlanned))
        finding->what = *optimizerObstacle(scenario, resolved.spec);
    if (Finding *finding = contradicts(FindingId::HostActivationsNotPlanned))
        finding->what = *hostActivationsObstacle(scenario, resolved.spec);
    if (Finding *finding = contradicts(FindingId::ReentryNotPlanned))
        finding->what = *reentryObstacle(scenario, resolved.spec);
    contradicts(FindingId::GenerationsDoNotDivide);
    contradicts(FindingId::LoneAnswer);
    contradicts(FindingId::RolloutTooSmall);
    contradicts(FindingId::UnevenHeads);
    contradicts(FindingId::RouterAdapter);
    contradicts(FindingId::RefusedAdapter);
    contradicts(FindingId::PackedOutput);
    contradicts(FindingId::BuffersInSingle);
    contradicts(FindingId::RoutersInSingle);
    contradicts(FindingId::FusedDropout);
    contradicts(FindingId::SequenceTooLong);
    contradicts(FindingId::BeyondPositions);
    contradicts(FindingId::ModulesNotPlanned);
    contradicts(FindingId::TowerNotPlanned);
    contradicts(FindingId::ImagesTooLong);
    contradicts(FindingId::QuantizedSharding);
    when(!worksheet && leavesUnquantized(work), FindingId::NotQuantized, Severity::Warning);
    const Bytes padding = worksheet ? Bytes(0) : fsdpLayerPadding(work, modules);
    when(padding > Bytes(0), FindingId::ShardPadding, Severity::Warning, padding);
    const bool unfuses = !worksheet && work.spec().kvHeads != work.spec().heads
        && modules.settings().unfusesSharedKeys();
    when(unfuses, FindingId::SharedKeysInSingle, Severity::Warning);
    when(!worksheet && isCompiled(training.kernels) && !isCompileFollowed(work, modules.settings()),
        FindingId::CompileNotFollowed, Severity::Warning);
    addEach(omissionFindings(plan, resolved));
    addEach(objectiveFindings(plan, resolved));
    when(!worksheet && misreadsPadding(scenario, resolved.spec), FindingId::PaddingMisread,
        Severity::Warning);
    if (!worksheet && takesWindowsUnmasked(scenario, resolved))
        when(true, FindingId::WindowsUnmasked, Severity::Information, takenByWindowMasks(modules));
    when(work.cutter == Cutter::AutoEp, FindingId::ExpertsNeedOwnLoop, Severity::Warning);
    if (std::optional<Finding> idle = idleAdapters(scenario, resolved.spec))
        addEach({*std::move(idle)});
    if (std::optional<Finding> start = decomposedStart(scenario))
        findings.push_back(*std::move(start));
    when(!worksheet && objectiveOf(training, resolved.spec) != training.objective,
        FindingId::LearnsMasked, Severity::Information);
    contradicts(FindingId::WorksheetOnly);
    when(!worksheet && isUnvalidated(plan.memory.confidence), FindingId::UnvalidatedFamily,
        Severity::Warning);
    contradicts(FindingId::NodeNotFull);
    when(resolved.isScaled, FindingId::ScaledModel, Severity::Information);
    when(usesFp16(training.precision), FindingId::Fp16LossScaling, Severity::Information);
    when(parallel.gpus == 1 && parallel.strategy != Strategy::Ddp, FindingId::ShardingAlone,
        Severity::Information);
    if (held > Bytes(0)) // which says more of the same
        std::erase_if(findings, [](const Finding &finding) {
            const bool isOfCheckpoints = finding.subject == "training.checkpointing";
            return finding.id == FindingId::GatheredWeights
                || (finding.id == FindingId::TakesMore && isOfCheckpoints);
        });
    return findings;
}

} // namespace shardscope
