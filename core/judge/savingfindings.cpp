// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/judge/savingfindings.h"

#include "core/allocator/detailed.h"
#include "core/engines/convention.h"
#include "core/scenario/settings.h"

#include <bit>
#include <utility>

namespace shardscope {

namespace {

constexpr double worthAWord = 0.01;

Bytes tensorsOf(const Scenario &scenario, const Resolved &resolved)
{
    const Workload work = makeWorkload(scenario, resolved);
    return Bytes(peakOfTensors(work, StepModules(work.layerSettings())));
}

Bytes playedPeak(const Scenario &scenario, const Resolved &resolved)
{
    const Workload work = makeWorkload(scenario, resolved);
    const StepModules modules(work.layerSettings());
    return detailedMemory(work, modules, Reserving::Played, {}).peak;
}

void compare(std::vector<Finding> &findings, std::string_view subject, Bytes with, Bytes without,
    Repair repair)
{
    if (with <= (1 + worthAWord) * without)
        return;
    findings.push_back({.id = FindingId::TakesMore,
        .severity = Severity::Warning,
        .subject = subject,
        .bytes = with - without,
        .repair = std::move(repair)});
}

/// ZeRO-3 keeps gathered what its trace uses again soon (DeepSpeed 0.19.6
/// partitioned_param_coordinator.py).
bool gathersByTrace(const Scenario &scenario)
{
    return frameworkFor(scenario.parallel) == Framework::DeepSpeed
        && scenario.parallel.strategy == Strategy::Zero3;
}

/// Where checkpointing can take more than it frees: in ZeRO-3's trace a recomputation repeats
/// modules; FSDP1 holds the inputs of frozen units through reentrant checkpoints, which selective
/// ones are not; and selective ones keep results of frozen weights' products, whose inputs autograd
/// would not have kept.
bool canCheckpointingTakeMore(const Scenario &scenario)
{
    const bool isFrozen = scenario.training.method != Method::Full;
    return gathersByTrace(scenario)
        || (isFrozen && scenario.training.checkpointing == Checkpointing::Selective)
        || (frameworkFor(scenario.parallel) == Framework::Fsdp1
            && scenario.training.stack != Stack::Transformers5);
}

bool loopsOverExperts(const Scenario &scenario, const ModelSpec &spec)
{
    return spec.experts && spec.modules.router != Router::EveryToken
        && scenario.training.stack == Stack::Transformers5
        && scenario.training.experts == ExpertCode::Loop;
}

Checkpointing lessThan(Checkpointing checkpointing)
{
    return checkpointing == Checkpointing::Full ? Checkpointing::Selective : Checkpointing::None;
}

} // namespace

std::vector<Finding> savingFindings(const Plan &plan, const Resolved &resolved)
{
    const Scenario &scenario = plan.scenario;
    std::vector<Finding> findings;
    if (scenario.estimator == EstimatorKind::Worksheet)
        return findings;
    // DeepSpeed 0.19.6 stage_1_and_2.py, _has_inf_or_nan: of a whole gradient that is offloaded, a
    // copy in fp32 and more, whatever little of the optimizer's state the GPU held.
    if (scenario.parallel.offload != Offload::None) {
        Scenario other = scenario;
        other.parallel.offload = Offload::None;
        compare(findings, "parallel.offload", plan.memory.footprint.tensors,
            tensorsOf(other, resolved), setting("parallel.offload", Offload::None));
    }
    if (scenario.training.checkpointing != Checkpointing::None
        && canCheckpointingTakeMore(scenario)) {
        Scenario other = scenario;
        other.training.checkpointing = lessThan(scenario.training.checkpointing);
        compare(findings, "training.checkpointing", plan.memory.footprint.tensors,
            tensorsOf(other, resolved),
            setting("training.checkpointing", other.training.checkpointing));
    }
    // The same trace: larger adapters are further from their next use, and not kept until then.
    if (scenario.training.method != Method::Full && gathersByTrace(scenario)) {
        Scenario other = scenario;
        other.training.loraRank *= 2;
        compare(findings, "training.lora_rank", plan.memory.footprint.tensors,
            tensorsOf(other, resolved), setting("training.lora_rank", other.training.loraRank));
    }
    // DeepSpeed 0.19.6 coalesced_collectives.py: a gradient that the ranks do not divide is copied
    // into a padded buffer.
    const auto gpus = static_cast<unsigned>(scenario.parallel.gpus);
    if (gathersByTrace(scenario) && !std::has_single_bit(gpus)) {
        Scenario other = scenario;
        other.parallel.gpus = static_cast<int>(std::bit_floor(gpus));
        compare(findings, "parallel.gpus", plan.memory.footprint.tensors,
            tensorsOf(other, resolved), setting("parallel.gpus", other.parallel.gpus));
    }
    if (loopsOverExperts(scenario, resolved.spec)) {
        Scenario other = scenario;
        other.training.experts = ExpertCode::Grouped;
        compare(findings, "training.experts", plan.memory.footprint.tensors,
            tensorsOf(other, resolved), setting("training.experts", ExpertCode::Grouped));
    }
    // torch 2.14 CUDACachingAllocator.cpp: in one segment any free stretch may be split for what is
    // small and stays, and then a large request finds none. Segments of their own stay whole.
    if (plan.memory.reservation && scenario.hardware.allocator == Allocator::Expandable) {
        Scenario other = scenario;
        other.hardware.allocator = Allocator::Default;
        compare(findings, "hardware.allocator", plan.memory.peak,
            playedPeak(other, resolved),
            setting("hardware.allocator", Allocator::Default));
    }
    return findings;
}

std::vector<Finding> heldFindings(const Plan &plan)
{
    const Scenario &scenario = plan.scenario;
    std::vector<Finding> findings;
    if (scenario.estimator == EstimatorKind::Worksheet
        || frameworkFor(scenario.parallel) != Framework::DeepSpeed)
        return findings;
    constexpr double much = 0.25;
    const Bytes gathered = plan.memory.atPeak(PartId::Gathered);
    if (scenario.parallel.strategy == Strategy::Zero3 && gathered > much * plan.memory.peak)
        findings.push_back({.id = FindingId::GatheredWeights,
            .severity = Severity::Information,
            .bytes = gathered});
    const Bytes gradients = plan.memory.atPeak(PartId::Gradients);
    if (scenario.parallel.strategy == Strategy::Zero1
        && offloadFor(scenario.parallel) != Offload::None && gradients > Bytes(0))
        findings.push_back({.id = FindingId::KeptGradients,
            .severity = Severity::Information,
            .bytes = gradients});
    return findings;
}

} // namespace shardscope
