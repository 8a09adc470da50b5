// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/schedule.h"

#include "core/estimate/overlap.h"

#include <algorithm>

namespace shardscope {

namespace {

constexpr int mostMicroSteps = 3; ///< that are laid out

/// Adds a stretch; goes on with the last one where nothing changes.
void append(std::vector<Stretch> &stretches, const Stretch &next)
{
    if (next.end <= next.begin)
        return;
    const bool goesOn = !stretches.empty() && stretches.back().end == next.begin
        && stretches.back().isWaitedFor == next.isWaitedFor;
    if (goesOn)
        stretches.back().end = next.end;
    else
        stretches.push_back(next);
}

/// One layer, or what stands beside the layers.
struct Slot
{
    int layer = -1;
    Seconds compute{};
};

class ScheduleLayout
{
public:
    explicit ScheduleLayout(const Plan &plan)
        : m_plan(plan)
        , m_microSteps(plan.scenario.training.accumulation)
        , m_windows(windowsOf(plan.traffic, plan.time, m_microSteps))
    {
        m_made.collectives.resize(plan.traffic.collectives.size());
        const StepTime &time = plan.time;
        // Multiprocessors that collectives take away are missing throughout.
        m_slowdown = time.compute / (time.compute - time.contention);
    }

    Schedule made()
    {
        const int shown = std::min(m_microSteps, mostMicroSteps);
        m_made.microStepsLeftOut = m_microSteps - shown;
        for (int microStep = 0; microStep < shown; ++microStep) {
            const bool isLast = microStep + 1 == shown;
            forward(microStep);
            pass(
                PhaseId::Backward, microStep, windowOf(PhaseId::Backward, isLast), backwardSlots());
        }
        pass(PhaseId::OptimizerStep, shown - 1, windowOf(PhaseId::OptimizerStep, true),
            {{-1, m_plan.time.update}});
        m_made.end = m_now;
        return m_made;
    }

private:
    const Window &windowOf(PhaseId phase, bool isOnce) const
    {
        return *std::find_if(m_windows.begin(), m_windows.end(),
            [=](const Window &window) { return window.phase == phase && window.isOnce == isOnce; });
    }

    std::vector<Slot> layerSlots(Seconds compute) const
    {
        const auto layers = static_cast<int>(m_plan.model.spec.layers);
        std::vector<Slot> slots;
        for (int layer = 0; layer < layers; ++layer)
            slots.push_back({layer, compute / layers});
        return slots;
    }

    std::vector<Slot> backwardSlots() const
    {
        const StepTime &time = m_plan.time;
        std::vector<Slot> slots = layerSlots(time.backward - time.headBackward);
        slots.push_back({-1, time.headBackward});
        std::reverse(slots.begin(), slots.end());
        return slots;
    }

    /// The loss is a phase of its own, but hides communication as the layers do.
    void forward(int microStep)
    {
        const StepTime &time = m_plan.time;
        std::vector<Slot> slots = layerSlots(time.forward - time.headForward);
        slots.push_back({-1, time.headForward});
        pass(PhaseId::Forward, microStep, windowOf(PhaseId::Forward, microStep == 0), slots);
        PhaseTime &forward = m_made.phases.back();
        if (time.headForward <= Seconds(0))
            return;
        PhaseTime loss = forward;
        loss.phase = PhaseId::Loss;
        loss.layers = {forward.layers.back()};
        loss.begin = loss.layers.front().begin;
        loss.waited = forward.waited * m_lastShare;
        forward.end = loss.begin;
        forward.waited -= loss.waited;
        forward.layers.pop_back();
        m_made.phases.push_back(loss);
    }

    void pass(PhaseId phase, int microStep, const Window &window, const std::vector<Slot> &slots)
    {
        PhaseTime time{.phase = phase, .microStep = microStep, .begin = m_now};
        Seconds computing{};
        for (const Slot &slot : slots)
            computing += slot.compute;
        edges(window, false);
        for (const Slot &slot : slots) {
            const double share = computing > Seconds(0) ? slot.compute / computing : 0;
            const Seconds begin = m_now;
            layer(window, m_slowdown * slot.compute, share);
            time.layers.push_back({slot.layer, begin, m_now});
            m_lastShare = share;
        }
        edges(window, true);
        for (const Beside &one : window.beside)
            time.waited += one.exposed();
        time.end = m_now;
        m_made.phases.push_back(time);
    }

