// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/modules/modules.h"

namespace shardscope {

/// A dense MLP, gated or plain.
TensorId writeMlp(ModuleWriter &write, TensorId x, double width);

/// Routed experts as modules of their own, each with its own tokens.
TensorId writeExpertLoop(ModuleWriter &write, TensorId x, TensorId weights);

/// Llama 4: every expert computes every token, weighed with its score or with zero; and the shared
/// expert.
TensorId writeDenseExperts(ModuleWriter &write, TensorId x);

/// Router, routed experts and shared expert.
TensorId writeExperts(ModuleWriter &write, TensorId x);

} // namespace shardscope
