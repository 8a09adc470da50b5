// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/search/recommend.h"

#include <set>

namespace shardscope {

/// Compares configurations with their neighbours in the space that was searched. What is said about
/// a neighbour was played, as the configuration itself.
class Reasoner
{
public:
    explicit Reasoner(Search &search);

    /// Most telling first.
    std::vector<Reason> reasonsFor(std::size_t chosen);

private:
    struct Rival;
    std::vector<Rival> rivals(const Candidate &chosen, Dimension dimension);
    /// As they are estimated, or played.
    std::vector<Reason> reasonsAsKnown(const Candidate &chosen);
    /// What one would rather have, or has now, and cannot: the one that misses least.
    static const Rival *refusedOf(
        const std::vector<Rival> &rivals, const Candidate &chosen, Dimension dimension);
    /// What one has now, or else the fastest, of those that are as sure to fit.
    static const Rival *acceptedOf(const std::vector<Rival> &rivals, const Candidate &chosen);
    void addReasons(std::vector<Reason> &reasons, const Candidate &chosen, Dimension dimension);
    bool fitsSomewhere(const Scenario &chosen, const Rival &rival, Dimension dimension) const;

    Search &m_search;
    /// Values of dimensions with which something may fit, however it is played.
    std::set<std::pair<Dimension, std::size_t>> m_possible;
};

} // namespace shardscope
