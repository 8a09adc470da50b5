// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

namespace shardscope {

/// One pass of a micro-batch through a stage: computation, then what the stage waits for links.
struct PassTime
{
    Seconds length{};
    Seconds waited{}; ///< of `length`: communication that nothing runs beside

    bool operator==(const PassTime &) const = default;
};

/// How fast one stage of a pipeline goes.
struct StagePace
{
    PassTime forward{}; ///< of a micro-batch, through all chunks of the stage
    PassTime backward{};
    Seconds headForward{}; ///< of `forward`, the output layer and the loss: in the last chunk
    Seconds headBackward{};
    Seconds weights{}; ///< of `backward`, gradients of weights without the head's
    Seconds headWeights{}; ///< of `headBackward`
    /// Once in a step, after the last backward pass: what of gradients is still on its way, the
    /// optimizer, updated weights.
    PassTime update{};

    Seconds microStep() const { return forward.length + backward.length; }
    bool operator==(const StagePace &) const = default;
};

/// The pace of a stage that sends `traffic`. Each micro-batch waits for what
/// every one sends, of its activations, or of weights that are gathered anew; the rest is waited
/// for once.
StagePace paceOf(const Traffic &traffic, const StepTime &time, double microSteps);
StagePace paceOf(const StagePlan &stage, double microSteps);

} // namespace shardscope
