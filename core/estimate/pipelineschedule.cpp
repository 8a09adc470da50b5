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
        for (int stage = 0; stage < count(); ++stage)
            m_states[static_cast<std::size_t>(stage)].passes = order.passesOf(count(), stage);
        m_made.chunks = order.chunks;
        m_made.fillsFirst = order.fillsFirst;
        m_made.kind = order.kind;
        m_made.microBatches = order.microBatches;
        m_made.stages.resize(stages.size());
    }

    PipelineSchedule made()
    {
        std::vector<int> waiting;
        for (int stage = count() - 1; stage >= 0; --stage)
            waiting.push_back(stage);
        while (!waiting.empty()) {
            const int stage = waiting.back();
            waiting.pop_back();
            while (advance(stage))
                waiting.push_back(m_reader);
        }
        for (const State &state : m_states) {
            if (state.done < state.passes.size())
                return {}; // each waits for another
            m_made.drained = std::max(m_made.drained, state.free);
        }
        update();
        return std::move(m_made);
    }

private:
    struct State
    {
        std::vector<StageOp> passes{};
        std::size_t done = 0;
        Seconds free{};
    };
    static constexpr Seconds unknown{-1};

    int count() const { return static_cast<int>(m_paces.size()); }
    int lastPlace() const { return count() * m_order.chunks - 1; }
    const StagePace &pace(int stage) const { return m_paces[static_cast<std::size_t>(stage)]; }

    /// Of the chunk at a place of the model.
    Seconds &finish(bool isBackward, int place, int microBatch)
    {
        const auto index = static_cast<std::size_t>(place * m_order.microBatches + microBatch);
        return isBackward ? m_backward[index] : m_forward[index];
    }

    /// When what the pass needs has come; `unknown` until then.
    Seconds needed(const StageOp &pass, int place)
    {
        if (!pass.isBackward)
            return place > 0 ? finish(false, place - 1, pass.microBatch) : Seconds(0);
        if (pass.part == BackwardPart::Weights)
            return finish(true, place, pass.microBatch);
        return place < lastPlace() ? finish(true, place + 1, pass.microBatch)
                                   : finish(false, place, pass.microBatch); // its own loss
    }

    /// Of one chunk. The head stands in the last chunk of its stage.
    PassTime timeOf(const StageOp &pass, int stage, int place) const
    {
        const StagePace &own = pace(stage);
        const bool hasHead = pass.chunk + 1 == m_order.chunks;
        const PassTime &whole = pass.isBackward ? own.backward : own.forward;
        const Seconds head = pass.isBackward ? own.headBackward : own.headForward;
        PassTime part{(whole.length - head) / m_order.chunks, whole.waited / m_order.chunks};
        if (hasHead)
            part.length += head;
        if (pass.part == BackwardPart::Whole)
            return part;
        const bool isInputs = pass.part == BackwardPart::Inputs;
        if (place == 0) // whose input nobody differentiates
            return isInputs ? PassTime{} : part;
        const Seconds weights
            = own.weights / m_order.chunks + (hasHead ? own.headWeights : Seconds(0));
        return isInputs ? PassTime{part.length - weights, part.waited} : PassTime{weights, {}};
    }

    bool advance(int stage)
    {
        State &state = m_states[static_cast<std::size_t>(stage)];
        if (state.done == state.passes.size())
            return false;
        const StageOp &pass = state.passes[state.done];
        const int place = m_order.placeInModel(count(), stage, pass.chunk);
        const Seconds ready = needed(pass, place);
        if (ready == unknown)
            return false;
        const PassTime time = timeOf(pass, stage, place);
        const Seconds begin = std::max(state.free, ready);
        const Seconds end = begin + time.length;
        ++state.done;
        m_reader = stage;
        if (pass.part != BackwardPart::Weights) {
            finish(pass.isBackward, place, pass.microBatch) = end;
            const int next = place + (pass.isBackward ? -1 : 1);
            if (next >= 0 && next <= lastPlace())
                m_reader = m_order.stageAt(count(), next);
        }
        if (time.length <= Seconds(0))
            return true;
        state.free = end;
        if (m_keep == Keep::Cells)
            m_made.stages[static_cast<std::size_t>(stage)].push_back(
                {pass.isBackward ? Pass::Backward : Pass::Forward, pass.part, pass.microBatch,
                    pass.chunk, begin, end, time.waited});
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
                    {Pass::Update, BackwardPart::Whole, 0, 0, m_made.drained, end, update.waited});
            m_made.end = std::max(m_made.end, end);
        }
    }

    std::span<const StagePace> m_paces;
    Keep m_keep;
    PipelineOrder m_order;
    std::vector<State> m_states;
    std::vector<Seconds> m_forward; ///< when it is done, by place in the model and micro-batch
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
    const int filling = (order.isV() ? 4 : 2) * static_cast<int>(stages);
    const int enough = std::max({filling, 2 * group, fewest});
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
