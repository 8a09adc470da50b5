// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/policy.h"
#include "core/step/workload.h"

#include <vector>

namespace shardscope {

/// The tensors that a framework keeps a model in on one GPU, one after the other: elements of each.
struct ModelPieces
{
    std::vector<double> weights;
    std::vector<double> trained; ///< as the optimizer sees them
    /// Whole parameters of each unit that is flattened; empty where none is.
    std::vector<std::vector<double>> flattened;
};

ModelPieces piecesOf(const Workload &work, const ModelTapes &model);

/// Each parameter of a unit by itself.
std::vector<double> parametersOf(const Tape &tape);

} // namespace shardscope
