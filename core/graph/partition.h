// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/compiled.h"
#include "core/graph/dataflow.h"

namespace shardscope {

/// Which values of a tape torch.compile hands from the forward to the backward pass; the others
/// that this one needs are computed again within its kernels (torch 2.14
/// _functorch/partitioners.py, solve_min_cut, as its config asks by default). By tensor.
std::vector<bool> keptValues(const Tape &tape, const Dataflow &flow, GraphScope scope);

} // namespace shardscope