    /// Collectives of a layer one after another: first beside its computation, then without it.
    void layer(const Window &window, Seconds compute, double share)
    {
        append(m_made.compute, {m_now, m_now + compute});
        Seconds at = m_now;
        for (const Beside &one : window.beside)
            at = send(one.collective, at, share * one.hidden(), false);
        m_now += compute;
        for (const Beside &one : window.beside)
            m_now = send(one.collective, m_now, share * one.beyond, true);
    }

    /// The first piece of what is gathered, the last one of what is reduced.
    void edges(const Window &window, bool isEnd)
    {
        for (const Beside &one : window.beside) {
            if (isResult(m_plan.traffic.collectives[one.collective].op) == isEnd)
                m_now = send(one.collective, m_now, one.edge, true);
        }
    }

    Seconds send(std::size_t collective, Seconds begin, Seconds length, bool isWaitedFor)
    {
        append(m_made.collectives[collective], {begin, begin + length, isWaitedFor});
        return begin + length;
    }

    const Plan &m_plan;
    int m_microSteps;
    std::vector<Window> m_windows;
    double m_slowdown = 1;
    Schedule m_made;
    Seconds m_now{};
    double m_lastShare = 0; ///< of the last slot in its pass
};

const PhaseTime *findPhase(const Schedule &schedule, PhaseId phase, int microStep)
{
    const bool isOnce = phase == PhaseId::OptimizerStep;
    const auto found = std::find_if(
        schedule.phases.begin(), schedule.phases.end(), [=](const PhaseTime &candidate) {
            return candidate.phase == phase && (isOnce || candidate.microStep == microStep);
        });
    return found == schedule.phases.end() ? nullptr : &*found;
}

/// Where a row of samples lies; those outside the layers stand before the first or after the last.
LayerTime placeOf(const PhaseTime &phase, int layer, Seconds from)
{
    const auto found = std::find_if(phase.layers.begin(), phase.layers.end(),
        [layer](const LayerTime &candidate) { return candidate.layer == layer; });
    const bool isAhead = found != phase.layers.end() && found->end > from;
    // Whoever comes first waits for the first gather, too.
    const bool isFirst = found == phase.layers.begin();
    if (isAhead)
        return {layer, isFirst ? from : std::max(from, found->begin), found->end};
    const auto next = std::find_if(phase.layers.begin(), phase.layers.end(),
        [from](const LayerTime &candidate) { return candidate.begin >= from; });
    return {layer, from, next == phase.layers.end() ? phase.end : next->begin};
}

bool isSameRow(const Sample &a, const Sample &b)
{
    return a.phase == b.phase && a.microStep == b.microStep && a.layer == b.layer;
}

} // namespace

Schedule stepSchedule(const Plan &plan)
{
    const StepTime &time = plan.time;
    if (time.step <= Seconds(0) || time.forward <= Seconds(0))
        return {};
    return ScheduleLayout(plan).made();
}

std::vector<Seconds> sampleTimes(const Schedule &schedule, const std::vector<Sample> &samples)
{
    std::vector<Seconds> times;
    Seconds now{};
    for (std::size_t begin = 0; begin < samples.size();) {
        std::size_t end = begin;
        while (end < samples.size() && isSameRow(samples[begin], samples[end]))
            ++end;
        LayerTime place{.begin = now, .end = now};
        if (const PhaseTime *phase
            = findPhase(schedule, samples[begin].phase, samples[begin].microStep))
            place = placeOf(*phase, samples[begin].layer, std::max(now, phase->begin));
        const Seconds each = (place.end - place.begin) / static_cast<double>(end - begin);
        for (std::size_t i = begin; i < end; ++i)
            times.push_back(place.begin + static_cast<double>(i - begin) * each);
        now = place.end;
        begin = end;
    }
    times.push_back(now);
    return times;
}

} // namespace shardscope
