// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of what QLoRA's base is stored in, where that is not NF4.
#pragma once

#include "core/step/stepmodules.h"
#include "core/step/workload.h"

#include <optional>
#include <string_view>

namespace shardscope {

/// The input that keeps such a base from being planned, as what it holds beside it is not derived.
std::optional<std::string_view> baseObstacle(const Scenario &scenario, const ModelSpec &spec);

/// What 8-bit products hold on to, of layers that are checkpointed to free it.
Bytes keptInputs(const Workload &work, const StepModules &modules);

/// What GPTQ's products leave to autograd where nothing is checkpointed: their matrices in 16 bits,
/// each until its backward pass. Those of the first layer that nothing before them is trained of
/// are among them.
Bytes keptMatrices(const Workload &work);

/// Whether transformers loads the base with kernels that refuse to train, unless it is told not to
/// (GPTQModel 7.3 nn_modules/qlinear, SUPPORTS_TRAINING; BACKEND.AUTO).
bool lacksBackwardKernels(const Training &training);

/// Whether PEFT's all-linear finds no module of the base.
bool hidesModules(const Training &training);

} // namespace shardscope
