// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/keys.h"

#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <utility>
#include <vector>

namespace shardscope {

struct BenchScenario
{
    const char *name;
    Scenario scenario;
};

/// What the benchmarks plan: from the default to the largest model with the most to follow.
inline std::vector<BenchScenario> benchScenarios()
{
    using Settings = std::initializer_list<std::pair<std::string_view, std::string_view>>;
    const auto with = [](const Settings &settings) {
        Scenario scenario;
        for (const auto &[key, value] : settings) {
            if (const Status status = setKeyText(scenario, key, value); !status) {
                std::fprintf(stderr, "%s\n", describe(status.error()).c_str());
                std::exit(EXIT_FAILURE);
            }
        }
        return scenario;
    };
    return {{"scaled 7B, ZeRO-3", with({})},
        {"Llama 3 8B, ZeRO-2, accumulation",
            with({{"model.id", "meta-llama/Meta-Llama-3-8B"}, {"parallel.strategy", "zero2"},
                {"training.accumulation", "8"}})},
        {"Llama 3 8B, FSDP",
            with({{"model.id", "meta-llama/Meta-Llama-3-8B"}, {"parallel.strategy", "fsdp"}})},
        {"Mixtral 8x7B, FSDP on 64 GPUs",
            with({{"model.id", "mistralai/Mixtral-8x7B-v0.1"}, {"parallel.strategy", "fsdp"},
                {"parallel.gpus", "64"}})},
        {"DeepSeek-V3, LoRA",
            with({{"model.id", "deepseek-ai/DeepSeek-V3"}, {"training.method", "lora"},
                {"parallel.gpus", "64"}})},
        {"Llama 3.1 405B, Megatron, 16 stages",
            with({{"model.id", "meta-llama/Llama-3.1-405B"}, {"training.precision", "bf16-master"},
                {"training.accumulation", "16"}, {"training.checkpointing", "none"},
                {"parallel.framework", "megatron"}, {"parallel.strategy", "zero1"},
                {"parallel.gpus", "1024"}, {"parallel.tensor", "8"}, {"parallel.pipeline", "16"},
                {"parallel.layers_first_stage", "7"}, {"parallel.layers_last_stage", "7"}})}};
}

} // namespace shardscope
