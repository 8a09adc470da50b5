// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/sweep/run.h"

#include "core/planner/makeplan.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <iterator>

namespace shardscope {

namespace {

/// Enough of them to keep many threads busy to the end.
constexpr std::size_t fewestChunks = 64;

/// A point near a line follows another that was played and is no further away: the share of what is
/// reserved moves by a per cent or so over it. In logarithms of sizes, see shareFor.
constexpr double nextDoor = 0.05;

/// What neighbours have in common is worked out once: the more of it, the higher. The table goes
/// from what changes most of a plan, the model, to what changes least; and the Evaluator knows how
/// to go on from one length or micro-batch to the next.
std::ptrdiff_t likeness(const Key &key)
{
    const bool isLength = key.id == "training.sequence_length" || key.id == "training.micro_batch";
    return (&key - keys().data()) + (isLength ? std::ssize(keys()) : 0);
}

/// Whether an estimate's error could make another verdict of it.
bool isNearLine(const MemoryOutlook &memory)
{
    constexpr double near = 0.03; // of the capacity
    const Bytes capacity = memory.verdict.capacity;
    const auto isNear = [capacity](Bytes amount) { return std::abs(amount / capacity - 1) < near; };
    return isNear(memory.low) || isNear(memory.peak) || isNear(memory.high);
}

} // namespace

SpeedPoint speedPoint(const SpeedOutlook &outlook)
{
    return {.tokensPerSecond = outlook.tokensPerSecond,
        .tokensPerSecondPerGpu = outlook.tokensPerSecondPerGpu,
        .mfu = outlook.mfu,
        .step = outlook.step,
        .traffic = outlook.traffic,
        .gpuHours = outlook.run.gpuHours,
        .cost = outlook.run.cost};
}

double valueOf(const SweepPoint &point, Metric metric)
{
    switch (metric) {
    case Metric::Fit:
        return static_cast<double>(point.memory.verdict.fit);
    case Metric::Peak:
        return point.memory.peak.value();
    case Metric::Spare:
        return point.memory.verdict.spare.value();
    case Metric::TokensPerSecond:
        return point.speed.tokensPerSecond;
    case Metric::TokensPerSecondPerGpu:
        return point.speed.tokensPerSecondPerGpu;
    case Metric::Mfu:
        return point.speed.mfu;
    case Metric::StepSeconds:
        return point.speed.step.value();
    case Metric::Traffic:
        return point.speed.traffic.value();
    case Metric::GpuHours:
        return point.speed.gpuHours;
    case Metric::Cost:
        return point.speed.cost;
    }
    return 0;
}

/// Some neighbouring points of one line.
struct SweepRun::Chunk
{
    std::size_t line = 0;
    std::size_t first = 0;
    std::size_t end = 0;
};

/// What a thread knows on its way through neighbouring chunks. It begins each walk anew, so that
/// nothing depends on which thread takes which.
class SweepRun::Walk
{
public:
    Walk(const Catalog &catalog, const Plan *middle)
        : m_catalog(catalog)
        , m_evaluator(catalog)
    {
        if (middle)
            m_start = playedSharesOf({middle, 1});
        begin(0);
    }

    void begin(std::size_t plays)
    {
        m_played = m_start;
        m_playsLeft = plays;
        m_evaluator.follow(m_played);
    }

    Evaluator &evaluator() { return m_evaluator; }

    /// Whether a point near a line is worth a play: none next door was.
    bool mayPlay(const Scenario &scenario) const
    {
        return m_playsLeft > 0 && canBePlayed(scenario) && !shareFor(scenario, m_played, nextDoor);
    }

