// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/planner/outlook.h"

#include "core/allocator/detailed.h"
#include "core/base/memo.h"
#include "core/engines/steprecord.h"
#include "core/estimate/hostmemory.h"
#include "core/estimate/overhead.h"
#include "core/estimate/pipelineschedule.h"
#include "core/estimate/run.h"
#include "core/estimate/traffic.h"
#include "core/judge/confidence.h"
#include "core/judge/runnable.h"
#include "core/judge/runverdict.h"
#include "core/planner/makeplan.h"
#include "core/scenario/spacing.h"

#include <algorithm>
#include <limits>
#include <map>

namespace shardscope {

namespace {

SpeedOutlook speedOf(const StepTime &time, const Traffic &traffic, const RunPlan &run)
{
    return {.step = time.step,
        .tokensPerSecond = time.tokensPerSecond,
        .tokensPerSecondPerGpu = time.tokensPerSecondPerGpu,
        .mfu = time.mfu,
        .traffic = traffic.bytesPerGpuPerStep(),
        .run = run};
}

/// The worksheet knows of no allocator.
Bytes leastOf(const Memory &memory)
{
    Bytes least = memory.peak;
    for (const Overhead &overhead : memory.overheads) {
        if (overhead.id == OverheadId::Allocator)
            least -= overhead.bytes;
    }
    return least;
}

} // namespace

Result<MemoryOutlook> plannedMemory(
    const Scenario &scenario, const Catalog &catalog, Reserving reserving)
{
    const Result<Plan> plan = makePlan(scenario, catalog, reserving);
    if (!plan)
        return plan.error();
    return outlookOf(*plan);
}

MemoryOutlook outlookOf(const Plan &plan)
{
    const Memory &memory = plan.memory;
    const bool hasRange = memory.confidence.isRange();
    return {.peak = memory.peak,
        .low = hasRange ? memory.confidence.low : memory.peak,
        .high = hasRange ? memory.confidence.high : memory.peak,
        .least = leastOf(memory),
        .verdict = memory.verdict,
        .host = memory.host.perNode,
        .hostMissing = memory.host.missing(),
        .obstacle = obstacleIn(plan.findings)};
}

bool mayChangeWhenPlayed(const MemoryOutlook &estimated)
{
    // How much more than estimated may be played, beside the range: the allocator's share varies by
    // some tenths with lengths, batches and numbers of GPUs, and more where little but what comes
    // and goes is on the GPU. How much less has a bound of its own.
    const double doubt = estimated.host > Bytes(0) ? 0.75 : 0.5;
    const Bytes capacity = estimated.verdict.capacity;
    return estimated.least <= capacity && (1 + doubt) * estimated.high > capacity;
}

bool mayChangeWhenPlayed(const Plan &plan)
{
    const bool isDecided = obstacleIn(plan.findings) || plan.memory.host.missing() > Bytes(0);
    return !isDecided && plan.memory.reserving() == Reserving::Estimated
        && canBePlayed(plan.scenario) && mayChangeWhenPlayed(outlookOf(plan));
}

std::string_view verdictWord(const MemoryOutlook &memory)
{
    const bool isRefused = memory.obstacle && stopsRun(*memory.obstacle);
    return isRefused ? nameOf(verdictFor(*memory.obstacle)) : nameOf(memory.fit());
}

namespace {

StepModules modulesOf(const LayerSettings &settings)
{
    return StepModules(settings);
}

} // namespace

/// What was worked out for the scenarios asked about last.
class Evaluator::Memory
{
public:
    Memory(const Catalog &catalog, std::size_t families)
        : m_catalog(catalog)
        , m_counts(families)
        , m_modules(families)
    { }

    const Catalog &catalog() const { return m_catalog; }

    bool follow(std::vector<PlayedShare> played)
    {
        if (played == m_played)
            return false;
        m_played = std::move(played);
        return true;
    }

    Result<Resolved> resolved(const Scenario &scenario)
    {
        Result<FoundModel> model = findModel(scenario.model, m_catalog);
        if (!model)
            return model.error();
        const Result<Equipment> equipment = resolveEquipment(scenario, m_catalog);
        if (!equipment)
            return equipment.error();
        model->spec = specAtWork(std::move(model->spec), scenario.vision);
        const Counts &counts = m_counts.of(countKeyOf(model->spec, scenario));
        return resolvedWith(scenario, *std::move(model), *equipment, counts);
    }

    /// The step of a stage, and which.
    struct StageStep
    {
        int stage = 0;
        StepRecord step{};
    };
    using StageSteps = std::vector<StageStep>;

