// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/whatif.h"
#include "core/scenario/move.h"

namespace shardscope {

/// A move from the present scenario, and what it comes to.
struct WeighedMove
{
    Move move{};
    Fit fit = Fit::Fits;
    Bytes peak{};
    Bytes saved{}; ///< less at the peak; negative: more
    Bytes spare{}; ///< up to the capacity then; negative: what is missing
    double time = 1; ///< that the same tokens take, as a multiple of today's
    double gpuTime = 1; ///< the same in GPU-hours
    Bytes traffic{}; ///< sent more by one GPU for the tokens of today's step; negative: less
    double batch = 1; ///< sequences of an optimizer step, as a multiple of today's
    Bytes host{}; ///< taken of each host's memory
    bool updatesOnHost = false; ///< the CPU runs the optimizer, in an estimated time

    bool operator==(const WeighedMove &) const = default;
};

/// A move to `scenario`, which comes to `memory`. Nothing once nobody wants to know any more.
std::optional<WeighedMove> weighed(
    Move move, const Scenario &scenario, const MemoryOutlook &memory, WhatIf &whatIf);

/// With the memory that is played, not estimated. False where it is another verdict by that.
bool isConfirmed(WeighedMove &weighed, WhatIf &whatIf);

/// Differences that nobody would notice.
inline constexpr double noticeable = 0.01;

} // namespace shardscope