    /// The points that come follow it.
    Result<MemoryOutlook> play(const Scenario &scenario)
    {
        --m_playsLeft;
        const Result<Plan> plan = makePlan(scenario, m_catalog, Reserving::Played);
        if (!plan)
            return plan.error();
        const std::vector<PlayedShare> shares = playedSharesOf({&*plan, 1});
        m_played.insert(m_played.end(), shares.begin(), shares.end());
        m_evaluator.follow(m_played);
        return outlookOf(*plan);
    }

private:
    const Catalog &m_catalog;
    Evaluator m_evaluator;
    std::vector<PlayedShare> m_start;
    std::vector<PlayedShare> m_played;
    std::size_t m_playsLeft = 0;
};

SweepRun::SweepRun(Sweep sweep, const Catalog &catalog)
    : m_sweep(std::move(sweep))
    , m_catalog(catalog)
    , m_reserving(m_sweep.reserving.value_or(
          m_sweep.points() <= mostPlayed ? Reserving::Played : Reserving::Estimated))
    , m_playsNearLines(m_reserving == Reserving::Estimated && !m_sweep.reserving
          && m_sweep.metric == Metric::Fit)
    , m_states(m_sweep.points())
    , m_memory(m_sweep.points())
    , m_speed(needsSpeed(m_sweep.metric) ? m_sweep.points() : 0)
{
    assert(m_sweep.points() > 0);
    const Key *x = findKey(m_sweep.x.key);
    const Key *y = m_sweep.y ? findKey(m_sweep.y->key) : nullptr;
    m_xIsFast = !y || likeness(*x) > likeness(*y);
    m_fastKey = m_xIsFast ? x : y;
    m_slowKey = m_xIsFast ? y : x;
    m_lineLength = m_xIsFast ? m_sweep.columns() : m_sweep.rows();
    const std::size_t lines = m_sweep.points() / m_lineLength;
    const std::size_t wanted = std::min((fewestChunks + lines - 1) / lines, m_lineLength);
    m_chunkLength = (m_lineLength + wanted - 1) / wanted;
    m_chunksPerLine = (m_lineLength + m_chunkLength - 1) / m_chunkLength;
    m_chunks = lines * m_chunksPerLine;
    m_chunksPerWalk = std::max<std::size_t>(m_chunks / fewestChunks, 1);
    const std::size_t walks = (m_chunks + m_chunksPerWalk - 1) / m_chunksPerWalk;
    m_playsPerWalk = mostPlayed / walks;
}

SweepRun::Chunk SweepRun::chunk(std::size_t number) const
{
    const std::size_t first = number % m_chunksPerLine * m_chunkLength;
    return {.line = number / m_chunksPerLine,
        .first = first,
        .end = std::min(first + m_chunkLength, m_lineLength)};
}

void SweepRun::work()
{
    Walk walk(m_catalog, playedMiddle());
    while (!m_isCancelled) {
        const std::size_t first = m_nextChunk.fetch_add(m_chunksPerWalk);
        if (first >= m_chunks)
            return;
        walk.begin(m_playsPerWalk);
        for (std::size_t i = first; i < std::min(first + m_chunksPerWalk, m_chunks); ++i)
            evaluate(chunk(i), walk);
    }
}

void SweepRun::evaluate(const Chunk &chunk, Walk &walk)
{
    const Axis &fast = m_xIsFast ? m_sweep.x : *m_sweep.y;
    const Axis *slow = m_xIsFast ? (m_sweep.y ? &*m_sweep.y : nullptr) : &m_sweep.x;
    Scenario scenario = m_sweep.base;
    // Values of a checked sweep are accepted.
    if (slow)
        static_cast<void>(m_slowKey->set(scenario, slow->values[chunk.line]));
    for (std::size_t i = chunk.first; i < chunk.end && !m_isCancelled; ++i) {
        static_cast<void>(m_fastKey->set(scenario, fast.values[i]));
        const std::size_t column = m_xIsFast ? i : chunk.line;
        const std::size_t row = m_xIsFast ? chunk.line : i;
        const std::size_t point = row * m_sweep.columns() + column;
        m_states[point].store(evaluate(point, scenario, walk), std::memory_order_release);
        m_done.fetch_add(1, std::memory_order_release);
    }
}

PointState SweepRun::evaluate(std::size_t point, const Scenario &scenario, Walk &walk)
{
    Result<MemoryOutlook> memory = m_reserving == Reserving::Estimated
        ? walk.evaluator().memory(scenario)
        : plannedMemory(scenario, m_catalog, m_reserving);
    if (m_playsNearLines && memory && isNearLine(*memory)) {
        if (m_sweep.points() <= mostPlayedNearLines) {
            m_playedNearLines.fetch_add(1);
            memory = plannedMemory(scenario, m_catalog, Reserving::Played);
        } else if (walk.mayPlay(scenario)) {
            m_playedNearLines.fetch_add(1);
            memory = walk.play(scenario);
        }
    }
    if (!memory)
        return PointState::Failed;
    m_memory[point] = *memory;
    if (m_speed.empty())
        return PointState::Done;
    const Result<SpeedOutlook> speed = walk.evaluator().speed(scenario);
    if (!speed)
        return PointState::Failed;
    m_speed[point] = speedPoint(*speed);
    return PointState::Done;
}

/// Null where it is not needed, or cannot be planned. The first thread that asks plays it.
const Plan *SweepRun::playedMiddle()
{
    std::call_once(m_isMiddlePlayed, [this] {
        if (m_reserving == Reserving::Played)
            return;
        const std::size_t middle = m_sweep.rows() / 2 * m_sweep.columns() + m_sweep.columns() / 2;
        if (Result<Plan> plan = makePlan(scenarioAt(m_sweep, middle), m_catalog, Reserving::Played))
            m_middle = *std::move(plan);
    });
    return m_middle ? &*m_middle : nullptr;
}

PointState SweepRun::state(std::size_t point) const
{
    return m_states[point].load(std::memory_order_acquire);
}

SweepPoint SweepRun::at(std::size_t point) const
{
    return {m_memory[point], m_speed.empty() ? SpeedPoint{} : m_speed[point]};
}

Error SweepRun::error(std::size_t point) const
{
    const Result<Plan> plan = makePlan(scenarioAt(m_sweep, point), m_catalog);
    return plan ? Error{} : plan.error();
}

} // namespace shardscope
