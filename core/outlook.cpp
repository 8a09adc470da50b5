// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlook.h"

#include "core/confidence.h"
#include "core/frameworks/convention.h"
#include "core/hostmemory.h"
#include "core/overhead.h"
#include "core/replay/course.h"
#include "core/replay/track.h"
#include "core/run.h"
#include "core/traffic.h"

#include <algorithm>
#include <map>
#include <optional>

namespace shardscope {

namespace {

/// What of the training settings changes the tapes.
Training ofTapes(Training training)
{
    const Training standard;
    training.accumulation = standard.accumulation;
    training.optimizer = standard.optimizer;
    training.quantStorage = standard.quantStorage;
    training.loraPercent = standard.loraPercent;
    training.fusion = standard.fusion;
    return training;
}

/// Then the model is the same one as well, with the same adapters.
bool haveSameTapes(const Scenario &one, const Scenario &other)
{
    return one.model == other.model && ofTapes(one.training) == ofTapes(other.training)
        && computeAlike(one.parallel, other.parallel);
}

/// Further micro-steps are like those between the first and the last.
constexpr int unlikeMicroSteps = 3;

int microStepsOf(int accumulation)
{
    return std::min(accumulation, unlikeMicroSteps);
}

/// In the number of tokens, and in that of like micro-steps.
bool differInTokensAlone(const Scenario &one, const Scenario &other)
{
    Training training = one.training;
    training.sequenceLength = other.training.sequenceLength;
    training.microBatch = other.training.microBatch;
    if (std::min(training.accumulation, other.training.accumulation) >= unlikeMicroSteps)
        training.accumulation = other.training.accumulation;
    return training == other.training && one.parallel == other.parallel
        && one.hardware == other.hardware && one.model == other.model
        && one.estimator == other.estimator;
}

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

/// A policy that is at work.
struct Recording
{
    Ledger ledger{Ledger::Detail::Totals};
    std::unique_ptr<Policy> policy{};
    Course course{};
    int accumulation = 1;
    bool isOfTapes = false; ///< of those that are there

    /// For the policy's workload of now.
    bool hasOtherSizes(int nextAccumulation) const
    {
        return isOfTapes && microStepsOf(accumulation) == microStepsOf(nextAccumulation)
            && policy->hasOtherSizes();
    }
};

/// How a course comes about again for other numbers of GPUs.
struct Rerun
{
    Recording recording{};
    Script script{};
    Track track{};
    bool hasTrack = false; ///< of the number of tokens
    std::vector<double> sizes{};

    std::optional<double> peak(const StepModules &modules, int accumulation)
    {
        if (!hasTrack)
            hasTrack = track.write(script, recording.course, modules, accumulation);
        recording.isOfTapes = hasTrack;
        if (!hasTrack)
            return std::nullopt;
        sizes.clear();
        recording.policy->addSizes(sizes);
        return track.peak(
            sizes, [this](Script::Size size) { return recording.policy->momentOf(size); });
    }
};

/// The scenario asked about last, and what was worked out for it.
class Evaluator::Memo
{
public:
    explicit Memo(const Catalog &catalog)
        : m_catalog(catalog)
    { }

    const Catalog &catalog() const { return m_catalog; }

    bool follow(std::vector<PlayedShare> played)
    {
        if (played == m_played)
            return false;
        m_played = std::move(played);
        m_isEquipped = false;
        return true;
    }

    /// Takes over a scenario, and forgets what it does not share with the one before.
    Status moveTo(const Scenario &next)
    {
        m_movesTokens = m_resolved && differInTokensAlone(m_scenario, next);
        if (m_movesTokens)
            takeTokens(next);
        else if (const Status status = take(next); !status)
            return status.error();
        m_work.emplace(makeWorkload(m_scenario, *m_resolved));
        return success();
    }

