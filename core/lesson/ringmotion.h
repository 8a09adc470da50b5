// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <cstdint>
#include <vector>

namespace shardscope {

/// The most ranks whose chunks can still be told apart.
inline constexpr int mostRingRanks = 64;

/// One chunk on its way from a rank to the next.
struct RingTransfer
{
    int from = 0;
    int to = 0;
    int chunk = 0;
    Bytes bytes{};
    bool isReduced = false; ///< added to what the receiver has; else it replaces that

    bool operator==(const RingTransfer &) const = default;
};

/// What the ranks hold at one moment, and what they send then.
struct RingFrame
{
    /// [rank][chunk], before the transfers: of how many ranks the sum is that stands there.
    std::vector<std::vector<int>> contributions{};
    std::vector<RingTransfer> transfers{}; ///< that run at the same time; none in the last frame
    std::vector<Bytes> sent{}; ///< [rank], so far, before the transfers

    bool operator==(const RingFrame &) const = default;
};

/// A ring all-reduce of one message, step by step: N - 1 steps of reduce-scatter, N - 1 of
/// all-gather, and the end. `ringTraffic` is the sum of what it sends.
struct RingMotion
{
    int ranks = 1;
    Bytes message{};
    Bytes perRank{}; ///< sent by the rank that sends most, in all
    /// What the busiest rank sends or takes, whichever is more, when the same is done otherwise.
    Bytes byTree{}; ///< over a binary tree, up and down
    Bytes byServer{}; ///< all gradients to one rank and all sums back from it
    std::vector<RingFrame> frames{};

    bool operator==(const RingMotion &) const = default;
};

/// `ranks` from 1 to `mostRingRanks`; where the elements do not divide, the first chunks hold one
/// more.
RingMotion ringMotion(std::int64_t elements, std::int64_t elementBytes, int ranks);

/// Of the gradients that a plan reduces, each time that it does, in their number format on the
/// wire; over the ranks that reduce them, at most `mostRingRanks`. One rank, which sends nothing,
/// where nothing is reduced.
RingMotion ringMotion(const Plan &plan);

} // namespace shardscope
