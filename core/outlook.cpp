// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlook.h"

#include "core/confidence/confidence.h"
#include "core/run.h"
#include "core/stepmemo.h"
#include "core/traffic.h"

#include <algorithm>
#include <functional>
#include <list>
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

Result<MemoryOutlook> planned(const Scenario &scenario, const Catalog &catalog)
{
    const Result<Plan> plan = makePlan(scenario, catalog);
    if (!plan)
        return plan.error();
    return outlookOf(plan->memory);
}

} // namespace

MemoryOutlook outlookOf(const Memory &memory)
{
    const bool hasRange = memory.confidence.isRange();
    return {.peak = memory.peak,
        .low = hasRange ? memory.confidence.low : memory.peak,
        .high = hasRange ? memory.confidence.high : memory.peak,
        .verdict = memory.verdict,
        .host = memory.host.perNode,
        .hostMissing = memory.host.missing()};
}

/// What was worked out for the scenarios asked about last.
class Evaluator::Memo
{
public:
    Memo(const Catalog &catalog, std::size_t families)
        : m_catalog(catalog)
        , m_most(families)
    { }

    const Catalog &catalog() const { return m_catalog; }

    bool follow(std::vector<PlayedShare> played)
    {
        if (played == m_played)
            return false;
        m_played = std::move(played);
        for (StepMemo &step : m_steps)
            step.forgetOverheads();
        return true;
    }

    Result<MemoryOutlook> memory(const Scenario &scenario)
    {
        StepMemo &step = stepFor(scenario);
        if (const Status status = step.moveTo(scenario); !status)
            return status.error();
        const Overheads &overheads = step.overheads(m_played);
        const HostMemory &host = step.host();
        const Bytes tensors(step.tensors());
        const Bytes peak = footprintOf(overheads, tensors).device;
        const Confidence range = rangeAround(peak, step, reservingOf(overheads, tensors));
        const Bytes capacity = capacityOf(step.resolved().gpu->usable(), scenario.hardware);
        return MemoryOutlook{.peak = peak,
            .low = range.low,
            .high = range.high,
            .verdict = judge(peak, range, capacity),
            .host = host.perNode,
            .hostMissing = host.missing()};
    }

    Result<SpeedOutlook> speed(const Scenario &scenario)
    {
        StepMemo &step = stepFor(scenario);
        if (const Status status = step.moveTo(scenario); !status)
            return status.error();
        Traffic traffic = detailedTraffic(scenario, step.resolved());
        const StepTime time = stepTime(scenario, step.resolved(), traffic);
        return speedOf(time, traffic, runPlan(scenario, step.resolved(), time));
    }

private:
    /// That of the scenario's family; where there is none, a new one, or the one that nobody has
    /// asked for longest.
    StepMemo &stepFor(const Scenario &scenario)
    {
        auto found = std::find_if(m_steps.begin(), m_steps.end(),
            [&scenario](const StepMemo &step) { return step.isOfFamily(scenario); });
        if (found == m_steps.end())
            found = std::find_if(m_steps.begin(), m_steps.end(), std::mem_fn(&StepMemo::isEmpty));
        if (found == m_steps.end()) {
            if (m_steps.size() < m_most)
                return m_steps.emplace_front(m_catalog);
            --found;
        }
        if (found != m_steps.begin())
            m_steps.splice(m_steps.begin(), m_steps, found);
        return m_steps.front();
    }

    Confidence rangeAround(Bytes peak, const StepMemo &step, Reserving reserving)
    {
        const Traits traits = traitsOf(setupOf(step.scenario(), step.resolved()));
        const ValidatedGround &ground = groundNear(traits, reserving);
        Confidence range{.low = peak, .high = peak};
        if (ground.isEmpty())
            return range;
        const ValidatedGround::Place place = ground.at(traits.sizes);
        const ByteRange found = rangeOf(peak, place, ground.isValidated(place));
        range.low = found.low;
        range.high = found.high;
        return range;
    }

    const ValidatedGround &groundNear(const Traits &traits, Reserving reserving)
    {
        constexpr std::size_t most = 64;
        if (m_grounds.size() > most)
            m_grounds.clear();
        const auto [ground, isNew] = m_grounds.try_emplace(std::pair(traits.choices, reserving),
            traits.choices, m_catalog.measuredRuns, reserving);
        // What is asked about twice is asked about again.
        if (!isNew)
            ground->second.approach(traits.sizes);
        return ground->second;
    }

    const Catalog &m_catalog;
    const std::size_t m_most;
    std::list<StepMemo> m_steps; ///< the last one that was asked for goes first
    std::vector<PlayedShare> m_played;
    /// Of choices that were asked about: who compares a few comes back to them.
    std::map<std::pair<ValidatedGround::Choices, Reserving>, ValidatedGround> m_grounds;
};

Evaluator::Evaluator(const Catalog &catalog, std::size_t families)
    : m_memo(std::make_unique<Memo>(catalog, std::max<std::size_t>(families, 1)))
{ }

Evaluator::Evaluator(Evaluator &&) noexcept = default;
Evaluator &Evaluator::operator=(Evaluator &&) noexcept = default;
Evaluator::~Evaluator() = default;

bool Evaluator::follow(std::span<const Plan> played)
{
    return m_memo->follow(playedSharesOf(played));
}

Result<MemoryOutlook> Evaluator::memory(const Scenario &scenario)
{
    if (scenario.estimator == EstimatorKind::Worksheet)
        return planned(scenario, m_memo->catalog());
    const Result<MemoryOutlook> outlook = m_memo->memory(scenario);
    if (!outlook)
        return outlook.error();
    if (const Status possible = checkCorrection(scenario.hardware, outlook->peak); !possible)
        return possible.error();
    return outlook;
}

Result<SpeedOutlook> Evaluator::speed(const Scenario &scenario)
{
    if (scenario.estimator == EstimatorKind::Worksheet) {
        const Result<Plan> plan = makePlan(scenario, m_memo->catalog());
        if (!plan)
            return plan.error();
        return speedOf(plan->time, plan->traffic, plan->run);
    }
    return m_memo->speed(scenario);
}

} // namespace shardscope
