// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/tape.h"

#include <algorithm>
#include <vector>

namespace shardscope {

/// Calls `visit` with each tensor that a part of a tape makes.
template <class Visit>
void forMade(const Tape &tape, const Recomputed &part, const Visit &visit)
{
    for (std::int32_t i = part.begin; i < part.end; ++i) {
        for (const TensorId id : tape.ops[static_cast<std::size_t>(i)].outputs) {
            if (id != NoTensor)
                visit(id);
        }
    }
}

/// Storages that a part is given, made by others: once each, without those of somebody else's
/// account.
inline std::vector<TensorId> givenTo(const Tape &tape, const Recomputed &part)
{
    std::vector<TensorId> made;
    forMade(tape, part, [&made](TensorId id) { made.push_back(id); });
    std::vector<TensorId> given;
    for (std::int32_t i = part.begin; i < part.end; ++i) {
        for (const TensorId id : tape.ops[static_cast<std::size_t>(i)].inputs) {
            if (id == NoTensor)
                continue;
            const TensorId storage = tape.at(id).isView() ? tape.at(id).base : id;
            if (tape.at(storage).holding != Holding::Outside
                && std::find(made.begin(), made.end(), storage) == made.end())
                given.push_back(storage);
        }
    }
    std::sort(given.begin(), given.end());
    given.erase(std::unique(given.begin(), given.end()), given.end());
    return given;
}

} // namespace shardscope
