// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/replay/policy.h"

namespace shardscope {

/// How a framework keeps parameters that it holds one by one.
struct KeptParameters
{
    int ranks = 1; ///< that each is cut for along its first dimension
    double trained = 2; ///< bytes of a trained element; the optimizer's moments are like it
};

/// Holds what the storages of weights, adapters and optimizer state take beyond their elements:
/// torch rounds each of them up, and Adam counts the steps of every parameter in a tensor of its
/// own. Returns those bytes of the trained parameters.
double holdRounding(
    const Workload &work, const ModelTapes &model, const KeptParameters &kept, Ledger &ledger);

/// Of the optimizer's scratch, where it has a tensor for each trained parameter.
double scratchRounding(const Workload &work, double trainedRounding);

} // namespace shardscope