    MemoryOutlook memory()
    {
        if (!m_tensors)
            m_tensors = peakOfTensors();
        if (!m_isEquipped)
            equip();
        const Bytes peak = footprintOf(m_overheads, Bytes(*m_tensors)).device;
        const Setup<std::string_view> setup = setupOf(m_scenario, *m_resolved);
        const Traits traits = traitsOf(setup);
        const ValidatedGround &ground = groundNear(traits);
        Confidence range{.low = peak, .high = peak};
        if (!ground.isEmpty()) {
            const ValidatedGround::Place place = ground.at(traits.sizes);
            const ByteRange found = rangeOf(peak, place, ground.isValidated(place));
            range.low = found.low;
            range.high = found.high;
        }
        const Bytes capacity = capacityOf(m_resolved->gpu->usable(), m_scenario.hardware);
        return {.peak = peak,
            .low = range.low,
            .high = range.high,
            .verdict = judge(peak, range, capacity),
            .host = m_host.perNode,
            .hostMissing = m_host.missing()};
    }

    SpeedOutlook speed() const
    {
        Traffic traffic = detailedTraffic(m_scenario, *m_resolved);
        const StepTime time = stepTime(m_scenario, *m_resolved, traffic);
        return speedOf(time, traffic, runPlan(m_scenario, *m_resolved, time));
    }

private:
    enum class Tapes { None, OfOtherTokens, Ready };

    Status take(const Scenario &next)
    {
        if (m_resolved && haveSameTapes(m_scenario, next)) {
            const Result<Equipment> equipment = resolveEquipment(next, m_catalog);
            if (!equipment)
                return equipment.error();
            static_cast<Equipment &>(*m_resolved) = *equipment;
        } else {
            Result<Resolved> resolved = resolve(next, m_catalog);
            if (!resolved)
                return resolved.error();
            m_resolved = std::move(*resolved);
            m_tapes = Tapes::None;
        }
        const bool isSameStep = m_tapes != Tapes::None && m_scenario.training == next.training
            && m_scenario.parallel == next.parallel;
        if (!isSameStep)
            loseCourse();
        m_isEquipped = false;
        m_scenario = next;
        return success();
    }
    void takeTokens(const Scenario &next)
    {
        m_tensors.reset();
        if (m_scenario.training.microBatch != next.training.microBatch
            || m_scenario.training.sequenceLength != next.training.sequenceLength)
            loseTokens();
        m_scenario.training.microBatch = next.training.microBatch;
        m_scenario.training.sequenceLength = next.training.sequenceLength;
        m_scenario.training.accumulation = next.training.accumulation;
        m_scenario.run = next.run;
    }
    void loseTokens()
    {
        m_rerun.hasTrack = false;
        if (m_tapes == Tapes::Ready)
            m_tapes = Tapes::OfOtherTokens;
        if (m_isBoundToTokens)
            loseCourse();
    }
    void loseCourse()
    {
        m_isRecorded = false;
        m_tensors.reset();
    }

    void bringTapes()
    {
        const Training &training = m_scenario.training;
        const bool canMove = m_tapes == Tapes::OfOtherTokens && m_hasRun;
        m_tapes = Tapes::Ready;
        if (canMove && m_modules->moveTo(training.microBatch, training.sequenceLength))
            return;
        m_modules.emplace(*m_work);
        m_hasRun = false;
        m_recording.isOfTapes = false;
        m_rerun.recording.isOfTapes = false;
        if (m_isRecorded)
            run(m_hasLayerEvents);
    }

    const ValidatedGround &groundNear(const Traits &traits)
    {
        constexpr std::size_t most = 64;
        if (m_grounds.size() > most)
            m_grounds.clear();
        const Reserving reserving = m_overheads.reserving;
        const auto [ground, isNew] = m_grounds.try_emplace(std::pair(traits.choices, reserving),
            traits.choices, m_catalog.measuredRuns, reserving);
        // What is asked about twice is asked about again.
        if (!isNew)
            ground->second.approach(traits.sizes);
        return ground->second;
    }