    /// Of the fullest stage; of the first that is hopeless, where `mayStop`.
    MemoryOutlook memory(const Scenario &scenario, const Resolved &resolved, StageSteps &steps,
        bool mayStop = false, Extent extent = Extent::Whole)
    {
        std::optional<MemoryOutlook> fullest;
        for (const int stage : decidingStages(meshFor(scenario, resolved.spec), resolved.spec)) {
            MemoryOutlook outlook
                = memoryOf(makeWorkload(scenario, resolved, stage), stage, steps, extent);
            if (!fullest || outlook.peak > fullest->peak)
                fullest = std::move(outlook);
            if (mayStop && !isHopeful(*fullest))
                break;
        }
        fullest->obstacle = obstacleOf(scenario, resolved);
        if (!isPlanned(fullest->obstacle)) { // no measured run tells a range of it
            fullest->low = fullest->high = fullest->peak;
            fullest->verdict = judge(fullest->peak, fullest->verdict.capacity);
        }
        return *std::move(fullest);
    }

    static bool isHopeful(const MemoryOutlook &memory)
    {
        return memory.canFit() || memory.canBeAtRisk() || memory.fit() != Fit::DoesNotFit;
    }

    /// `known`: steps of some of its stages.
    SpeedOutlook speed(const Scenario &scenario, const Resolved &resolved, StageSteps known = {})
    {
        std::optional<StepTime> slowest;
        Traffic traffic;
        double fullest = -1;
        std::vector<StagePace> paces;
        const Workload first = makeWorkload(scenario, resolved);
        const int microSteps = scenario.training.accumulation;
        for (int stage = 0; stage < first.mesh.pipeline; ++stage) {
            if (areLike(first.mesh, resolved.spec, stage, stage - 1)
                && sendAlike(first.mesh, stage, stage - 1, scenario.parallel.gpusPerNode)) {
                paces.push_back(StagePace(paces.back()));
                continue;
            }
            const Workload whole = makeWorkload(scenario, resolved, stage);
            const StepModules &modules = m_modules.of(whole.layerSettings());
            const Workload work = onRank(whole, modules.tapes());
            const StepRecord step = stepOf(stage, work, modules, known);
            Traffic sent = trafficOf(work, step.wire);
            const StepTime time = stepTime(work, modules, sent);
            paces.push_back(paceOf(sent, time, microSteps));
            if (!slowest || time.step > slowest->step)
                slowest = time;
            // A plan says what the fullest stage sends.
            const double tensors = peakOfTensors(step.ledger);
            if (tensors > fullest) {
                fullest = tensors;
                traffic = std::move(sent);
            }
        }
        const StepTime time = first.mesh.pipeline > 1
            ? inPipeline(*slowest, pipelineStep(paces, pipelineOrder(scenario, first.mesh)), first)
            : *slowest;
        return speedOf(time, traffic, runPlan(first, time));
    }

private:
    /// Taken out of `known`, where it is there.
    static StepRecord stepOf(
        int stage, const Workload &work, const StepModules &modules, StageSteps &known)
    {
        const auto found = std::find_if(known.begin(), known.end(),
            [stage](const StageStep &one) { return one.stage == stage; });
        return found == known.end() ? record(work, modules) : std::move(found->step);
    }

    MemoryOutlook memoryOf(const Workload &whole, int stage, StageSteps &steps, Extent extent)
    {
        const StepModules &modules = m_modules.of(whole.layerSettings());
        const Workload work = onRank(whole, modules.tapes());
        const Overheads overheads = overheadsOf(work, m_played);
        const HostMemory host = hostMemory(work);
        const Bytes capacity = capacityOf(work.resolved.gpu->usable(), work.scenario.hardware);
        const double limit = extent == Extent::Whole ? std::numeric_limits<double>::infinity()
                                                     : hopelessFrom(work, overheads, capacity);
        steps.push_back({stage, record(work, modules, limit)});
        const StepRecord &step = steps.back().step;
        const Bytes tensors(peakOfTensors(step.ledger));
        const Footprint footprint = footprintOf(overheads, tensors);
        const Bytes peak = footprint.device;
        const Confidence range = rangeAround(peak, work, reservingOf(overheads, tensors));
        return {.peak = peak,
            .low = range.low,
            .high = range.high,
            .least = peak - (footprint.reserved - footprint.allocated),
            .verdict = judge(peak, range, capacity),
            .host = host.perNode,
            .hostMissing = host.missing()};
    }

    static StepRecord record(const Workload &work, const StepModules &modules,
        double limit = std::numeric_limits<double>::infinity())
    {
        return recordStep(work, modules, Ledger::Detail::Totals, limit);
    }

