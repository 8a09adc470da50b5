// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/workload.h"

namespace shardscope {

/// What vLLM takes on a GPU that trains, and what of it is KV cache.
struct RolloutMemory
{
    Bytes awake{}; ///< while answers are generated
    Bytes asleep{}; ///< while the model is trained
    Bytes gathered{}; ///< beside `awake`, for a weight of the trained model that it is given
    Bytes weights{}; ///< of `awake`, unless they are those that are trained
    Bytes perToken{}; ///< of KV cache
    double tokens = 0; ///< that the rest of `awake` holds, at most
    double answers = 0; ///< that one engine generates for a step

    bool isThere() const { return awake > Bytes(0); }
};
/// Whether passes without autograd are followed: not over copies of shards, and over flat
/// parameters (FSDP1) where all is trained and layers are cut again behind each pass; nor without
/// adapters that a trace of ZeRO-3's is not derived for.
bool followsScoring(const Scenario &scenario, const ModelSpec &spec);

/// Whether what transformers' generate() holds is followed: on GPUs that have all weights, of
/// decoders whose layers attend alike and keep all tokens' keys and values. Unsloth has a loop of
/// its own.
bool followsWriting(const Scenario &scenario, const ModelSpec &spec);

/// What PPO's policy generates, and what its trainer makes of that.
Answers answersOf(const Scenario &scenario, const Resolved &resolved);

RolloutMemory rolloutOf(const Scenario &scenario, const Resolved &resolved);

} // namespace shardscope
