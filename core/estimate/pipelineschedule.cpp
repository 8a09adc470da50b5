// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/pipelineschedule.h"

#include "core/scenario/framework.h"

#include <algorithm>

namespace shardscope {

namespace {

/// Which micro-batch goes through which chunk.
struct Place
{
    int microBatch = 0;
    int chunk = 0;
};

/// Counts the passes of each direction through all chunks: some forward to fill the pipeline, then
/// one forward and one backward in turn, then what is left backward.
class Passes
{
public:
    Passes(int stages, const PipelineOrder &order)
        : m_stages(stages)
        , m_order(order)
    { }

    int count() const { return m_order.chunks * m_order.microBatches; } ///< in each direction

    int warmUp(int stage) const
    {
        const int later = m_stages - stage - 1;
        const int wanted
            = m_order.chunks == 1 ? later : 2 * later + (m_order.chunks - 1) * m_order.group;
        return std::min(wanted, count());
    }

    /// A group of micro-batches goes through one chunk after another, before the next group comes.
    Place at(Pass pass, int number) const
    {
        if (m_order.chunks == 1)
            return {number, 0};
        const int first = number / (m_order.group * m_order.chunks) * m_order.group;
        const int group = std::min(m_order.group, m_order.microBatches - first);
        const int within = number - first * m_order.chunks;
        const int chunk = within / group;
        return {first + within % group, pass == Pass::Forward ? chunk : m_order.chunks - 1 - chunk};
    }

private:
    int m_stages;
    PipelineOrder m_order;
};

enum class Keep { Cells, End };

/// Lets the stages run until none can go on.
class Simulation
{
public:
    Simulation(std::span<const StagePace> stages, const PipelineOrder &order, Keep keep)
        : m_paces(stages)
        , m_keep(keep)
        , m_chunks(order.chunks)
        , m_microBatches(order.microBatches)
        , m_passes(static_cast<int>(stages.size()), order)
        , m_states(stages.size())
    {
        const std::size_t passes = stages.size() * static_cast<std::size_t>(m_passes.count());
        m_forward.assign(passes, unknown);
        m_backward.assign(passes, unknown);
        m_made.chunks = order.chunks;
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
            if (state.backward < m_passes.count())
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

    Seconds &finish(Pass pass, int stage, const Place &place)
    {
        const auto index = static_cast<std::size_t>(
            (stage * m_chunks + place.chunk) * m_microBatches + place.microBatch);
        return pass == Pass::Forward ? m_forward[index] : m_backward[index];
    }

    /// When what the pass needs has come; `unknown` until then.
    Seconds needed(Pass pass, int stage, Place place)
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
        if (place.chunk < m_chunks)
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
        PassTime part{(whole.length - head) / m_chunks, whole.waited / m_chunks};
        if (chunk + 1 == m_chunks)
            part.length += head;
        return part;
    }

    bool advance(int stage)
    {
        State &state = m_states[static_cast<std::size_t>(stage)];
        if (state.backward == m_passes.count())
            return false;
        const bool isForward = state.forward < m_passes.count()
            && state.forward - state.backward <= m_passes.warmUp(stage);
        const Pass pass = isForward ? Pass::Forward : Pass::Backward;
        int &number = isForward ? state.forward : state.backward;
        const Place place = m_passes.at(pass, number);
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
    int m_chunks;
    int m_microBatches;
    Passes m_passes;
    std::vector<State> m_states;
    std::vector<Seconds> m_forward; ///< when it is done, by stage, chunk and micro-batch
    std::vector<Seconds> m_backward;
    PipelineSchedule m_made;
    int m_reader = 0; ///< the stage that may have waited for the last pass
};

/// With a group, and of one that is as large as can be.
PipelineOrder completed(const PipelineOrder &order, std::size_t stages)
{
    PipelineOrder made = order;
    if (made.group <= 0 || made.chunks == 1)
        made.group = static_cast<int>(stages);
    made.group = std::max(1, made.group);
    return made;
}

/// As many micro-batches as fill the pipeline, and drain it, with some to see in between; whole
/// groups less than all of them.
PipelineOrder laidOut(const PipelineOrder &order, std::size_t stages)
{
    constexpr int fewest = 8;
    PipelineOrder kept = order;
    const int enough = std::max({2 * static_cast<int>(stages), 2 * order.group, fewest});
    kept.microBatches -= std::max(0, order.microBatches - enough) / order.group * order.group;
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
    PipelineOrder longer = kept;
    longer.microBatches += kept.group;
    const PipelineSchedule more = simulated(stages, longer, Keep::End);
    return leftOut / kept.group * (more.end - laidOut.end);
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

PipelineOrder pipelineOrder(const Scenario &scenario, const Mesh &mesh)
{
    PipelineOrder order{
        .chunks = mesh.chunks, .microBatches = scenario.training.accumulation, .group = 0};
    if (frameworkFor(scenario.parallel) != Framework::Megatron)
        order.group = order.microBatches / std::max(1, order.microBatches / mesh.pipeline);
    return order;
}

PipelineSchedule wholePipelineSchedule(
    std::span<const StagePace> stages, const PipelineOrder &order)
{
    PipelineSchedule schedule = simulated(stages, completed(order, stages.size()), Keep::Cells);
    if (!schedule.isEmpty())
        findSteadyPhase(schedule);
    return schedule;
}

Seconds pipelineStep(std::span<const StagePace> stages, const PipelineOrder &order)
{
    const PipelineOrder all = completed(order, stages.size());
    const PipelineOrder kept = laidOut(all, stages.size());
    const PipelineSchedule schedule = simulated(stages, kept, Keep::End);
    if (schedule.isEmpty())
        return closedForm(stages, all);
    return schedule.end
        + lengthLeftOut(stages, kept, all.microBatches - kept.microBatches, schedule);
}

PipelineSchedule pipelineSchedule(std::span<const StagePace> stages, const PipelineOrder &order)
{
    const PipelineOrder all = completed(order, stages.size());
    const PipelineOrder kept = laidOut(all, stages.size());
    const int leftOut = all.microBatches - kept.microBatches;
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
