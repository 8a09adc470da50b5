// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/search/search.h"

#include "core/engines/offload/offload.h"
#include "core/judge/runnable.h"
#include "core/planner/makeplan.h"

#include <algorithm>
#include <tuple>

namespace shardscope {

namespace {

/// Points that a thread takes at a time: neighbours, which have much in common.
constexpr std::size_t bite = 128;

bool isEqual(const Candidate &one, const Candidate &other)
{
    return one.fit == other.fit && one.peak == other.peak
        && one.tokensPerSecond == other.tokensPerSecond && one.gpus == other.gpus
        && one.guessesHostTime == other.guessesHostTime;
}

/// Whatever dominates a candidate, and whatever equals it, stands before it.
bool isBefore(const Candidate &one, const Candidate &other)
{
    const auto rank = [](const Candidate &candidate) {
        return std::tuple(candidate.guessesHostTime, candidate.fit, -candidate.tokensPerSecond,
            candidate.peak, candidate.gpus, candidate.point);
    };
    return rank(one) < rank(other);
}

} // namespace

void Candidate::take(const MemoryOutlook &memory)
{
    fit = memory.fit();
    peak = memory.peak;
    spare = memory.verdict.spare;
    mostSpare = memory.verdict.capacity - memory.least;
    canBeAtRisk = memory.least * (memory.low / memory.peak) <= memory.verdict.capacity;
}

bool dominates(const Candidate &one, const Candidate &other)
{
    const bool isNoWorse = one.fit <= other.fit && one.peak <= other.peak
        && one.tokensPerSecond >= other.tokensPerSecond && one.gpus <= other.gpus
        && one.guessesHostTime <= other.guessesHostTime;
    return isNoWorse && !isEqual(one, other);
}

struct Search::Found
{
    std::vector<Candidate> candidates{};
    std::size_t impossible = 0;
    std::optional<FindingId> obstacle{};
    std::size_t obstaclePoint = 0;

    void refuse(FindingId why, std::size_t point)
    {
        ++impossible;
        if (obstacle)
            return;
        obstacle = why;
        obstaclePoint = point;
    }
};

Search::Search(SearchSpace space, const Catalog &catalog)
    : m_space(std::move(space))
    , m_catalog(catalog)
    , m_resolved(*resolve(m_space.present(), catalog))
{ }

void Search::look(std::size_t point, Scenario &scratch, Evaluator &evaluator, Found &found) const
{
    if (!m_space.setPoint(scratch, point))
        return;
    if (const std::optional<FindingId> obstacle = obstacleOf(scratch, m_resolved)) {
        found.refuse(*obstacle, point);
        return;
    }
    const Result<MemoryOutlook> memory = evaluator.memory(scratch);
    if (!memory)
        return;
    if (memory->hostMissing > Bytes(0)) {
        found.refuse(FindingId::HostTooSmall, point);
        return;
    }
    Candidate candidate{.point = point,
        .gpus = scratch.parallel.gpus,
        .changes = changesBetween(scratch, m_space.present()),
        .guessesHostTime = scratch.estimator == EstimatorKind::Detailed
            && offloadFor(scratch.parallel) != Offload::None};
    candidate.take(*memory);
    if (candidate.canFit() || candidate.fit != Fit::DoesNotFit) {
        if (const Result<SpeedOutlook> speed = evaluator.speed(scratch))
            candidate.tokensPerSecond = speed->tokensPerSecond;
    }
    found.candidates.push_back(candidate);
}

void Search::work()
{
    std::call_once(m_isPlayed, [this] {
        if (Result<Plan> plan = makePlan(m_space.present(), m_catalog, Reserving::Played))
            m_played.push_back(*std::move(plan));
    });
    Evaluator evaluator(m_catalog);
    evaluator.follow(m_played);
    Scenario scratch = m_space.present();
    Found found;
    const std::size_t size = m_space.size();
    for (std::size_t start = m_next.fetch_add(bite); start < size && !m_isCancelled;
         start = m_next.fetch_add(bite)) {
        const std::size_t end = std::min(start + bite, size);
        for (std::size_t point = start; point < end && !m_isCancelled; ++point)
            look(point, scratch, evaluator, found);
        m_done += end - start;
    }
    const std::lock_guard lock(m_mutex);
    m_candidates.insert(m_candidates.end(), found.candidates.begin(), found.candidates.end());
    std::sort(m_candidates.begin(), m_candidates.end(),
        [](const Candidate &a, const Candidate &b) { return a.point < b.point; });
    m_impossible += found.impossible;
    if (found.obstacle && (!m_obstacle || found.obstaclePoint < m_obstaclePoint)) {
        m_obstacle = found.obstacle;
        m_obstaclePoint = found.obstaclePoint;
    }
}

std::vector<Candidate> frontierOf(std::vector<Candidate> candidates)
{
    std::erase_if(
        candidates, [](const Candidate &candidate) { return candidate.fit == Fit::DoesNotFit; });
    std::sort(candidates.begin(), candidates.end(), isBefore);
    std::vector<Candidate> frontier;
    for (const Candidate &candidate : candidates) {
        const bool isWorse = std::any_of(frontier.begin(), frontier.end(),
            [&](const Candidate &better) { return dominates(better, candidate); });
        if (isWorse)
            continue;
        const auto equal = std::find_if(frontier.begin(), frontier.end(),
            [&](const Candidate &other) { return isEqual(candidate, other); });
        if (equal == frontier.end())
            frontier.push_back(candidate);
        else if (candidate.changes < equal->changes)
            *equal = candidate;
    }
    return frontier;
}

} // namespace shardscope