    /// Bytes of tensors from which on it can neither fit nor be at risk, however it is played: then
    /// even the low end of a range around what is allocated is beyond the capacity.
    double hopelessFrom(const Workload &work, const Overheads &overheads, Bytes capacity)
    {
        Bytes low = capacity;
        for (const Reserving reserving : {Reserving::Estimated, Reserving::Played}) {
            const Confidence range = rangeAround(capacity, work, reserving);
            low = std::min(low, range.low);
        }
        const Bytes least = low > Bytes(0) ? capacity * (capacity / low)
                                           : Bytes(std::numeric_limits<double>::infinity());
        return (least - overheads.outside() - overheads.workspace.bytes()).value();
    }

    Confidence rangeAround(Bytes peak, const Workload &work, Reserving reserving)
    {
        const std::vector<Omission> omissions = omissionsOf(work.scenario, work.resolved);
        Confidence range{.low = peak, .high = peak + knownBytes(omissions)};
        const Traits traits = traitsOf(setupOf(work));
        const ValidatedGround &ground = groundOf(traits.choices, reserving);
        if (ground.isEmpty())
            return range;
        const ByteRange found
            = rangeWith(omissions, peak, ground.at(traits.sizes, omissions.empty()));
        range.low = found.low;
        range.high = found.high;
        return range;
    }

    const ValidatedGround &groundOf(const ValidatedGround::Choices &choices, Reserving reserving)
    {
        constexpr std::size_t most = 64;
        if (m_grounds.size() > most)
            m_grounds.clear();
        return m_grounds
            .try_emplace(std::pair(choices, reserving), choices, m_catalog.runs, reserving)
            .first->second;
    }

    const Catalog &m_catalog;
    Memo<CountKey, Counts, countsOf> m_counts;
    Memo<LayerSettings, StepModules, modulesOf> m_modules;
    std::vector<PlayedShare> m_played;
    /// By the choices that were asked about: who compares a few comes back to them.
    std::map<std::pair<ValidatedGround::Choices, Reserving>, ValidatedGround> m_grounds;
};

Evaluator::Evaluator(const Catalog &catalog, std::size_t families)
    : m_memory(std::make_unique<Memory>(catalog, std::max<std::size_t>(families, 1)))
{ }

Evaluator::Evaluator(Evaluator &&) noexcept = default;
Evaluator &Evaluator::operator=(Evaluator &&) noexcept = default;
Evaluator::~Evaluator() = default;

bool Evaluator::follow(std::vector<PlayedShare> played)
{
    return m_memory->follow(std::move(played));
}

Result<MemoryOutlook> Evaluator::memory(const Scenario &scenario)
{
    return memoryOf(scenario, Extent::Whole);
}

Result<MemoryOutlook> Evaluator::memoryIfItFits(const Scenario &scenario)
{
    return memoryOf(scenario, Extent::WhileItFits);
}

Result<MemoryOutlook> Evaluator::memoryOf(const Scenario &scenario, Extent extent)
{
    if (scenario.estimator == EstimatorKind::Worksheet)
        return plannedMemory(scenario, m_memory->catalog(), Reserving::Estimated);
    const Result<Resolved> resolved = m_memory->resolved(scenario);
    if (!resolved)
        return resolved.error();
    Memory::StageSteps steps;
    const MemoryOutlook outlook = m_memory->memory(scenario, *resolved, steps, false, extent);
    if (const Status possible = checkCorrection(scenario.hardware, outlook.peak); !possible)
        return possible.error();
    return outlook;
}

Result<Outlook> Evaluator::outlook(const Scenario &scenario)
{
    Outlook both;
    if (scenario.estimator == EstimatorKind::Worksheet) {
        const Result<MemoryOutlook> memory = Evaluator::memory(scenario);
        if (!memory)
            return memory.error();
        both.memory = *memory;
        if (const Result<SpeedOutlook> found = speed(scenario); found && Memory::isHopeful(*memory))
            both.speed = *found;
        return both;
    }
    const Result<Resolved> resolved = m_memory->resolved(scenario);
    if (!resolved)
        return resolved.error();
    Memory::StageSteps steps;
    both.memory = m_memory->memory(scenario, *resolved, steps, true);
    if (const Status possible = checkCorrection(scenario.hardware, both.memory.peak); !possible)
        return possible.error();
    if (Memory::isHopeful(both.memory))
        both.speed = m_memory->speed(scenario, *resolved, std::move(steps));
    return both;
}

Result<SpeedOutlook> Evaluator::speed(const Scenario &scenario)
{
    if (scenario.estimator == EstimatorKind::Worksheet) {
        const Result<Plan> plan = makePlan(scenario, m_memory->catalog());
        if (!plan)
            return plan.error();
        return speedOf(plan->time, plan->traffic, plan->run);
    }
    const Result<Resolved> resolved = m_memory->resolved(scenario);
    if (!resolved)
        return resolved.error();
    return m_memory->speed(scenario, *resolved);
}

} // namespace shardscope
