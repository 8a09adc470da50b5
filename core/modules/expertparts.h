// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/modules/expertadapters.h"

namespace shardscope {

/// Fused weights of all experts of a layer; biases where the family has them.
struct ExpertWeights
{
    TensorId gateUp = NoTensor;
    TensorId gateUpBias = NoTensor;
    TensorId down = NoTensor;
    TensorId downBias = NoTensor;
};

/// What adapters add to the fused weights, where they take them in.
struct ExpertDeltas
{
    TensorId gateUp = NoTensor;
    TensorId down = NoTensor;
};

/// Where PEFT puts adapters beside the linear modules.
LoraTargets fusedTargets(const ModuleWriter &write);

ExpertDeltas writeExpertDeltas(ModuleWriter &write);
ExpertWeights writeExpertWeights(ModuleWriter &write);

/// Granite's: router, and a product for each expert of the tokens that came to it.
TensorId writeSplitExperts(ModuleWriter &write, TensorId x);

/// from[by]: rows that an index picks.
TensorId writeIndex(ModuleWriter &write, TensorId from, TensorId by, double elements);

/// The gated activation of `both`, gate and up side by side; `elements` of the result.
TensorId writeGated(ModuleWriter &write, TensorId both, double elements);

} // namespace shardscope
