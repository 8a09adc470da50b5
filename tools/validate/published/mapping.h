// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tools/validate/draft.h"
#include "tools/validate/published/printed.h"

#include <string_view>

namespace shardscope {

/// Settles one input of a published run by the table of rules: by what its source prints, by the
/// script or library that it names, or, where both leave it open, by an assumption. Where no rule
/// fits, an input that a plan cannot do without refuses the run; any other stays as it is.
void settle(Draft &draft, const Printed &run, std::string_view key);

/// The catalogue's id of a GPU, whatever its spelling. Cards that differ in name alone count as the
/// one there. Empty: not in the catalogue, or several could be meant.
std::string_view gpuCalled(std::string_view name);

// What takes more than the table of rules: numbers, several fields at once, shapes of models.

/// Over how many GPUs a run went, what it sharded, and with whose conventions.
void stateParallel(Draft &draft, const Printed &run);
/// Method, dtypes, sizes, and whose modules, kernels and loop ran.
void stateTraining(Draft &draft, const Printed &run);
/// Rank, modules and dtypes of adapters.
void stateAdapters(Draft &draft, const Printed &run);
void stateHardware(Draft &draft, const Printed &run);
void stateModel(Draft &draft, const Printed &run);

/// Tokens that its trainer adds to the model's vocabulary.
int addedTokensOf(const Printed &run);

/// Which kernels replace PyTorch's: "none", "fused" (norm, rotary, cross-entropy), "fused-head".
std::string_view kernelsOf(const Printed &run);

} // namespace shardscope
