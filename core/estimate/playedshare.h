// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace shardscope {

/// What torch's allocator reserves beyond what is allocated, as a share of it, as it was played for
/// one scenario.
struct PlayedShare
{
    Scenario scenario{}; ///< but for the run
    double share = 0;
    /// Where it ran out, nothing is known but that: what is allocated, as a share of the room there
    /// was for it.
    std::optional<double> ranOutAt{};

    bool operator==(const PlayedShare &) const = default;
};

/// Whether a plan of it can be played: not by the worksheet, which knows of no allocator, nor where
/// the share is set by hand, nor far beyond the depth of real models.
bool canBePlayed(const Scenario &scenario);
/// Whether their requests differ in sizes and numbers alone: the one's share is a good estimate of
/// the other's.
bool isPlayedAlike(const Scenario &one, const Scenario &other);

/// Whether what is held ahead of the GPU is worth a word.
bool isGatheredAhead(const Reservation &reservation);

/// The shares of those plans whose allocator was played.
std::vector<PlayedShare> playedSharesOf(std::span<const Plan> plans);
/// The share that was played for the nearest scenario of those that are played like this one, the
/// first of equals; null where none is. `within`: how far away it may be at most, as the sum of the
/// logarithms of the ratios of sizes and numbers.
const PlayedShare *shareFor(const Scenario &scenario, std::span<const PlayedShare> played,
    double within = std::numeric_limits<double>::infinity());

} // namespace shardscope
