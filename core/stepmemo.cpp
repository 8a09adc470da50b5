// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stepmemo.h"

#include "core/frameworks/convention.h"

#include <algorithm>

namespace shardscope {

namespace {

/// What of the training settings changes the tapes, the number of tokens apart.
Training ofTapes(Training training)
{
    const Training standard;
    training.accumulation = standard.accumulation;
    training.optimizer = standard.optimizer;
    training.quantStorage = standard.quantStorage;
    training.loraPercent = standard.loraPercent;
    training.fusion = standard.fusion;
    training.dora = standard.dora;
    training.checkpointEvery = standard.checkpointEvery;
    training.sequenceLength = standard.sequenceLength;
    training.microBatch = standard.microBatch;
    return training;
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

} // namespace

bool StepMemo::isOfFamily(const Scenario &next) const
{
    return m_resolved && m_scenario.model == next.model
        && ofTapes(m_scenario.training) == ofTapes(next.training)
        && computeAlike(m_scenario.parallel, next.parallel);
}

Status StepMemo::moveTo(const Scenario &next)
{
    m_movesTokens = m_resolved && differInTokensAlone(m_scenario, next);
    if (m_movesTokens)
        takeTokens(next);
    else if (const Status status = take(next); !status)
        return status.error();
    m_work.emplace(makeWorkload(m_scenario, *m_resolved));
    return success();
}

double StepMemo::tensors()
{
    if (!m_tensors)
        m_tensors = peakOfTensors();
    return *m_tensors;
}

const Overheads &StepMemo::overheads(std::span<const PlayedShare> played)
{
    if (!m_overheads)
        m_overheads = overheadsOf(*m_work, played);
    return *m_overheads;
}

const HostMemory &StepMemo::host()
{
    if (!m_host)
        m_host = hostMemory(*m_work);
    return *m_host;
}

Status StepMemo::take(const Scenario &next)
{
    if (isOfFamily(next)) {
        const Result<Equipment> equipment = resolveEquipment(next, m_catalog);
        if (!equipment)
            return equipment.error();
        static_cast<Equipment &>(*m_resolved) = *equipment;
        moveTokens(next.training);
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
    m_overheads.reset();
    m_host.reset();
    m_scenario = next;
    return success();
}

void StepMemo::takeTokens(const Scenario &next)
{
    m_tensors.reset();
    moveTokens(next.training);
    m_scenario.training.microBatch = next.training.microBatch;
    m_scenario.training.sequenceLength = next.training.sequenceLength;
    m_scenario.training.accumulation = next.training.accumulation;
    m_scenario.run = next.run;
}

void StepMemo::moveTokens(const Training &next)
{
    if (m_scenario.training.microBatch == next.microBatch
        && m_scenario.training.sequenceLength == next.sequenceLength)
        return;
    m_rerun.hasTrack = false;
    if (m_tapes == Tapes::Ready)
        m_tapes = Tapes::OfOtherTokens;
    if (m_isBoundToTokens)
        loseCourse();
}

void StepMemo::loseCourse()
{
    m_isRecorded = false;
    m_tensors.reset();
}

void StepMemo::bringTapes()
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

double StepMemo::peakOfTensors()
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
std::optional<double> StepMemo::peakAgain()
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
    if (!m_rerun.hasTrack)
        run(m_rerun.recording.policy->wantsModules());
    return m_rerun.peak(*m_modules, accumulation);
}

void StepMemo::run(bool hasLayerEvents)
{
    if (!m_hasRun || m_hasLayerEvents != hasLayerEvents)
        m_modules->run(hasLayerEvents);
    m_hasRun = true;
    m_hasLayerEvents = hasLayerEvents;
}

void StepMemo::record()
{
    play(m_recording, nullptr);
    m_isBoundToTokens = m_recording.policy->followsTokens();
    m_isRecorded = true;
}

void StepMemo::play(Recording &next, Script *script)
{
    next.policy.reset(); // its memory is at hand
    next.ledger = Ledger(Ledger::Detail::Totals);
    next.policy
        = conventionFor(m_scenario.parallel).policy(*m_work, m_modules->tapes(), next.ledger);
    if (script)
        next.policy->write(*script);
    run(next.policy->wantsModules());
    next.accumulation = m_scenario.training.accumulation;
    next.course = recordCourse(*m_modules, next.accumulation, *next.policy, next.ledger, script);
    next.isOfTapes = true;
}

bool StepMemo::Recording::hasOtherSizes(int nextAccumulation) const
{
    return isOfTapes && microStepsOf(accumulation) == microStepsOf(nextAccumulation)
        && policy->hasOtherSizes();
}

std::optional<double> StepMemo::Rerun::peak(const StepModules &modules, int accumulation)
{
    if (!hasTrack)
        hasTrack = track.write(script, recording.course, modules, accumulation);
    recording.isOfTapes = hasTrack;
    if (!hasTrack)
        return std::nullopt;
    sizes.clear();
    recording.policy->fillSizes(sizes);
    return track.peak(
        sizes, [this](Script::Size size) { return recording.policy->momentOf(size); });
}

} // namespace shardscope
