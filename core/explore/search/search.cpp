// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/search/search.h"

#include "core/base/parallel.h"
#include "core/judge/runnable.h"
#include "core/planner/makeplan.h"
#include "core/scenario/framework.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <tuple>
#include <utility>

namespace shardscope {

namespace {

/// Points that a thread takes at a time: neighbours, which have much in common.
constexpr std::size_t bite = 128;

/// Which bite comes at `turn`: each once, far from those before it.
std::size_t biteAt(std::size_t turn, std::size_t bites)
{
    constexpr double goldenRatio = 0.6180339887498949;
    auto step = std::max<std::size_t>(
        1, static_cast<std::size_t>(goldenRatio * static_cast<double>(bites)));
    while (std::gcd(step, bites) != 1)
        ++step;
    return turn * step % bites;
}

bool isEqual(const Candidate &one, const Candidate &other)
{
    return one.fit() == other.fit() && one.memory.peak == other.memory.peak
        && one.tokensPerSecond == other.tokensPerSecond && one.gpus == other.gpus
        && one.updatesOnHost == other.updatesOnHost;
}

/// Whatever dominates a candidate, and whatever equals it, stands before it.
bool comesFirst(const Candidate &one, const Candidate &other)
{
    const auto rank = [](const Candidate &candidate) {
        return std::tuple(candidate.updatesOnHost, candidate.fit(), -candidate.tokensPerSecond,
            candidate.memory.peak, candidate.gpus, candidate.point);
    };
    return rank(one) < rank(other);
}

} // namespace

bool dominates(const Candidate &one, const Candidate &other)
{
    const bool isNoWorse = one.fit() <= other.fit() && one.memory.peak <= other.memory.peak
        && one.tokensPerSecond >= other.tokensPerSecond && one.gpus <= other.gpus
        && one.updatesOnHost <= other.updatesOnHost;
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
    , m_evaluator(catalog)
{ }

std::optional<Candidate> Search::leader() const
{
    const std::lock_guard lock(m_mutex);
    return m_leader;
}

void Search::follow(const Candidate &candidate)
{
    if (candidate.fit() != Fit::Fits || candidate.updatesOnHost
        || candidate.tokensPerSecond <= m_lead)
        return;
    const std::lock_guard lock(m_mutex);
    if (candidate.tokensPerSecond <= m_lead)
        return;
    m_lead = candidate.tokensPerSecond;
    m_leader = candidate;
}

void Search::look(std::size_t point, Scenario &scratch, Evaluator &evaluator, Found &found)
{
    m_space.setPoint(scratch, point);
    if (const std::optional<FindingId> obstacle = obstacleOf(scratch, m_resolved)) {
        found.refuse(*obstacle, point);
        return;
    }
    const Result<Outlook> outlook = evaluator.outlook(scratch);
    if (!outlook)
        return;
    if (outlook->memory.hostMissing > Bytes(0)) {
        found.refuse(FindingId::HostTooSmall, point);
        return;
    }
    Candidate candidate{.point = point,
        .gpus = scratch.parallel.gpus,
        .changes = changesBetween(scratch, m_space.present()),
        .memory = outlook->memory,
        .updatesOnHost = updatesOnHost(scratch)};
    if (outlook->speed && (candidate.canFit() || candidate.fit() != Fit::DoesNotFit))
        candidate.tokensPerSecond = outlook->speed->tokensPerSecond;
    follow(candidate);
    found.candidates.push_back(candidate);
}

void Search::work()
{
    std::call_once(m_isPlayed, [this] {
        if (Result<Plan> plan = makePlan(m_space.present(), m_catalog, Reserving::Played))
            m_played.push_back(*std::move(plan));
    });
    // The stages of a pipeline under each of the strategies and offloads, which come one after the
    // other.
    constexpr std::size_t families = 8;
    Evaluator evaluator(m_catalog, families);
    evaluator.follow(playedSharesOf(m_played));
    Scenario scratch = m_space.present();
    Found found;
    const std::vector<std::size_t> &points = m_space.points();
    const std::size_t bites = (points.size() + bite - 1) / bite;
    for (std::size_t turn = m_next++; turn < bites && !m_isCancelled; turn = m_next++) {
        const std::size_t start = biteAt(turn, bites) * bite;
        const std::size_t end = std::min(start + bite, points.size());
        for (std::size_t i = start; i < end && !m_isCancelled; ++i)
            look(points[i], scratch, evaluator, found);
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

const Candidate *Search::find(std::size_t point) const
{
    const auto found = std::lower_bound(m_candidates.begin(), m_candidates.end(), point,
        [](const Candidate &candidate, std::size_t at) { return candidate.point < at; });
    return found == m_candidates.end() || found->point != point ? nullptr : &*found;
}

void Search::play(const std::vector<std::size_t> &points)
{
    std::vector<Candidate *> open;
    for (const std::size_t point : points) {
        assert(find(point));
        Candidate &candidate
            = m_candidates[static_cast<std::size_t>(find(point) - m_candidates.data())];
        if (!std::exchange(candidate.isPlayed, true))
            open.push_back(&candidate);
    }
    std::atomic<std::size_t> next = 0;
    const auto playSome = [&] {
        for (std::size_t i = next++; i < open.size() && !m_isCancelled; i = next++) {
            if (const Result<MemoryOutlook> played
                = plannedMemory(m_space.at(open[i]->point), m_catalog, Reserving::Played))
                open[i]->memory = *played;
        }
    };
    onThreads(static_cast<unsigned>(std::min<std::size_t>(coreCount(), open.size())), playSome);
}

SpeedOutlook Search::speed(const Scenario &scenario)
{
    const Result<SpeedOutlook> speed = m_evaluator.speed(scenario);
    return speed ? *speed : SpeedOutlook{};
}

std::vector<Candidate> frontierOf(std::vector<Candidate> candidates)
{
    std::erase_if(
        candidates, [](const Candidate &candidate) { return candidate.fit() == Fit::DoesNotFit; });
    std::sort(candidates.begin(), candidates.end(), comesFirst);
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
