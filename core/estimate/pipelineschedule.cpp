// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/pipelineschedule.h"

#include <algorithm>

namespace shardscope {

namespace {

enum class Keep { Cells, End };

/// Lets the stages run until none can go on.
class Simulation
{
public:
    Simulation(std::span<const StagePace> stages, const PipelineOrder &order, Keep keep)
        : m_paces(stages)
        , m_keep(keep)
        , m_order(order)
        , m_states(stages.size())
    {
        const std::size_t passes = stages.size() * static_cast<std::size_t>(order.passes());
        m_forward.assign(passes, unknown);
        m_backward.assign(passes, unknown);
        m_made.chunks = order.chunks;
        m_made.fillsFirst = order.fillsFirst;
        m_made.microBatches = order.microBatches;
        m_made.stages.resize(stages.size());
    }

    PipelineSchedule made()
    {
        std::vector<int> waiting;
        for (int stage = last(); stage >= 0; --stage)
            waiting.push_back(stage);
        while (!waiting.empty()) {
            const int stage = waiting.back();
            waiting.pop_back();
            while (advance(stage))
                waiting.push_back(m_reader);
        }
        for (const State &state : m_states) {
            if (state.backward < m_order.passes())
                return {}; // each waits for another
            m_made.drained = std::max(m_made.drained, state.free);
        }
        update();
        return std::move(m_made);
    }

private:
    struct State
    {
        int forward = 0; ///< passes that are done
        int backward = 0;
        Seconds free{};
    };
    static constexpr Seconds unknown{-1};

    int last() const { return static_cast<int>(m_paces.size()) - 1; }
    const StagePace &pace(int stage) const { return m_paces[static_cast<std::size_t>(stage)]; }

    Seconds &finish(Pass pass, int stage, const PipelinePlace &place)
    {
        const auto index = static_cast<std::size_t>(
            (stage * m_order.chunks + place.chunk) * m_order.microBatches + place.microBatch);
        return pass == Pass::Forward ? m_forward[index] : m_backward[index];
    }

    /// When what the pass needs has come; `unknown` until then.
    Seconds needed(Pass pass, int stage, PipelinePlace place)
    {
        if (pass == Pass::Forward) {
            if (stage > 0)
                return finish(pass, stage - 1, place);
            --place.chunk; // from the last stage back to the first
            return place.chunk < 0 ? Seconds(0) : finish(pass, last(), place);
        }
        if (stage < last())
            return finish(pass, stage + 1, place);
        ++place.chunk;
        if (place.chunk < m_order.chunks)
            return finish(pass, 0, place);
        --place.chunk;
        return finish(Pass::Forward, stage, place); // its own loss
    }

    /// Of one chunk. The head stands in the last chunk of the last stage.
    PassTime timeOf(Pass pass, int stage, int chunk) const
    {
        const StagePace &own = pace(stage);
        const PassTime &whole = pass == Pass::Forward ? own.forward : own.backward;
        const Seconds head = pass == Pass::Forward ? own.headForward : own.headBackward;
        PassTime part{(whole.length - head) / m_order.chunks, whole.waited / m_order.chunks};
        if (chunk + 1 == m_order.chunks)
            part.length += head;
        return part;
    }

    bool advance(int stage)
    {
        State &state = m_states[static_cast<std::size_t>(stage)];
        if (state.backward == m_order.passes())
            return false;
        const bool isForward = state.forward < m_order.passes()
            && state.forward - state.backward <= m_order.warmUp(last() + 1, stage);
        const Pass pass = isForward ? Pass::Forward : Pass::Backward;
        int &number = isForward ? state.forward : state.backward;
        const PipelinePlace place = m_order.at(last() + 1, !isForward, number);
        const Seconds ready = needed(pass, stage, place);
        if (ready == unknown)
            return false;
        const PassTime time = timeOf(pass, stage, place.chunk);
        const Seconds begin = std::max(state.free, ready);
        state.free = begin + time.length;
        finish(pass, stage, place) = state.free;
        ++number;
        if (m_keep == Keep::Cells)
            m_made.stages[static_cast<std::size_t>(stage)].push_back(
                {pass, place.microBatch, place.chunk, begin, state.free, time.waited});
        const int stages = last() + 1;
        m_reader = (stage + (isForward ? 1 : stages - 1)) % stages;
        return true;
    }

    void update()
    {
        m_made.end = m_made.drained;
        for (std::size_t stage = 0; stage < m_paces.size(); ++stage) {
            const PassTime &update = m_paces[stage].update;
            const Seconds end = m_made.drained + update.length;
            if (m_keep == Keep::Cells && update.length > Seconds(0))
                m_made.stages[stage].push_back(
                    {Pass::Update, 0, 0, m_made.drained, end, update.waited});
            m_made.end = std::max(m_made.end, end);
        }
    }

