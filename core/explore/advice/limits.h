// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/whatif.h"
#include "core/scenario/move.h"

#include <cstdint>

namespace shardscope {

enum class LimitId { Sequence, MicroBatch, Gpus, Gpu, Model };
template <>
inline constexpr std::array<std::string_view, 5> namesOf<LimitId>{
    "longest-sequence", "largest-micro-batch", "fewest-gpus", "smallest-gpu", "largest-model"};

/// What a limit is due to: the next value does not fit, or there is none.
enum class LimitedBy {
    Memory,
    Range, ///< the key takes no more
    Model, ///< its table of positions has no more
    Catalog ///< nothing further is known
};
template <>
inline constexpr std::array<std::string_view, 4> namesOf<LimitedBy>{
    "memory", "range", "model", "catalog"};

/// How far one input can go while everything else stays as it is.
struct Limit
{
    LimitId id = LimitId::Sequence;
    Move move{}; ///< goes there; empty: nothing fits
    double value = 0; ///< of numbers; of models the parameters
    std::string name{}; ///< of what has one
    LimitedBy by = LimitedBy::Memory;
    std::int64_t context = 0; ///< tokens that the model was made for, where `value` is beyond them

    bool isFound() const { return !move.isEmpty(); }
    bool operator==(const Limit &) const = default;
};

/// All five. What counts as fitting is `Fit::Fits`: with the whole range of the estimate.
/// - Sequence: in steps of `sequenceStep` tokens, up to the model's table of positions if it has
///   one (its context alone is no limit of memory); micro-batch: each number; a scaled model: two
///   digits of its size. As memory need not grow evenly, powers of two and today's value are all
///   tried first, then what lies beyond the largest that fits is halved, and its neighbours are
///   tried once more.
/// - GPUs: each number up to a node, then each number of nodes up to `mostScanned` GPUs, then
///   doublings.
/// - GPU: every one of the catalogue that runs the same software, CUDA or ROCm, by usable memory.
/// - A real model: the models of its family in the catalogue, by parameters.
std::vector<Limit> limitsOf(WhatIf &whatIf);

inline constexpr std::int64_t sequenceStep = 128;
inline constexpr std::int64_t mostScanned = 1024;

/// The largest index below `count` at which `fits`, searched as said above. `present` is tried,
/// too.
std::optional<std::int64_t> largestFitting(
    std::int64_t count, std::int64_t present, const std::function<bool(std::int64_t)> &fits);

} // namespace shardscope
