// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/tape.h"

namespace shardscope {

/// Whether what torch.compile makes of a tape is known: of units that hand tensors to others beside
/// the stream it is not.
bool canBeCompiled(const Tape &eager);

/// What is one graph: a layer, or the model with its loss, of which a tape is a part.
enum class GraphScope : std::uint8_t { Module, Model };

/// A module as torch.compile with Inductor runs it (torch 2.14): operations between products run in
/// one kernel, whose intermediate results are no tensors, the partitioner says what is kept for the
/// backward pass, and kernels write over what nobody reads any more. Itself where that is not
/// known.
Tape compiledTape(const Tape &eager, GraphScope scope);

} // namespace shardscope
