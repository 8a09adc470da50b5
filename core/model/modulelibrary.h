// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/names.h"

namespace shardscope {

/// Whose modules the model is made of: a release of transformers, torchtitan's own, or
/// Megatron-LM's of 2021 as a pipeline of DeepSpeed's (Megatron-DeepSpeed, GPTModelPipe). From 4.46
/// on a loss function of its own, from 4.50 on of all models, from 5 on labels shifted in place of
/// logits, and checkpoints that are not reentrant. torchtitan's have torch's fused norm, and labels
/// shifted by the data loader.
enum class ModuleLibrary {
    Transformers5,
    Transformers450,
    Transformers446,
    Transformers4,
    Torchtitan,
    MegatronDeepSpeed
};
template <>
inline constexpr std::array<std::string_view, 6> namesOf<ModuleLibrary>{"transformers-5",
    "transformers-4.50", "transformers-4.46", "transformers-4", "torchtitan", "megatron-deepspeed"};

/// Whether it is a release of transformers before 5.
constexpr bool precedesFive(ModuleLibrary library)
{
    return library == ModuleLibrary::Transformers450 || library == ModuleLibrary::Transformers446
        || library == ModuleLibrary::Transformers4;
}

} // namespace shardscope
