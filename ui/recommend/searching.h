// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/search/recommend.h"

#include <atomic>

namespace shardscope {

/// A search as a task of so many threads: the last to come back sums up.
class Searching
{
public:
    /// `catalog` must outlive it.
    Searching(SearchSpace space, const Catalog &catalog, int threads)
        : m_search(std::move(space), catalog)
        , m_left(threads)
    { }

    void work()
    {
        m_search.work();
        if (--m_left == 0 && !m_search.isCancelled())
            m_found = recommendationsOf(m_search);
    }
    void cancel() { m_search.cancel(); }

    double progress() const ///< 0..1
    {
        return static_cast<double>(m_search.done()) / static_cast<double>(m_search.space().size());
    }
    /// The fastest so far that fits, by estimate.
    std::optional<Recommendation> leader() const
    {
        const std::optional<Candidate> leader = m_search.leader();
        if (!leader)
            return std::nullopt;
        return Recommendation{.scenario = m_search.space().at(leader->point),
            .memory = leader->memory,
            .speed = {.tokensPerSecond = leader->tokensPerSecond,
                .tokensPerSecondPerGpu = leader->tokensPerSecondPerGpu()}};
    }
    const Recommendations &found() const { return m_found; } ///< after the work

private:
    Search m_search;
    std::atomic<int> m_left; ///< threads that work
    Recommendations m_found{};
};

} // namespace shardscope
