// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/names.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope {

/// What of a run changes its memory: choices first, then sizes.
enum class Trait {
    Family,
    Method,
    Framework,
    Strategy,
    Precision, ///< fp16 takes the bytes of bf16, and counts as it
    Optimizer,
    Checkpointing,
    Attention,
    Loss,
    Offload,
    Parameters,
    Tokens, ///< of one micro-step on one GPU
    Sequence,
    Gpus
};
template <>
inline constexpr std::array<std::string_view, 14> namesOf<Trait>{"family", "method", "framework",
    "strategy", "precision", "optimizer", "checkpointing", "attention", "loss", "offload",
    "parameters", "tokens", "sequence", "gpus"};

inline constexpr std::size_t choiceCount = static_cast<std::size_t>(Trait::Parameters);
inline constexpr std::size_t sizeCount = namesOf<Trait>.size() - choiceCount;

/// The traits of a run: words as scenario files spell them, and sizes.
template <class Text>
struct Setup
{
    std::array<Text, choiceCount> choices{};
    std::array<double, sizeCount> sizes{};

    bool operator==(const Setup &) const = default;
};

/// The same as numbers, so that comparing two runs touches no text.
struct Traits
{
    std::array<std::uint32_t, choiceCount> choices{}; ///< hashes of the words
    std::array<double, sizeCount> sizes{}; ///< binary logarithms

    bool operator==(const Traits &) const = default;
};

/// The traits of a set-up: hashes of its choices, binary logarithms of its sizes.
Traits traitsOf(const Setup<std::string_view> &setup);
Traits traitsOf(const Setup<std::string> &setup);

/// Which memory was measured, from the tensors alone to what nvidia-smi shows.
enum class Measured { Tensors, Allocated, Reserved, Device };
template <>
inline constexpr std::array<std::string_view, 4> namesOf<Measured>{
    "tensors", "allocated", "reserved", "nvidia-smi"};

/// How it is known what torch's allocator reserves beyond what is allocated: a flat share, or some
/// steps played through it, request by request.
enum class Reserving { Estimated, Played };
template <>
inline constexpr std::array<std::string_view, 2> namesOf<Reserving>{"estimated", "played"};

/// A measured run, and how far the prediction was from it. Catalogues hold them as "runs".
struct ValidatedRun
{
    std::string id{};
    std::string model{};
    std::string source{}; ///< who measured
    Measured measured = Measured::Tensors;
    double error = 0; ///< predicted / measured - 1, with what is reserved played
    double estimatedError = 0; ///< the same with a flat share for that
    Setup<std::string> setup{};
    Traits traits{}; ///< of `setup`

    bool operator==(const ValidatedRun &) const = default;
};

} // namespace shardscope
