// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/modules/modules.h"

namespace shardscope {

/// A dense MLP, gated or plain.
TensorId writeMlp(ModuleWriter &write, TensorId x, double width);

/// Routed experts of transformers 4: modules of their own, one after the other with its tokens.
TensorId writeExpertModules(ModuleWriter &write, TensorId x, TensorId weights);

/// Routed experts of transformers 5 in a loop: each takes its part of the fused weights.
TensorId writeExpertLoop(ModuleWriter &write, TensorId x, TensorId weights);

/// Llama 4: every expert computes every token, weighed with its score or with zero; and the shared
/// expert.
TensorId writeDenseExperts(ModuleWriter &write, TensorId x);

/// Routed experts alone, of tokens with the weights that a router has given each.
TensorId writeRoutedExperts(ModuleWriter &write, TensorId x, TensorId weights);

/// The best experts of each token by their scores, and which they are.
TensorId writeBest(ModuleWriter &write, TensorId scores);

/// torchtitan's own router, experts and shared expert, between which tokens are exchanged.
TensorId writeTitanExperts(ModuleWriter &write, TensorId x);

/// What DeepSpeed's AutoEP puts in the place of a layer's router, experts and shared expert.
TensorId writeAutoEpExperts(ModuleWriter &write, TensorId x);

/// Router, routed experts and shared expert.
TensorId writeExperts(ModuleWriter &write, TensorId x);

} // namespace shardscope
