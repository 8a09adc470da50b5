// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/planner/reserving.h"

#include <vector>

namespace shardscope {

/// What happens at one moment of a micro-step.
enum class CheckpointAct { Forward, Loss, Recompute, Backward };

/// What is kept at one moment of the forward or backward pass.
struct CheckpointFrame
{
    CheckpointAct act = CheckpointAct::Forward;
    int layer = -1; ///< at work; -1: none of the decoder layers
    std::vector<Bytes> kept{}; ///< [layer], for its backward pass, and while it is at work
    Bytes activations{}; ///< in all, as the timeline of the plan has them

    /// Of these, what no layer keeps: what the embedding leaves, tables and masks, what the loss
    /// needs.
    Bytes outside() const;
    bool operator==(const CheckpointFrame &) const = default;
};

/// One micro-step, with or without activation checkpointing: what each layer keeps, what is dropped
/// behind it and computed again.
struct CheckpointMotion
{
    int layers = 0;
    std::vector<CheckpointFrame> frames{};
    Bytes peak{}; ///< of the activations
    double recomputed = 0; ///< share of the FLOPs of a step that are computed a second time

    bool operator==(const CheckpointMotion &) const = default;
};

/// The first micro-step of the plan's timeline, a frame for each of its samples; none where it has
/// no timeline. The timeline knows the sum of all activations alone, which `kept` divides so:
///   forward    what is there beyond the layers before it is the layer's that is at work
///   backward   what is there beyond the layers still to come and what stood outside is the layer's
///              at work, what it computes again included; nothing of it once it is over
///   otherwise  what changes stands outside the layers
/// A layer has up to two samples, its largest moment and its end. Of a checkpointed one the first
/// is Recompute: all that its backward pass needs is there again.
CheckpointMotion checkpointMotion(const Plan &plan);

} // namespace shardscope
