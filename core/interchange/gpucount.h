// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/interchange/factlist.h"

#include <optional>

namespace shardscope {

// How many GPUs the files of a run speak of.

/// GPUs of a node, where nobody says how many.
inline constexpr double wholeNode = 8;

/// As said, or of Slurm's tasks.
std::optional<double> gpusOfNode(const FactList &facts);
std::optional<double> gpusOfAll(const FactList &facts);

/// Whether something is said that is for several GPUs.
bool shardsAtAll(const FactList &facts);

/// Of a node those that a batch of all GPUs is a multiple of; all where none are.
double gpusForBatch(const FactList &facts);

} // namespace shardscope
