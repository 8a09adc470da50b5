// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload.h"

namespace shardscope {

/// What the forward pass leaves behind for the backward pass, in bytes on one GPU.
struct Activations
{
    Term saved; ///< all layers: every saved tensor, or only the checkpoints
    Term atFirstLayer; ///< what of it is left when the first layer is back-propagated
    Term
        layerBackward; ///< for a moment, while one layer is back-propagated; with its recomputation
    Term autocastCache; ///< 16-bit copies of fp32 weights, until the end of the forward pass
};

Activations activations(const Workload &work);

/// Cross-entropy over the vocabulary.
struct LossMemory
{
    Term forward; ///< at the largest moment of the loss's forward pass
    Term backward; ///< at the largest moment of its backward pass
    Term kept; ///< between the two
};

LossMemory lossMemory(const Workload &work);

extern const std::string_view activationSource;
extern const std::string_view lossSource;

} // namespace shardscope
