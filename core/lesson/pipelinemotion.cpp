// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/pipelinemotion.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace shardscope {

namespace {

constexpr double rounding = 1e-9; // of the step: moments that are as near to each other are one

/// Goes through the cells of a stage, from frame to frame.
class StageFollower
{
public:
    StageFollower(const PipelineSchedule &schedule, std::size_t stage, Seconds bubble)
        : m_schedule(schedule)
        , m_cells(schedule.stages[stage])
        , m_bubble(bubble)
    {
        for (const PipelineCell &cell : m_cells)
            m_left += cell.length();
    }

    /// `begin` is no earlier than that of the frame before.
    StageMoment next(Seconds begin, Seconds end)
    {
        const Seconds middle = (begin + end) / 2.0;
        while (m_next < m_cells.size() && m_cells[m_next].end - soon() <= middle)
            leave();
        const bool isAtWork
            = m_next < m_cells.size() && m_cells[m_next].begin - soon() <= middle && begin < end;
        if (isAtWork)
            enter();
        StageMoment moment{.inFlight = m_inFlight, .bubble = bubbleUntil(begin)};
        if (isAtWork)
            moment.cell = m_next;
        return moment;
    }

private:
    Seconds soon() const { return rounding * m_schedule.end; }
    bool hasCut() const { return m_schedule.microBatchesLeftOut > 0; }

    /// Of a pass that the cut goes through, one half counts.
    void enter()
    {
        if (std::exchange(m_isInside, true))
            return;
        const PipelineCell &cell = m_cells[m_next];
        const bool isSecondHalf = cell.isCut && cell.begin >= m_schedule.cutEnd;
        m_inFlight += cell.pass == Pass::Forward && !isSecondHalf ? 1 : 0;
    }

    void leave()
    {
        enter();
        const PipelineCell &cell = m_cells[m_next];
        const bool isFirstHalf = cell.isCut && cell.end <= m_schedule.cutBegin;
        const bool isDone = cell.pass == Pass::Backward && cell.part != BackwardPart::Inputs;
        m_inFlight -= isDone && !isFirstHalf ? 1 : 0;
        m_worked += cell.length();
        m_left -= cell.length();
        m_isInside = false;
        ++m_next;
    }

    /// Before the cut counted from the beginning, behind it from the end.
    Seconds bubbleUntil(Seconds moment) const
    {
        Seconds inside{};
        if (m_next < m_cells.size())
            inside = std::max(Seconds(0), moment - m_cells[m_next].begin);
        if (!hasCut() || moment <= m_schedule.cutBegin)
            return std::max(Seconds(0), moment - m_worked - inside);
        const Seconds toWork = m_left - inside;
        return m_bubble - (m_schedule.end - moment - toWork);
    }

    const PipelineSchedule &m_schedule;
    const std::vector<PipelineCell> &m_cells;
    Seconds m_bubble;
    Seconds m_worked{}; ///< in cells that are over
    Seconds m_left{}; ///< in those that are not
    std::size_t m_next = 0;
    int m_inFlight = 0;
    bool m_isInside = false; ///< the next cell has begun
};

/// Each moment at which a stage begins or ends something, once.
std::vector<Seconds> momentsOf(const PipelineSchedule &schedule)
{
    std::vector<Seconds> all{Seconds(0), schedule.end};
    if (schedule.microBatchesLeftOut > 0)
        all.insert(all.end(), {schedule.cutBegin, schedule.cutEnd});
    for (const std::vector<PipelineCell> &cells : schedule.stages) {
        for (const PipelineCell &cell : cells)
            all.insert(all.end(), {cell.begin, cell.end});
    }
    std::sort(all.begin(), all.end());
    const Seconds near = rounding * schedule.end;
    all.erase(
        std::unique(all.begin(), all.end(), [near](Seconds a, Seconds b) { return b - a <= near; }),
        all.end());
    return all;
}

Term ruleOf(const PipelineSchedule &schedule)
{
    if (splitsBackward(schedule.kind))
        return {}; // how much of it is filled depends on how long the passes are
    const Term others = Term::count(static_cast<double>(schedule.stages.size() - 1));
    const Term passes = schedule.chunks > 1
        ? Term::count(schedule.microBatches) * Term::count(schedule.chunks)
        : Term::count(schedule.microBatches);
    return others / (passes + others);
}

} // namespace

double PipelineFrame::bubbleShare() const
{
    Seconds all{};
    for (const StageMoment &stage : stages)
        all += stage.bubble;
    const Seconds time = static_cast<double>(stages.size()) * begin;
    return time > Seconds(0) ? all / time : 0;
}

PipelineMotion pipelineMotion(PipelineSchedule schedule, const std::vector<Seconds> &bubbles)
{
    PipelineMotion motion;
    if (schedule.isEmpty())
        return motion;
    assert(bubbles.size() == schedule.stages.size());
    motion.schedule = std::move(schedule);
    motion.rule = ruleOf(motion.schedule);
    std::vector<StageFollower> stages;
    for (std::size_t stage = 0; stage < bubbles.size(); ++stage)
        stages.emplace_back(motion.schedule, stage, bubbles[stage]);
    const std::vector<Seconds> moments = momentsOf(motion.schedule);
    const bool hasCut = motion.schedule.microBatchesLeftOut > 0;
    for (std::size_t i = 0; i < moments.size(); ++i) {
        PipelineFrame frame{
            .begin = moments[i], .end = i + 1 < moments.size() ? moments[i + 1] : moments[i]};
        const Seconds middle = (frame.begin + frame.end) / 2.0;
        frame.isLeftOut
            = hasCut && middle > motion.schedule.cutBegin && middle < motion.schedule.cutEnd;
        for (StageFollower &stage : stages)
            frame.stages.push_back(stage.next(frame.begin, frame.end));
        motion.frames.push_back(std::move(frame));
    }
    return motion;
}

PipelineMotion pipelineMotion(const Plan &plan)
{
    std::vector<Seconds> bubbles;
    for (const StagePlan &stage : plan.stages)
        bubbles.push_back(stage.time.bubble);
    return pipelineMotion(pipelineSchedule(plan), bubbles);
}

} // namespace shardscope
