// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/judge/savingfindings.h"

#include "core/allocator/detailed.h"
#include "core/engines/convention.h"
#include "core/scenario/settings.h"

#include <utility>

namespace shardscope {

namespace {

constexpr double worthAWord = 0.01;

Bytes tensorsOf(const Scenario &scenario, const Resolved &resolved)
{
    const Workload work = makeWorkload(scenario, resolved);
    return Bytes(peakOfTensors(work, StepModules(work.layerSettings())));
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

/// Where the checkpointing of layers decides about more than activations: what ZeRO-3's trace
/// repeats stays gathered (DeepSpeed 0.19.6 partitioned_param_coordinator.py), and FSDP1 holds the
/// inputs of frozen units through reentrant checkpoints, which selective ones are not.
bool doesCheckpointingGather(const Scenario &scenario)
{
    const Framework framework = frameworkFor(scenario.parallel);
    return (framework == Framework::DeepSpeed && scenario.parallel.strategy == Strategy::Zero3)
        || (framework == Framework::Fsdp1 && scenario.training.stack != Stack::Transformers5);
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
        && doesCheckpointingGather(scenario)) {
        Scenario other = scenario;
        other.training.checkpointing = lessThan(scenario.training.checkpointing);
        compare(findings, "training.checkpointing", plan.memory.footprint.tensors,
            tensorsOf(other, resolved),
            setting("training.checkpointing", other.training.checkpointing));
    }
    // torch 2.14 CUDACachingAllocator.cpp: in one segment any free stretch may be split for what is
    // small and stays, and then a large request finds none. Segments of their own stay whole.
    if (plan.memory.reservation && scenario.hardware.allocator == Allocator::Expandable) {
        Scenario other = scenario;
        other.hardware.allocator = Allocator::Default;
        compare(findings, "hardware.allocator", plan.memory.peak,
            detailedMemory(other, resolved, Reserving::Played, {}).peak,
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