    std::span<const StagePace> m_paces;
    Keep m_keep;
    PipelineOrder m_order;
    std::vector<State> m_states;
    std::vector<Seconds> m_forward; ///< when it is done, by stage, chunk and micro-batch
    std::vector<Seconds> m_backward;
    PipelineSchedule m_made;
    int m_reader = 0; ///< the stage that may have waited for the last pass
};

/// As many micro-batches as fill the pipeline, and drain it, with some to see in between; whole
/// groups less than all of them. Where all go forward first there is no such middle.
PipelineOrder laidOut(const PipelineOrder &order, std::size_t stages)
{
    constexpr int fewest = 8;
    PipelineOrder kept = order;
    const int group = order.groupOf(static_cast<int>(stages));
    const int enough = std::max({2 * static_cast<int>(stages), 2 * group, fewest});
    if (!order.fillsFirst)
        kept.microBatches -= std::max(0, order.microBatches - enough) / group * group;
    return kept;
}

void findSteadyPhase(PipelineSchedule &schedule)
{
    schedule.steadyEnd = schedule.drained;
    for (const std::vector<PipelineCell> &cells : schedule.stages) {
        const auto first = std::find_if(cells.begin(), cells.end(),
            [](const PipelineCell &cell) { return cell.pass == Pass::Backward; });
        const auto last = std::find_if(cells.rbegin(), cells.rend(),
            [](const PipelineCell &cell) { return cell.pass == Pass::Forward; });
        schedule.steadyBegin = std::max(schedule.steadyBegin, first->begin);
        schedule.steadyEnd = std::min(schedule.steadyEnd, last->end);
    }
}

/// Moves what comes after an instant by what is left out there.
void cut(PipelineSchedule &schedule, Seconds at, int microBatches, Seconds length)
{
    schedule.cutBegin = at;
    schedule.cutEnd = at + length;
    schedule.microBatches += microBatches;
    schedule.microBatchesLeftOut = microBatches;
    for (std::vector<PipelineCell> &cells : schedule.stages) {
        std::vector<PipelineCell> moved;
        moved.reserve(cells.size() + 1);
        for (const PipelineCell &cell : cells) {
            PipelineCell later = cell;
            later.begin += length;
            later.end += length;
            if (cell.pass != Pass::Update)
                later.microBatch += microBatches;
            if (cell.begin < at) {
                PipelineCell &kept = moved.emplace_back(cell);
                if (cell.end <= at)
                    continue;
                kept.isCut = true;
                kept.end = at;
                kept.waited = std::max(Seconds(0), cell.waited - (cell.end - at));
                later.isCut = true;
                later.begin = schedule.cutEnd;
                later.waited = std::min(cell.waited, cell.end - at);
            }
            moved.push_back(later);
        }
        cells = std::move(moved);
    }
    schedule.steadyEnd += length;
    schedule.drained += length;
    schedule.end += length;
}

PipelineSchedule simulated(std::span<const StagePace> stages, const PipelineOrder &order, Keep keep)
{
    const bool isKnown = std::all_of(stages.begin(), stages.end(), [](const StagePace &stage) {
        return stage.forward.length > Seconds(0) && stage.backward.length > Seconds(0);
    });
    if (stages.size() < 2 || order.microBatches < 1 || !isKnown)
        return {};
    return Simulation(stages, order, keep).made();
}

/// In the steady phase, each group of micro-batches takes the same time.
Seconds lengthLeftOut(std::span<const StagePace> stages, const PipelineOrder &kept, int leftOut,
    const PipelineSchedule &laidOut)
{
    if (leftOut <= 0)
        return {};
    const int group = kept.groupOf(static_cast<int>(stages.size()));
    PipelineOrder longer = kept;
    longer.microBatches += group;
    const PipelineSchedule more = simulated(stages, longer, Keep::End);
    return leftOut / group * (more.end - laidOut.end);
}

/// All but the slowest take part in the first and the last micro-batch alone.
Seconds closedForm(std::span<const StagePace> stages, const PipelineOrder &order)
{
    Seconds all{};
    Seconds slowest{};
    Seconds update{};
    for (const StagePace &stage : stages) {
        all += stage.microStep();
        slowest = std::max(slowest, stage.microStep());
        update = std::max(update, stage.update.length);
    }
    return order.microBatches * slowest + (all - slowest) / order.chunks + update;
}

} // namespace

PipelineSchedule wholePipelineSchedule(
    std::span<const StagePace> stages, const PipelineOrder &order)
{
    PipelineSchedule schedule = simulated(stages, order, Keep::Cells);
    if (!schedule.isEmpty())
        findSteadyPhase(schedule);
    return schedule;
}

Seconds pipelineStep(std::span<const StagePace> stages, const PipelineOrder &order)
{
    const PipelineOrder kept = laidOut(order, stages.size());
    const PipelineSchedule schedule = simulated(stages, kept, Keep::End);
    if (schedule.isEmpty())
        return closedForm(stages, order);
    return schedule.end
        + lengthLeftOut(stages, kept, order.microBatches - kept.microBatches, schedule);
}

PipelineSchedule pipelineSchedule(std::span<const StagePace> stages, const PipelineOrder &order)
{
    const PipelineOrder kept = laidOut(order, stages.size());
    const int leftOut = order.microBatches - kept.microBatches;
    PipelineSchedule schedule = wholePipelineSchedule(stages, kept);
    if (!schedule.isEmpty() && leftOut > 0)
        cut(schedule, (schedule.steadyBegin + schedule.steadyEnd) / 2.0, leftOut,
            lengthLeftOut(stages, kept, leftOut, schedule));
    return schedule;
}

namespace {

std::vector<StagePace> pacesOf(const Plan &plan)
{
    std::vector<StagePace> paces;
    for (const StagePlan &stage : plan.stages)
        paces.push_back(paceOf(stage, plan.scenario.training.accumulation));
    return paces;
}

PipelineOrder orderOf(const Plan &plan)
{
    return pipelineOrder(plan.scenario, meshOf(plan.scenario));
}

} // namespace

PipelineSchedule pipelineSchedule(const Plan &plan)
{
    return pipelineSchedule(pacesOf(plan), orderOf(plan));
}

PipelineSchedule wholePipelineSchedule(const Plan &plan)
{
    return wholePipelineSchedule(pacesOf(plan), orderOf(plan));
}

} // namespace shardscope
