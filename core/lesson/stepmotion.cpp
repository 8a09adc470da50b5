// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/stepmotion.h"

#include "core/estimate/schedule.h"

#include <algorithm>
#include <numeric>

namespace shardscope {

namespace {

/// Null where nothing runs at that moment. Stretches of one line follow each other.
const Stretch *runningAt(const std::vector<Stretch> &stretches, Seconds moment)
{
    const auto after = std::upper_bound(stretches.begin(), stretches.end(), moment,
        [](Seconds time, const Stretch &stretch) { return time < stretch.begin; });
    if (after == stretches.begin() || std::prev(after)->end <= moment)
        return nullptr;
    return &*std::prev(after);
}

/// The moments at which something begins or ends on the GPU or the wire, in order.
std::vector<Seconds> changesOf(const Schedule &schedule)
{
    std::vector<Seconds> changes;
    const auto add = [&changes](const std::vector<Stretch> &stretches) {
        for (const Stretch &stretch : stretches) {
            changes.push_back(stretch.begin);
            changes.push_back(stretch.end);
        }
    };
    add(schedule.compute);
    for (const std::vector<Stretch> &stretches : schedule.collectives)
        add(stretches);
    std::sort(changes.begin(), changes.end());
    return changes;
}

class Cutter
{
public:
    explicit Cutter(const Schedule &schedule)
        : m_schedule(schedule)
        , m_changes(changesOf(schedule))
        , m_shortest(1e-9 * schedule.end)
    { }

    /// The frames of one sample: cut wherever something changes meanwhile.
    void cut(const Sample &sample, Seconds begin, Seconds end, std::vector<StepFrame> &frames)
    {
        Seconds now = begin;
        while (m_next < m_changes.size() && m_changes[m_next] + m_shortest < end) {
            const Seconds change = m_changes[m_next++];
            if (change <= now + m_shortest) // the same moment, but for rounding
                continue;
            frames.push_back(frame(sample, now, change));
            now = change;
        }
        frames.push_back(frame(sample, now, end));
    }

private:
    StepFrame frame(const Sample &sample, Seconds begin, Seconds end) const
    {
        StepFrame made{.begin = begin,
            .end = end,
            .phase = sample.phase,
            .microStep = sample.microStep,
            .layer = sample.layer,
            .parts = sample.parts};
        if (end <= begin)
            return made;
        const Seconds middle = 0.5 * (begin + end);
        made.isComputing = runningAt(m_schedule.compute, middle) != nullptr;
        for (std::size_t i = 0; i < m_schedule.collectives.size(); ++i) {
            if (const Stretch *call = runningAt(m_schedule.collectives[i], middle))
                made.wire.push_back({.collective = i,
                    .begin = call->begin,
                    .end = call->end,
                    .isWaitedFor = call->isWaitedFor});
        }
        return made;
    }

    const Schedule &m_schedule;
    std::vector<Seconds> m_changes;
    Seconds m_shortest; ///< below which two moments are one
    std::size_t m_next = 0; ///< of the changes
};

} // namespace

Bytes StepFrame::held() const
{
    return Bytes(std::accumulate(parts.begin(), parts.end(), 0.0));
}

StepMotion stepMotion(const Plan &plan)
{
    const Schedule schedule = stepSchedule(plan);
    const std::vector<Sample> &samples = plan.memory.timeline.samples;
    if (schedule.phases.empty() || samples.empty())
        return {};
    StepMotion motion{.end = schedule.end, .microStepsLeftOut = schedule.microStepsLeftOut};
    const std::vector<Seconds> times = sampleTimes(schedule, samples);
    Cutter cutter(schedule);
    for (std::size_t i = 0; i < samples.size(); ++i)
        cutter.cut(samples[i], times[i], times[i + 1], motion.frames);
    for (const StepFrame &frame : motion.frames)
        motion.peak = std::max(motion.peak, frame.held());
    return motion;
}

const StepFrame *frameAt(const StepMotion &motion, Seconds moment)
{
    const std::vector<StepFrame> &frames = motion.frames;
    const auto after = std::upper_bound(frames.begin(), frames.end(), moment,
        [](Seconds time, const StepFrame &frame) { return time < frame.begin; });
    if (frames.empty())
        return nullptr;
    return after == frames.begin() ? &frames.front() : &*std::prev(after);
}

} // namespace shardscope
