// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tools/validate/draft.h"
#include "tools/validate/printed.h"

#include <string_view>

namespace shardscope {

/// States and assumes what a published run stands for.
void statePublished(Draft &draft, const Printed &run);
void stateModel(Draft &draft, const Printed &run);

/// The catalogue's id of a GPU, whatever its spelling. Cards that differ in name alone count as the
/// one there. Empty: not in the catalogue, or several could be meant.
std::string_view gpuCalled(std::string_view name);

/// Tokens that its trainer adds to the model's vocabulary.
int addedTokensOf(const Printed &run);

/// Which kernels replace PyTorch's: "none", "fused" (norm, rotary, cross-entropy), "fused-head".
std::string_view kernelsOf(const Printed &run);

} // namespace shardscope
