// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/judge/savingfindings.h"

#include "core/allocator/detailed.h"
#include "core/engines/convention.h"
#include "core/engines/steprecord.h"
#include "core/scenario/move.h"

#include <bit>
#include <utility>

namespace shardscope {

namespace {

/// A plan beside what it would be with another value of one setting.
class Alternatives
{
public:
    Alternatives(const Plan &plan, const Workload &work, const StepModules &modules)
        : m_plan(plan)
        , m_work(work)
        , m_modules(modules)
    { }

    /// Says so where `value` takes less memory for tensors.
    template <class Value>
    void weigh(const char *key, Value value)
    {
        if (const Result<Scenario> other = with(key, value))
            compare(key, m_plan.memory.footprint.tensors, tensorsOf(*other), setting(key, value));
    }
    /// The same, for what torch's allocator reserves.
    template <class Value>
    void weighReserved(const char *key, Value value)
    {
        if (const Result<Scenario> other = with(key, value))
            compare(key, m_plan.memory.peak, playedPeak(*other), setting(key, value));
    }

    std::vector<Finding> take() { return std::move(m_findings); }

private:
    /// Errors: a value that the input does not take.
    template <class Value>
    Result<Scenario> with(const char *key, Value value) const
    {
        return applied(m_plan.scenario, setting(key, value).settings);
    }

    Bytes tensorsOf(const Scenario &other) const
    {
        Resolved resolved = m_work.resolved;
        const double ranks
            = static_cast<double>(other.training.loraRank) / m_plan.scenario.training.loraRank;
        resolved.adapters
            = ranks * (resolved.adapters - resolved.adapterLengths) + resolved.adapterLengths;
        const Workload work = makeWorkload(other, resolved);
        const LayerSettings settings = work.layerSettings();
        const auto peak = [&work](const StepModules &modules) {
            return Bytes(peakOfTensors(recordStep(work, modules, Ledger::Detail::Totals).ledger));
        };
        return settings == m_modules.settings() ? peak(m_modules) : peak(StepModules(settings));
    }
    Bytes playedPeak(const Scenario &other) const
    {
        const Workload work = makeWorkload(other, m_work.resolved);
        const StepRecord step = recordStep(work, m_modules, Ledger::Detail::Parts);
        return detailedMemory(work, step.ledger, Reserving::Played, {}).peak;
    }

    void compare(std::string_view key, Bytes with, Bytes without, Move repair)
    {
        constexpr double worthAWord = 0.01;
        if (with <= (1 + worthAWord) * without)
            return;
        m_findings.push_back({.id = FindingId::TakesMore,
            .severity = Severity::Warning,
            .subject = key,
            .bytes = with - without,
            .repair = std::move(repair)});
    }

    const Plan &m_plan;
    const Workload &m_work;
    const StepModules &m_modules;
    std::vector<Finding> m_findings;
};

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
            && hasReentrantCheckpoints(scenario));
}

bool loopsOverExperts(const Scenario &scenario, const ModelSpec &spec)
{
    return spec.experts && spec.modules.router != Router::EveryToken
        && scenario.training.modules == ModuleLibrary::Transformers5
        && frameworkFor(scenario.parallel) != Framework::Megatron
        && scenario.training.experts == ExpertCode::Loop;
}

Checkpointing lessThan(Checkpointing checkpointing)
{
    return checkpointing == Checkpointing::Full ? Checkpointing::Selective : Checkpointing::None;
}

} // namespace

std::vector<Finding> savingFindings(
    const Plan &plan, const Workload &work, const StepModules &modules)
{
    const Scenario &scenario = plan.scenario;
    const Training &training = scenario.training;
    if (scenario.estimator == EstimatorKind::Worksheet)
        return {};
    Alternatives others(plan, work, modules);
    // DeepSpeed 0.19.6 stage_1_and_2.py, _has_inf_or_nan: of a whole gradient that is offloaded, a
    // copy in fp32 and more, whatever little of the optimizer's state the GPU held.
    if (scenario.parallel.offload != Offload::None)
        others.weigh("parallel.offload", Offload::None);
    // Gradients that go to NVMe are flattened in 16 bit first.
    if (scenario.parallel.offload == Offload::Nvme)
        others.weigh("parallel.offload", Offload::Parameters);
    if (training.checkpointing != Checkpointing::None && canCheckpointingTakeMore(scenario))
        others.weigh("training.checkpointing", lessThan(training.checkpointing));
    // The same trace: larger adapters are further from their next use, and not kept until then.
    constexpr double worthALook = 0.01;
    const bool gathersMuch
        = plan.memory.atPeak(PartId::Gathered) > worthALook * plan.memory.footprint.tensors;
    if (training.method != Method::Full && gathersByTrace(scenario) && gathersMuch)
        others.weigh("training.lora_rank", 2 * std::int64_t{training.loraRank});
    // DeepSpeed 0.19.6 coalesced_collectives.py: a gradient that the ranks do not divide is copied
    // into a padded buffer.
    const auto gpus = static_cast<unsigned>(scenario.parallel.gpus);
    if (gathersByTrace(scenario) && !std::has_single_bit(gpus))
        others.weigh("parallel.gpus", std::int64_t{std::bit_floor(gpus)});
    if (loopsOverExperts(scenario, work.spec()))
        others.weigh("training.experts", ExpertCode::Grouped);
    // torch 2.14 CUDACachingAllocator.cpp: in one segment any free stretch may be split for what is
    // small and stays, and then a large request finds none. Segments of their own stay whole.
    if (plan.memory.reservation && scenario.hardware.allocator == Allocator::Expandable)
        others.weighReserved("hardware.allocator", Allocator::Default);
    return others.take();
}

std::vector<Finding> heldFindings(const Plan &plan)
{
    const Scenario &scenario = plan.scenario;
    std::vector<Finding> findings;
    if (scenario.estimator == EstimatorKind::Worksheet)
        return findings;
    constexpr double much = 0.25; // of the peak: worth a word
    const auto sayIfMuch = [&](PartId part, FindingId id) {
        const Bytes bytes = plan.memory.atPeak(part);
        if (bytes > much * plan.memory.peak)
            findings.push_back({.id = id, .severity = Severity::Information, .bytes = bytes});
    };
    sayIfMuch(PartId::Temporaries, FindingId::LargeTransients);
    sayIfMuch(PartId::Overhead, FindingId::LargeOverhead);
    if (frameworkFor(scenario.parallel) != Framework::DeepSpeed)
        return findings;
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
