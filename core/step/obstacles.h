// SPDX-License-Identifier: GPL-3.0-or-later
// What of a scenario keeps single choices from being planned.
#pragma once

#include "core/model/modelspec.h"
#include "core/scenario/scenario.h"

#include <optional>
#include <string_view>

namespace shardscope {

/// The input by which another engine than the Trainer runs it, or ranks cut the model.
std::optional<std::string_view> placeObstacle(const Scenario &scenario);
/// The input with which more than the gradients of a plain decoder's weights are updated, or these
/// otherwise than all at once.
std::optional<std::string_view> plainUpdateObstacle(
    const Scenario &scenario, const ModelSpec &spec);

/// Whether it is a decoder whose layers have attention and a dense MLP of nn.Linear.
bool hasPlainLayers(const ModelSpec &spec);

/// The input that keeps products in 8 bits from being planned; nothing where none are asked for.
std::optional<std::string_view> fp8Obstacle(const Scenario &scenario, const ModelSpec &spec);
/// The input with which an optimizer that projects gradients is not derived; nothing where it is,
/// or where nobody asks for it.
std::optional<std::string_view> projectionObstacle(const Scenario &scenario, const ModelSpec &spec);
/// The input with which updates within the backward pass are not derived; nothing where they are,
/// or where nobody asks for them.
std::optional<std::string_view> updateObstacle(const Scenario &scenario, const ModelSpec &spec);
/// Whether each weight is updated as soon as its gradient is there, so far as that is derived.
bool updatesInBackward(const Scenario &scenario, const ModelSpec &spec);
/// The input that freezes a part of the model; nothing where all of it is trained.
std::optional<std::string_view> frozenPartObstacle(const Training &training);
/// Whether what runs is torch's own, on a GPU or in a dry run.
constexpr bool runsTorchKernels(const Training &training)
{
    return training.kernels == Kernels::Cuda || training.kernels == Kernels::Reference;
}
/// The input by which adapters are others than LoRA's on matrices of the layers.
std::optional<std::string_view> layerLoraObstacle(const Training &training, const ModelSpec &spec);
/// The input with which passes of disabled adapters are not derived under ZeRO-3, which gathers by
/// a trace of the modules: LoRA's were followed, on matrices of layers. Nothing where they are, or
/// where none are disabled.
std::optional<std::string_view> tracedReferenceObstacle(
    const Scenario &scenario, const ModelSpec &spec);
/// The input with which reentrant checkpoints are not derived; nothing where they are, or where
/// there are none.
std::optional<std::string_view> reentryObstacle(const Scenario &scenario, const ModelSpec &spec);
/// The input with which activations on the host are not derived; nothing where they are, or where
/// nobody asks for them.
std::optional<std::string_view> hostActivationsObstacle(
    const Scenario &scenario, const ModelSpec &spec);

} // namespace shardscope
