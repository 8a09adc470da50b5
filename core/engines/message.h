// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/term.h"
#include "core/plan/plan.h"

#include <vector>

namespace shardscope {

/// One kind of collective of a step, before it is known how its algorithm cuts it up.
struct Message
{
    Payload payload;
    CollectiveOp op;
    Term bytes; ///< the whole tensor, as if it were on one GPU
    Times times{}; ///< per optimizer step
    std::string_view source{};
    double pieces = 1; ///< calls that each time is made of: layers, buckets, parameters
    bool overlaps = true; ///< runs beside the computation of its part of the step
    int group = 0; ///< ranks that take part; 0: all
    double tail = 0; ///< share of it that nothing is left to run beside; 0: one of its pieces
    int apart = 1; ///< distance between neighbours of the group: 1, or the ranks of a shard group
};
using Messages = std::vector<Message>;

} // namespace shardscope
