// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/search/search.h"

namespace shardscope {

/// What a recommended configuration is the best in.
enum class Role {
    Fastest, ///< most tokens per second of all GPUs together
    MostSpare, ///< most memory left among those nearly as fast
    Cheapest, ///< most tokens per second and GPU: fewest GPU-hours
    FewestGpus,
    Simplest, ///< fewest changes from the present scenario
    FasterAtRisk ///< faster than the fastest, if all goes well
};
template <>
inline constexpr std::array<std::string_view, 6> namesOf<Role>{
    "fastest", "most-spare", "cheapest", "fewest-gpus", "simplest", "faster-at-risk"};

/// What setting one thing as it is brings, next to setting it otherwise and all else alike.
enum class ReasonId {
    NothingElseFits, ///< nowhere in the space does anything fit, or may fit, with the other value
    OtherDoesNotFit,
    OtherIsAtRisk,
    OtherIsSlower,
    OtherNeedsMore ///< memory, without being slower
};
template <>
inline constexpr std::array<std::string_view, 5> namesOf<ReasonId>{"nothing-else-fits",
    "other-does-not-fit", "other-is-at-risk", "other-is-slower", "other-needs-more"};

struct Reason
{
    ReasonId id = ReasonId::OtherIsSlower;
    Dimension dimension = Dimension::Strategy; ///< Strategy: with framework and 4-bit storage
    std::size_t point = 0; ///< of the space
    Scenario other{}; ///< what it was compared with, there
    Bytes more{}; ///< that the other needs; negative: less
    Bytes missing{}; ///< that the other lacks to fit
    double slower = 0; ///< how much longer the other's step takes, as a share; negative: shorter

    bool operator==(const Reason &) const = default;
};

struct Recommendation
{
    std::vector<Role> roles{}; ///< empty: one more point of the frontier
    Scenario scenario{};
    MemoryOutlook memory{};
    SpeedOutlook speed{};
    std::vector<Reason> reasons{}; ///< most telling first
    int changes = 0; ///< inputs that differ from the present scenario
    bool isOnFrontier = true; ///< no other is better in memory, speed and GPUs at once

    bool operator==(const Recommendation &) const = default;
};

/// The answer of a search.
struct Recommendations
{
    MemoryOutlook presentMemory{}; ///< of the scenario that the search started from
    SpeedOutlook presentSpeed{};
    std::vector<Recommendation> best{}; ///< by role; at risk only after what fits
    std::vector<Recommendation> frontier{}; ///< the rest of the frontier, fastest first
    std::optional<Recommendation> nearest{}; ///< where nothing fits: what misses least
    std::optional<FindingId> obstacle{}; ///< where nothing can be run at all: why
    std::size_t tried = 0; ///< configurations that can be run
    std::size_t fits = 0; ///< of those tried, by what is known of each: played or estimated
    std::size_t atRisk = 0;
    std::size_t impossible = 0; ///< combinations left out because nobody can run them
    double batch = 0; ///< sequences per optimizer step, held
};

/// How far below the fastest one may be and still count as fast.
inline constexpr double nearlyAsFast = 0.1;

/// From a search whose work is done.
Recommendations recommendationsOf(Search &search);

} // namespace shardscope
