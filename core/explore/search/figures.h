// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/search/search.h"

#include <map>
#include <vector>

namespace shardscope {

/// What is known about the points of a search: estimated everywhere, and where it matters played.
/// Roles, reasons and rows all go by these.
class Figures
{
public:
    /// Of a search whose work is done, which must outlive it.
    explicit Figures(const Search &search);

    const SearchSpace &space() const { return m_search.space(); }
    /// What can be run, in the order of the space.
    const std::vector<Candidate> &candidates() const { return m_candidates; }
    /// Null where it cannot be run.
    const Candidate *find(std::size_t point) const;

    bool isPlayed(std::size_t point) const { return m_memory.contains(point); }
    /// From now on they are as they are played. On all cores; once somebody cancels the search it
    /// does nothing.
    void play(const std::vector<std::size_t> &points);
    /// Played in any case.
    const MemoryOutlook &memory(std::size_t point);
    SpeedOutlook speed(const Scenario &scenario);
    SpeedOutlook speed(std::size_t point) { return speed(space().at(point)); }

private:
    const Search &m_search;
    Evaluator m_evaluator;
    std::vector<Candidate> m_candidates;
    std::map<std::size_t, MemoryOutlook> m_memory; ///< of points that were played
};

} // namespace shardscope
