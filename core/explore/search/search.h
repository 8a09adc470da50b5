// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/search/searchspace.h"
#include "core/planner/outlook.h"

#include <algorithm>
#include <atomic>
#include <mutex>

namespace shardscope {

/// A point that can be run, and what is known of it.
struct Candidate
{
    std::size_t point = 0;
    int gpus = 1;
    int changes = 0; ///< inputs that differ from the present scenario
    MemoryOutlook memory{};
    /// Else the memory is estimated; of what cannot fit maybe as too little (Evaluator::outlook).
    bool isPlayed = false;
    double tokensPerSecond = 0; ///< all GPUs together; 0 where it cannot fit
    bool updatesOnHost = false; ///< in an estimated time, which none ranks by before whole ones

    Fit fit() const { return memory.fit(); }
    Bytes spare() const { return memory.verdict.spare; } ///< negative: missing
    /// However it is played.
    Bytes mostSpare() const { return memory.verdict.capacity - memory.least; }
    bool canFit() const { return memory.canFit(); }
    bool canBeAtRisk() const { return memory.canBeAtRisk(); }
    double tokensPerSecondPerGpu() const { return tokensPerSecond / gpus; }
    bool operator==(const Candidate &) const = default;
};

/// No worse in anything and better in something: verdict, peak, speed of all GPUs together, number
/// of GPUs. A speed that leaves something out is not held against a whole one.
bool dominates(const Candidate &one, const Candidate &other);

/// Tries every point of a space: memory everywhere, speed where it fits or may fit. Memory is
/// estimated, and played afterwards where it matters. Few points from everywhere come first.
class Search
{
public:
    /// `catalog` must outlive the search. The present scenario of `space` must be one that
    /// resolves.
    Search(SearchSpace space, const Catalog &catalog);

    const SearchSpace &space() const { return m_space; }
    const Catalog &catalog() const { return m_catalog; }
    /// Tries points until none is left or somebody cancels. Any number of threads may work at once;
    /// what is found does not depend on how many.
    void work();
    void cancel() { m_isCancelled = true; }
    bool isCancelled() const { return m_isCancelled; }
    /// Points looked at so far, of `space().size()`.
    std::size_t done() const { return std::min<std::size_t>(m_done, m_space.size()); }
    /// The fastest so far that fits, by estimate; while others work.
    std::optional<Candidate> leader() const;

    // After the work.
    /// The plan of the present scenario, whose share of reserved memory is that of what is like it.
    std::span<const Plan> played() const { return m_played; }
    /// What can be run, in the order of the space.
    const std::vector<Candidate> &candidates() const { return m_candidates; }
    /// Null where it cannot be run.
    const Candidate *find(std::size_t point) const;
    /// Plays these candidates, on all cores; each once, and none once somebody cancels.
    void play(const std::vector<std::size_t> &points);
    SpeedOutlook speed(const Scenario &scenario);
    /// Combinations that nobody can run.
    std::size_t impossible() const { return m_impossible; }
    /// What stands against the first of them, which is the plainest.
    std::optional<FindingId> obstacle() const { return m_obstacle; }

private:
    struct Found;
    void look(std::size_t point, Scenario &scratch, Evaluator &evaluator, Found &found);
    void follow(const Candidate &candidate);

    SearchSpace m_space;
    const Catalog &m_catalog;
    Resolved m_resolved;
    std::once_flag m_isPlayed; ///< by the first thread that works, while the others wait
    std::vector<Plan> m_played;
    Evaluator m_evaluator; ///< of speeds, after the work
    std::atomic<std::size_t> m_next = 0;
    std::atomic<std::size_t> m_done = 0;
    std::atomic<bool> m_isCancelled = false;
    mutable std::mutex m_mutex;
    std::atomic<double> m_lead = 0; ///< tokens per second of `m_leader`
    std::optional<Candidate> m_leader;
    std::vector<Candidate> m_candidates;
    std::size_t m_impossible = 0;
    std::optional<FindingId> m_obstacle;
    std::size_t m_obstaclePoint = 0;
};

/// Those of `candidates` that fit or may fit and that no other dominates, fastest first. Of equals
/// the one with the fewest changes from the present scenario stands for all.
std::vector<Candidate> frontierOf(std::vector<Candidate> candidates);

} // namespace shardscope
