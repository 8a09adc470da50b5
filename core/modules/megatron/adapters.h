// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/parameters.h"

namespace shardscope {

/// Which of Megatron-Core's matrices LoRA's targets mean.
struct BridgeTargets
{
    bool queryKeyValue = false; ///< linear_qkv
    bool output = false; ///< linear_proj
    bool first = false; ///< linear_fc1
    bool second = false; ///< linear_fc2
    /// No matrix is meant in part: query without key, gate without up.
    bool isWhole = true;

    bool any() const { return queryKeyValue || output || first || second; }
};
BridgeTargets bridgeTargets(const ModelSpec &spec, const LoraTargets &targets);
/// Parameters of Megatron-Bridge's adapters in all layers, for each unit of rank: a pair of factors
/// beside each matrix, of which one holds query, key and value, and one gate and up.
double bridgeParametersPerRank(const ModelSpec &spec, const LoraTargets &targets);

} // namespace shardscope
