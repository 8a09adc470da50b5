// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/ring.h"

namespace shardscope {

namespace {

std::int64_t chunkElements(std::int64_t elements, int ranks, int chunk)
{
    return elements / ranks + (chunk < elements % ranks ? 1 : 0);
}

} // namespace

RingTraffic ringTraffic(std::int64_t elements, std::int64_t elementBytes, int ranks, int rank)
{
    if (ranks <= 1)
        return {};
    // Reduce-scatter: rank r first sends chunk r and at the end holds chunk r + 1 complete, which
    // is the one it never sent. All-gather: it starts with that chunk and never sends chunk r + 2.
    const int kept = (rank + 1) % ranks;
    const int last = (rank + 2) % ranks;
    return {.reduceScatter = elementBytes * (elements - chunkElements(elements, ranks, kept)),
        .allGather = elementBytes * (elements - chunkElements(elements, ranks, last))};
}

Term ringBytes(CollectiveOp op, const Term &message, int ranks)
{
    if (ranks <= 1)
        return {};
    const Term share = Term::count(ranks - 1) / Term::count(ranks);
    switch (op) {
    case CollectiveOp::AllReduce:
        return Term::factor(2) * share * message;
    case CollectiveOp::ReduceScatter:
    case CollectiveOp::SendReceive:
    case CollectiveOp::AllGather:
    case CollectiveOp::AllToAll:
        return share * message;
    case CollectiveOp::Broadcast:
        return message;
    case CollectiveOp::CopyToHost:
    case CollectiveOp::CopyToGpu:
        break;
    }
    return {};
}

} // namespace shardscope