    double peakOfTensors()
    {
        if (m_tapes != Tapes::Ready)
            bringTapes();
        if (!m_isRecorded) {
            if (const std::optional<double> peak = peakAgain())
                return *peak;
            record();
        }
        const int accumulation = m_scenario.training.accumulation;
        std::optional<PhasePeaks> peaks = peaksAlong(m_recording.course, *m_modules, accumulation);
        if (!peaks) {
            // The number of tokens has changed what the modules do, not only how much they hold.
            record();
            peaks = peaksAlong(m_recording.course, *m_modules, accumulation);
        }
        return *std::max_element(peaks->begin(), peaks->end());
    }

    /// Where the number of GPUs alone has changed, it may change again.
    std::optional<double> peakAgain()
    {
        if (m_movesTokens)
            return std::nullopt;
        const int accumulation = m_scenario.training.accumulation;
        if (!m_rerun.recording.hasOtherSizes(accumulation)) {
            if (!m_recording.hasOtherSizes(accumulation))
                return std::nullopt;
            m_rerun.script.clear();
            play(m_rerun.recording, &m_rerun.script);
            m_rerun.hasTrack = false;
        }
        return m_rerun.peak(*m_modules, accumulation);
    }

    void run(bool hasLayerEvents)
    {
        if (!m_hasRun || m_hasLayerEvents != hasLayerEvents)
            m_modules->run(hasLayerEvents);
        m_hasRun = true;
        m_hasLayerEvents = hasLayerEvents;
    }

    void record()
    {
        play(m_recording, nullptr);
        m_isBoundToTokens = m_recording.policy->followsTokens();
        m_isRecorded = true;
    }

    void equip()
    {
        m_overheads = overheadsOf(*m_work, m_played);
        m_host = hostMemory(*m_work);
        m_isEquipped = true;
    }

    void play(Recording &next, Script *script)
    {
        next.policy.reset(); // its memory is at hand
        next.ledger = Ledger(Ledger::Detail::Totals);
        next.policy
            = conventionFor(m_scenario.parallel).policy(*m_work, m_modules->tapes(), next.ledger);
        if (script)
            next.policy->write(*script);
        run(next.policy->wantsModules());
        next.accumulation = m_scenario.training.accumulation;
        next.course
            = recordCourse(*m_modules, next.accumulation, *next.policy, next.ledger, script);
        next.isOfTapes = true;
    }

    const Catalog &m_catalog;
    std::vector<PlayedShare> m_played;
    Scenario m_scenario;
    std::optional<Resolved> m_resolved;
    std::optional<Workload> m_work; ///< of these two, always at the same place
    std::optional<StepModules> m_modules; ///< of m_work
    Tapes m_tapes = Tapes::None; ///< m_modules, as far as they are those of the scenario
    bool m_hasRun = false;
    bool m_hasLayerEvents = false;
    // What does not depend on the number of tokens.
    Recording m_recording;
    bool m_isRecorded = false;
    Rerun m_rerun;
    bool m_movesTokens = false; ///< and nothing else, since the question before
    bool m_isBoundToTokens = false; ///< but this recording is
    std::optional<double> m_tensors; ///< bytes at the peak
    Overheads m_overheads;
    HostMemory m_host;
    bool m_isEquipped = false; ///< with these two
    /// Of choices that were asked about: who compares a few comes back to them.
    std::map<std::pair<ValidatedGround::Choices, Reserving>, ValidatedGround> m_grounds;
};

Evaluator::Evaluator(const Catalog &catalog)
    : m_memo(std::make_unique<Memo>(catalog))
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
    if (Status status = m_memo->moveTo(scenario); !status)
        return status.error();
    const MemoryOutlook outlook = m_memo->memory();
    if (const Status possible = checkCorrection(scenario.hardware, outlook.peak); !possible)
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
    if (Status status = m_memo->moveTo(scenario); !status)
        return status.error();
    return m_memo->speed();
}

} // namespace shardscope
