// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/names.h"
#include "core/plan/finding.h"
#include "core/step/resolve.h"

#include <span>
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
    Overlap
};
template <>
inline constexpr std::array<std::string_view, 15> namesOf<ChangeId>{"gpus", "gpu", "method",
    "sequence-length", "precision", "gradient-precision", "sharding", "offload", "optimizer",
    "micro-batch", "checkpointing", "attention", "loss", "allocator", "overlap"};

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

/// One kind of change: what it would set, the mildest first. Only what can really be run.
struct ChangeKind
{
    ChangeId id = ChangeId::MicroBatch;
    Effect effect = Effect::None;
    std::vector<Repair> (*variants)(
        const Scenario &scenario, const Resolved &resolved, const Catalog &catalog)
        = nullptr;
};

/// Changes that may save memory. A new one is a row of its own.
std::span<const ChangeKind> savingChanges();

/// Changes that spend memory to save time or GPUs.
std::span<const ChangeKind> spendingChanges();

} // namespace shardscope
