// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/search/figures.h"

#include "core/base/parallel.h"
#include "core/planner/makeplan.h"

#include <algorithm>

namespace shardscope {

Figures::Figures(const Search &search)
    : m_search(search)
    , m_evaluator(search.catalog())
    , m_candidates(search.candidates())
{ }

const Candidate *Figures::find(std::size_t point) const
{
    const auto found = std::lower_bound(m_candidates.begin(), m_candidates.end(), point,
        [](const Candidate &candidate, std::size_t at) { return candidate.point < at; });
    return found == m_candidates.end() || found->point != point ? nullptr : &*found;
}

void Figures::play(const std::vector<std::size_t> &points)
{
    std::vector<std::size_t> open;
    std::copy_if(points.begin(), points.end(), std::back_inserter(open),
        [this](std::size_t point) { return !isPlayed(point); });
    std::vector<MemoryOutlook> played(open.size());
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        for (std::size_t i = next++; i < open.size() && !m_search.isCancelled(); i = next++) {
            // Of scenarios that resolve, which all here do.
            if (const Result<Plan> plan
                = makePlan(space().at(open[i]), m_search.catalog(), Reserving::Played))
                played[i] = outlookOf(*plan);
        }
    };
    onThreads(static_cast<unsigned>(std::min<std::size_t>(coreCount(), open.size())), work);
    for (std::size_t i = 0; i < open.size(); ++i) {
        m_memory.emplace(open[i], played[i]);
        const Candidate *known = find(open[i]);
        m_candidates[static_cast<std::size_t>(known - m_candidates.data())].take(played[i]);
    }
}

const MemoryOutlook &Figures::memory(std::size_t point)
{
    play({point});
    return m_memory.at(point);
}

SpeedOutlook Figures::speed(const Scenario &scenario)
{
    const Result<SpeedOutlook> speed = m_evaluator.speed(scenario);
    return speed ? *speed : SpeedOutlook{};
}

} // namespace shardscope
