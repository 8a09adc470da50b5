// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/advice/weighedmove.h"

namespace shardscope {

/// How much a move costs, the cheapest first.
enum class CostClass {
    Free, ///< the same training, no slower
    Time, ///< the same training, slower
    Numerics,
    Machines,
    Method,
    Task
};

CostClass costOf(const WeighedMove &weighed);

/// What makes a scenario fit that does not, or may not.
struct Fixes
{
    /// The cheapest first: by cost class, number of GPUs, GPU-time, number of changes, traffic.
    /// Where more than the same training is at stake, single changes come before several; what is
    /// only estimated in the time comes after what is. No more than `mostOfClass` of a class and
    /// `mostShown` in all; where nothing fits, what at least may.
    std::vector<WeighedMove> shown{};
    std::size_t fitting = 0; ///< ways found that fit
    std::size_t atRisk = 0; ///< further ones that may fit; not where the present one may already

    bool operator==(const Fixes &) const = default;
};

inline constexpr std::size_t mostShown = 6;
inline constexpr std::size_t mostOfClass = 2;

/// Single changes and pairs; up to four at once only where no fewer will do, each in its strongest
/// form, with the next machines. Nothing is listed of which a part, or a milder form, is enough.
/// Empty where the scenario fits.
Fixes fixesOf(WhatIf &whatIf);

/// Where a scenario fits: what could be done with the memory to spare, the largest gain first.
std::vector<WeighedMove> giveBacksOf(WhatIf &whatIf);

} // namespace shardscope
