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

/// Qwen2-MoE weighs what its shared expert makes of `x` with a gate of its own.
TensorId writeSharedGate(ModuleWriter &write, TensorId x, TensorId shared);
/// The shared expert of all tokens, with that gate where it has one (torchtitan's
/// SigmoidGatedFeedForward, AutoEP's).
TensorId writeSharedExpert(ModuleWriter &write, TensorId x);

/// Experts that tokens choose by their scores, and the weights of these.
struct ChosenExperts
{
    TensorId ids = NoTensor;
    TensorId weights = NoTensor;
};
/// Weights are gathered behind the choice, made to add up to 1 where the family's do, and scaled:
/// torchtitan's TokenChoiceTopKRouter, DeepSpeed's copy of it, and LFM2's block.
ChosenExperts writeChoice(ModuleWriter &write, TensorId scores);

/// What a router hands on: weights of each token's experts, and the logits that they came from.
struct Routing
{
    TensorId weights = NoTensor;
    TensorId logits = NoTensor;
};

/// ERNIE: all in fp32, whatever autocast says.
Routing writeBiasedRouter(ModuleWriter &write, TensorId x);
/// Phi-3.5-MoE: weights of the two experts that are drawn for each token.
TensorId writeSparseMixer(ModuleWriter &write, TensorId scores);
/// Phi-3.5-MoE: what experts are given, multiplied with noise in place, and again for the router.
TensorId writeJitter(ModuleWriter &write, TensorId x);

/// from[by]: rows that an index picks.
TensorId writeIndex(ModuleWriter &write, TensorId from, TensorId by, double elements);

/// The gated activation of `both`, gate and up side by side; `elements` of the result.
TensorId writeGated(ModuleWriter &write, TensorId both, double elements);

} // namespace shardscope
