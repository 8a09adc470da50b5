// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/tape.h"

#include <vector>

namespace shardscope {

/// What tensors that a checkpoint hands out hold on to when they have been computed again: they are
/// results of autograd's then, and the nodes that they came from keep what those save.
inline std::vector<TensorId> keptBehindGiven(const Tape &tape)
{
    std::vector<bool> isWanted(tape.tensors.size());
    std::vector<bool> isKept(tape.tensors.size());
    const auto storage
        = [&tape](TensorId id) { return tape.at(id).isView() ? tape.at(id).base : id; };
    for (const Given &given : tape.given) {
        isWanted[static_cast<std::size_t>(given.tensor)] = tape.at(given.tensor).requiresGrad;
        isKept[static_cast<std::size_t>(storage(given.tensor))] = true;
    }
    for (auto op = tape.ops.rbegin(); op != tape.ops.rend(); ++op) {
        const bool leadsThere
            = std::any_of(op->outputs.begin(), op->outputs.end(), [&isWanted](TensorId id) {
                  return id != NoTensor && isWanted[static_cast<std::size_t>(id)];
              });
        if (!leadsThere)
            continue;
        for (const TensorId id : op->inputs) {
            if (id != NoTensor && tape.at(id).requiresGrad)
                isWanted[static_cast<std::size_t>(id)] = true;
        }
        for (const TensorId id : op->saved) {
            if (id != NoTensor)
                isKept[static_cast<std::size_t>(storage(id))] = true;
        }
    }
    std::vector<TensorId> kept;
    for (std::size_t i = 0; i < isKept.size(); ++i) {
        if (isKept[i] && tape.tensors[i].holding != Holding::Outside)
            kept.push_back(static_cast<TensorId>(i));
    }
    return kept;
}

} // namespace shardscope
