// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/policy.h"

namespace shardscope {

/// How a framework keeps parameters that it holds one by one.
struct KeptParameters
{
    int ranks = 1; ///< that each is cut for along its first dimension
    int expertRanks = 1; ///< the same of routed experts
    double trained = 2; ///< bytes of a trained element; the optimizer's moments are like it
};

/// Bytes that storages take beyond their elements: torch rounds each of them up, and Adam counts
/// the steps of every parameter in a tensor of its own.
struct Rounding
{
    double frozen = 0;
    double trained = 0;
    double state = 0;
    double missing = 0; ///< moments that parameters without a gradient do not have
    double unheard = 0; ///< elements of these parameters
};
Rounding roundingOf(const Workload &work, const ModelTapes &model, const KeptParameters &kept);

/// Holds `shares` from now on, rounded: what shrinks, as moments that a parameter without a
/// gradient does not have, goes first.
void holdRounded(
    const Workload &work, const Shares &shares, const Rounding &rounding, Ledger &ledger);

/// Bytes that rounding adds to the optimizer's scratch, where that is a tensor for each trained
/// parameter.
double scratchRounding(const Workload &work, const Rounding &rounding);

} // namespace shardscope
