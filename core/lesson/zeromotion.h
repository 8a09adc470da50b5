// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/planner/reserving.h"

#include <vector>

namespace shardscope {

/// How one part of the model states lies over the GPUs at a stage.
struct ZeroPart
{
    PartId part = PartId::Weights;
    Bytes whole{}; ///< on all GPUs together, without copies: what each GPU holds under DDP
    Bytes perGpu{}; ///< what each holds: of the plan of that stage
    bool isSharded = false; ///< each GPU its own slice; else each the whole

    bool operator==(const ZeroPart &) const = default;
};

/// The model states under DDP, ZeRO-1, -2 or -3, as the planner counts them at the peak: where that
/// lies in another phase, which may hold no gradients, they can be 0.
struct ZeroStage
{
    Strategy strategy = Strategy::Ddp;
    std::vector<ZeroPart> parts{}; ///< in stacking order, those that are there
    Bytes gathered{}; ///< at the peak, what is all-gathered for the layers at work
    Bytes peak{};

    bool operator==(const ZeroStage &) const = default;
};

struct ZeroMotion
{
    int gpus = 1; ///< that the states are divided among
    std::vector<ZeroStage> stages{}; ///< in order; those that cannot be planned are left out

    bool operator==(const ZeroMotion &) const = default;
};

/// The plan's scenario under DDP and the three stages, made as exact as it.
ZeroMotion zeroMotion(const Plan &plan, const PlanMaker &make);

} // namespace shardscope
