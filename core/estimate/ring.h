// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/term.h"
#include "core/plan/plan.h"

#include <cstdint>

namespace shardscope {

/// Bytes that one rank of a ring sends, to the byte. The message of `elements` is cut into `ranks`
/// chunks; where they do not divide, the first ones hold one element more.
/// All-reduce is a reduce-scatter followed by an all-gather (Patarasuk and Yuan, 2009).
struct RingTraffic
{
    std::int64_t reduceScatter = 0;
    std::int64_t allGather = 0;

    std::int64_t allReduce() const { return reduceScatter + allGather; }
};
RingTraffic ringTraffic(std::int64_t elements, std::int64_t elementBytes, int ranks, int rank);

/// Bytes sent by a rank on average, which is exact for the ring as a whole: every chunk but one
/// passes every link once in each half. All-reduce 2 (N - 1) / N x M, the halves (N - 1) / N x M;
/// a broadcast M.
Term ringBytes(CollectiveOp op, const Term &message, int ranks);

} // namespace shardscope
