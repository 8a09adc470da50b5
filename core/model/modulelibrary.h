// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/names.h"

namespace shardscope {

/// Whose modules the model is made of: a release of transformers. From 4.46 on a loss function of
/// its own, from 5 on labels shifted in place of logits, and checkpoints that are not reentrant.
enum class ModuleLibrary { Transformers5, Transformers446, Transformers4 };
template <>
inline constexpr std::array<std::string_view, 3> namesOf<ModuleLibrary>{
    "transformers-5", "transformers-4.46", "transformers-4"};

} // namespace shardscope
