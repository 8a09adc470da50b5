// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

namespace shardscope {

/// What one GPU of a scenario holds, at the moments that are measured.
struct Prediction
{
    // Tensors alone.
    Bytes afterInitialize{}; ///< before the first step
    Bytes betweenSteps{}; ///< weights, optimizer state, buffers
    Bytes forwardPeak{}; ///< forward pass and loss
    Bytes forwardEnd{};
    Bytes backwardPeak{};
    Bytes backwardEnd{};
    Bytes stepPeak{}; ///< optimizer.step()
    Bytes stepEnd{}; ///< gradients are still there
    Bytes peak{}; ///< the largest of the three

    Bytes allocated{}; ///< largest torch.cuda.max_memory_allocated
    Bytes reserved{}; ///< largest torch.cuda.max_memory_reserved
    Bytes device{}; ///< what nvidia-smi shows

    Bytes throughput{}; ///< tokens/s on each GPU; see throughputMetric
};

/// Errors: as makePlan.
Result<Prediction> predict(
    const Scenario &scenario, const Catalog &catalog, Reserving reserving = Reserving::Estimated);

} // namespace shardscope
