// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/partcontrols.h"

#include <algorithm>
#include <array>

namespace shardscope {

namespace {

using Keys = std::array<std::string_view, 5>;

struct PartKeys
{
    PartId part;
    Keys keys; ///< unused ones are empty, at the end
};

// In the order of PartId.
constexpr std::array<PartKeys, 14> partKeys{{
    {PartId::Weights,
        {"parallel.strategy", "parallel.gpus", "training.method", "training.precision"}},
    {PartId::Gradients,
        {"parallel.strategy", "parallel.gpus", "training.method", "training.precision"}},
    {PartId::Master,
        {"parallel.strategy", "parallel.gpus", "training.precision", "training.method"}},
    {PartId::OptimizerState,
        {"parallel.strategy", "training.optimizer", "parallel.gpus", "training.method"}},
    {PartId::Adapters, {"training.lora_rank", "training.lora_targets"}},
    {PartId::Tower,
        {"vision.images", "vision.image_width", "vision.tower", "training.checkpointing"}},
    {PartId::Activations,
        {"training.checkpointing", "training.micro_batch", "training.sequence_length",
            "training.attention"}},
    {PartId::Logits, {"training.loss", "training.sequence_length", "training.micro_batch"}},
    {PartId::Gathered, {"parallel.strategy", "parallel.framework", "training.precision"}},
    {PartId::Buffers, {"parallel.framework", "parallel.strategy"}},
    {PartId::Temporaries, {"training.optimizer", "parallel.framework", "training.loss"}},
    {PartId::Reference,
        {"training.reference_model", "training.teacher", "training.method", "parallel.strategy"}},
    {PartId::Rollout,
        {"rollout.share", "rollout.sleep", "rollout.engine", "rollout.tensor",
            "training.completion_tokens"}},
    {PartId::Overhead, {"parallel.framework", "hardware.gpu"}},
}};
static_assert(partKeys.size() == namesOf<PartId>.size());

constexpr Keys sentKeys{
    "training.method", "training.accumulation", "parallel.strategy", "parallel.gpus"};
constexpr Keys gatheredKeys{
    "parallel.strategy", "training.accumulation", "training.precision", "hardware.link"};

std::span<const std::string_view> used(const Keys &keys)
{
    const auto end = std::find(keys.begin(), keys.end(), std::string_view());
    return {keys.begin(), end};
}

} // namespace

std::span<const std::string_view> controlsOf(PartId part)
{
    return used(partKeys[static_cast<std::size_t>(part)].keys);
}

std::span<const std::string_view> controlsOf(Payload payload)
{
    return used(payload == Payload::Weights ? gatheredKeys : sentKeys);
}

} // namespace shardscope
