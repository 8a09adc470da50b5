// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/base.h"

namespace shardscope {

// What people call what becomes of activations until the backward pass, and one sentence on each.

template <>
inline constexpr std::array<Text, 3> textsOf<Checkpointing>{
    {english("options", "None"), english("options", "Selective"), english("options", "Full")}};
template <>
inline constexpr std::array<Text, 3> hintsOf<Checkpointing>{{
    english("options", "Every activation is kept: most memory, least computation."),
    english(
        "options", "What is large and cheap to compute is computed again in the backward pass."),
    english("options", "Only the input of each layer is kept; the forward pass is computed twice."),
}};

template <>
inline constexpr std::array<Text, 3> textsOf<ActivationOffload>{{english("options", "None"),
    english("options", "Everything saved"), english("options", "Inputs of layers")}};
template <>
inline constexpr std::array<Text, 3> hintsOf<ActivationOffload>{{
    english("options", "Activations stay on the GPU."),
    english("options",
        "What autograd saves is copied to the host, and back for the backward pass: TRL, "
        "torchtune."),
    english("options", "Inputs of checkpointed layers wait on the host: Unsloth."),
}};

template <>
inline constexpr std::array<Text, 3> textsOf<CheckpointKind>{{english("options", "Automatic"),
    english("options", "Reentrant"), english("options", "Not reentrant")}};
template <>
inline constexpr std::array<Text, 3> hintsOf<CheckpointKind>{{
    english("options", "As the trainer asks for them."),
    english("options",
        "Layers run without a graph, and once more with one in the backward pass: "
        "use_reentrant=True."),
    english(
        "options", "Layers' graphs drop what they keep, and make it again when it is asked for."),
}};

} // namespace shardscope
