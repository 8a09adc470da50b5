// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/testcatalog.h"

namespace shardscope {

using Settings = std::initializer_list<std::pair<std::string_view, std::string_view>>;

/// Llama 3 8B under Megatron-LM on 64 GPUs: tensor 4, pipeline 4, data 4; eight micro-batches of
/// 4,096 tokens.
inline Scenario llamaOnAMesh(Settings settings = {})
{
    return scenarioWith(settings,
        scenarioWith({{"model.id", "meta-llama/Meta-Llama-3-8B"},
            {"training.precision", "bf16-master"}, {"training.sequence_length", "4096"},
            {"training.accumulation", "8"}, {"training.checkpointing", "none"},
            {"parallel.framework", "megatron"}, {"parallel.strategy", "zero1"},
            {"parallel.gpus", "64"}, {"parallel.tensor", "4"}, {"parallel.pipeline", "4"}}));
}

/// Bytes that a GPU sends in a step, of all collectives whose id begins so.
inline double sentBytes(const Plan &plan, std::string_view id)
{
    double bytes = 0;
    for (const Collective &one : plan.traffic.collectives) {
        if (one.id().starts_with(id))
            bytes += one.bytesPerStep().value();
    }
    return bytes;
}

} // namespace shardscope
