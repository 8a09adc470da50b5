// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/move.h"
#include "core/step/resolve.h"

#include <span>

namespace shardscope {

/// A scenario to be changed, with everything looked up.
struct Start
{
    const Scenario &scenario;
    const Resolved &resolved;
    const Catalog &catalog;
};

/// One kind of change.
struct ChangeKind
{
    ChangeId id = ChangeId::MicroBatch;
    Effect effect = Effect::None;
    std::vector<Move> (*variants)(const Start &start) = nullptr;

    /// What the change would set, the mildest first. Only what can really be run.
    std::vector<Move> moves(const Start &start) const;
};

/// Changes that may save memory. A new one is a row of its own.
std::span<const ChangeKind> savingChanges();

/// Changes that spend memory to save time or GPUs.
std::span<const ChangeKind> spendingChanges();

/// The GPUs of the catalogue that run the same software, CUDA or ROCm, the smallest first.
std::vector<const GpuSpec *> gpusLike(const GpuSpec &gpu, const Catalog &catalog);
Move toGpu(const GpuSpec &gpu, const Hardware &hardware);

} // namespace shardscope
