// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/names.h"
#include "core/base/result.h"
#include "core/scenario/scenario.h"

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace shardscope {

/// What can be changed to need less memory, or more of it for speed. In the order in which two of
/// them are put together: what makes another one possible comes before it.
enum class ChangeId {
    Gpus,
    Gpu,
    Method,
    Sequence,
    Precision,
    GradientPrecision,
    Sharding,
    Offload,
    Optimizer,
    MicroBatch,
    Checkpointing,
    Attention,
    Loss,
    Allocator,
    Overlap,
    Tensor,
    Pipeline,
    Context,
    Expert,
    Chunks,
    CheckpointKind, ///< not reentrant
    GradientCache
};
template <>
inline constexpr std::array<std::string_view, 22> namesOf<ChangeId>{"gpus", "gpu", "method",
    "sequence-length", "precision", "gradient-precision", "sharding", "offload", "optimizer",
    "micro-batch", "checkpointing", "attention", "loss", "allocator", "overlap", "tensor",
    "pipeline", "context", "expert", "chunks", "checkpoint-kind", "gradient-cache"};

/// What a change touches besides memory and time, the least first.
enum class Effect {
    None, ///< the same training
    Numerics, ///< the same training in other number formats
    Machines, ///< more or other GPUs
    Method, ///< other weights are trained
    Task ///< something else is trained on
};
template <>
inline constexpr std::array<std::string_view, 5> namesOf<Effect>{
    "none", "numerics", "machines", "method", "task"};

/// The key of an input, and a value as it would be typed.
using KeyValue = std::pair<std::string, std::string>;
using KeyValues = std::vector<KeyValue>;

/// Turns one scenario into another: what repairs a finding, makes a scenario fit, gives memory
/// back, or goes as far as one input can.
struct Move
{
    KeyValues settings{}; ///< each key once
    std::vector<ChangeId> changes{}; ///< that it is made of; only moves of advice are
    Effect effect = Effect::None; ///< the strongest of the changes

    bool isEmpty() const { return settings.empty(); }
    bool operator==(const Move &) const = default;
};

/// A move of one setting.
template <class E>
requires std::is_enum_v<E> Move setting(const char *key, E value)
{
    return {.settings = {{key, std::string(nameOf(value))}}};
}

inline Move setting(const char *key, std::int64_t value)
{
    return {.settings = {{key, std::to_string(value)}}};
}

inline Move setting(const char *key, std::string value)
{
    return {.settings = {{key, std::move(value)}}};
}

/// `later` on top of `first`.
Move combined(Move first, const Move &later);

/// The scenario with all of the settings. Errors: as setKeyText.
Result<Scenario> applied(Scenario scenario, const KeyValues &settings);

/// As `--set` takes them: "parallel.gpus=16 training.loss=fused".
std::string settingsText(const KeyValues &settings);

/// {"parallel.gpus": "16", "training.loss": "fused"}
Json settingsToJson(const KeyValues &settings);

} // namespace shardscope
