// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/planner/reserving.h"

#include <vector>

namespace shardscope {

/// What happens at one moment of a micro-step.
enum class CheckpointAct { Forward, Loss, Recompute, Backward };

/// What is kept at one moment of the backward or forward pass.
struct CheckpointFrame
{
    CheckpointAct act = CheckpointAct::Forward;
    int layer = -1; ///< at work; -1: none of the decoder layers
    std::vector<Bytes> kept{}; ///< [layer], for its backward pass
    Bytes activations{}; ///< in all, as the timeline of the plan has them

    bool operator==(const CheckpointFrame &) const = default;
};

/// One micro-step with and without activation checkpointing: what each layer keeps, what is dropped
/// behind it and computed again.
struct CheckpointMotion
{
    int layers = 0;
    std::vector<CheckpointFrame> frames{};
    Bytes peak{}; ///< of the activations
    double recomputed = 0; ///< share of the step's FLOPs that are computed a second time

    bool operator==(const CheckpointMotion &) const = default;
};

/// Of the first micro-step of the plan.
CheckpointMotion checkpointMotion(const Plan &plan);

} // namespace shardscope
