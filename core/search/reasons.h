// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/recommend.h"

#include <set>

namespace shardscope {

/// Compares configurations with their neighbours in the space that was searched.
class Reasoner
{
public:
    explicit Reasoner(const Search &search);

    /// Most telling first.
    std::vector<Reason> reasonsFor(const Candidate &chosen);

private:
    struct Rival;
    std::vector<Rival> rivals(const Candidate &chosen, Dimension dimension);
    /// What one would rather have, or has now, and cannot: the one that misses least.
    static const Rival *refusedOf(
        const std::vector<Rival> &rivals, const Candidate &chosen, Dimension dimension);
    /// What one has now, or else the fastest, of those that are as sure to fit.
    static const Rival *acceptedOf(const std::vector<Rival> &rivals, const Candidate &chosen);
    void addReasons(std::vector<Reason> &reasons, const Candidate &chosen, Dimension dimension);
    bool fitsSomewhere(const Scenario &chosen, const Rival &rival, Dimension dimension) const;
    double stepAt(std::size_t point);

    const Search &m_search;
    Evaluator m_evaluator;
    /// Values of dimensions with which something fits, or may fit.
    std::set<std::pair<Dimension, std::size_t>> m_fitting;
};

} // namespace shardscope
