// SPDX-License-Identifier: GPL-3.0-or-later
// What each single rank sends, to the element.
#include "core/collectives/sent.h"

#include <algorithm>

namespace shardscope {

namespace {

/// Rank r first sends chunk r and at the end holds chunk r + 1, the one it never sent.
std::int64_t scattered(std::int64_t elements, int ranks, int rank)
{
    return elements - chunkElements(elements, ranks, (rank + 1) % ranks);
}
/// It starts with chunk r + 1 and never sends the one that its neighbour started with.
std::int64_t gathered(std::int64_t elements, int ranks, int rank)
{
    return elements - chunkElements(elements, ranks, (rank + 2) % ranks);
}

/// Sent by one rank of a plain ring.
std::int64_t onRing(CollectiveOp op, std::int64_t elements, int ranks, int rank)
{
    if (ranks <= 1)
        return 0;
    switch (op) {
    case CollectiveOp::AllReduce:
        return scattered(elements, ranks, rank) + gathered(elements, ranks, rank);
    case CollectiveOp::ReduceScatter:
        return scattered(elements, ranks, rank);
    case CollectiveOp::SendReceive:
    case CollectiveOp::AllGather:
        return gathered(elements, ranks, rank);
    case CollectiveOp::Broadcast:
        // From rank 0 on; the last one has nobody left to tell.
        return rank == ranks - 1 ? 0 : elements;
    case CollectiveOp::AllToAll:
        return elements - chunkElements(elements, ranks, rank);
    case CollectiveOp::CopyToHost:
    case CollectiveOp::CopyToGpu:
        break;
    }
    return 0;
}

SentElements ring(CollectiveOp op, std::int64_t elements, const Layout &layout, int rank)
{
    const std::int64_t all = onRing(op, elements, layout.ranks, rank);
    const bool leaves = layout.nodes() > 1 && (rank + 1) % layout.perNode == 0;
    return leaves ? SentElements{.network = all} : SentElements{.inside = all};
}

SentElements allToAll(std::int64_t elements, const Layout &layout, int rank)
{
    SentElements sent;
    for (int to = 0; to < layout.ranks; ++to) {
        if (to == rank)
            continue;
        const bool near = to / layout.perNode == rank / layout.perNode;
        (near ? sent.inside : sent.network) += chunkElements(elements, layout.ranks, to);
    }
    return sent;
}

SentElements tree(std::int64_t elements, const Layout &layout, int rank)
{
    SentElements sent;
    const int place = rank % layout.perNode;
    // The chain: sums towards the first GPU of the node, results away from it.
    if (place > 0)
        sent.inside += elements;
    if (place < layout.perNode - 1)
        sent.inside += elements;
    if (place > 0)
        return sent;
    const int node = rank / layout.perNode;
    for (const WhichTree which : {WhichTree::First, WhichTree::Second}) {
        const std::int64_t half = chunkElements(elements, 2, which == WhichTree::First ? 0 : 1);
        const std::vector<int> parents = treeParents(layout.nodes(), which);
        const auto children = std::count(parents.begin(), parents.end(), node);
        const int up = parents[static_cast<std::size_t>(node)] >= 0 ? 1 : 0;
        sent.network += half * (children + up);
    }
    return sent;
}

/// What the ring between the nodes carries of the shard of this rank.
std::int64_t betweenNodes(CollectiveOp op, std::int64_t shard, const Layout &layout, int rank)
{
    return onRing(op, shard, layout.nodes(), rank / layout.perNode);
}

SentElements hierarchical(CollectiveOp op, std::int64_t elements, const Layout &layout, int rank)
{
    const int place = rank % layout.perNode;
    // After the scatter the GPU holds the chunk behind its own place.
    const int held = layout.perNode > 1 ? (place + 1) % layout.perNode : 0;
    const std::int64_t shard = chunkElements(elements, layout.perNode, held);
    return {.inside = onRing(op, elements, layout.perNode, place),
        .network = betweenNodes(op, shard, layout, rank)};
}

SentElements nvls(CollectiveOp op, std::int64_t elements, const Layout &layout, int rank)
{
    const int place = rank % layout.perNode;
    const std::int64_t shard = chunkElements(elements, layout.perNode, place);
    SentElements sent{.network = betweenNodes(op, shard, layout, rank)};
    if (layout.perNode == 1)
        return sent;
    if (op != CollectiveOp::AllGather)
        sent.inside += elements; // the switch reads all of it
    if (op != CollectiveOp::ReduceScatter)
        sent.inside += shard; // and copies this to everybody
    return sent;
}

} // namespace

std::int64_t chunkElements(std::int64_t elements, int chunks, int chunk)
{
    return elements / chunks + (chunk < elements % chunks ? 1 : 0);
}

std::vector<int> treeParents(int nodes, WhichTree which)
{
    const bool turned = nodes % 2 == 1;
    const auto place = [&](int node) {
        if (which == WhichTree::First)
            return node;
        return turned ? (node + 1) % nodes : nodes - 1 - node;
    };
    std::vector<int> parents(static_cast<std::size_t>(nodes), -1);
    for (int node = 1; node < nodes; ++node) {
        // Odd ones are leaves; the lowest bit set says how high in the tree a node stands.
        const int bit = node & -node;
        const int next = (node ^ bit) | (bit << 1);
        const int parent = next < nodes ? next : node ^ bit;
        parents[static_cast<std::size_t>(place(node))] = place(parent);
    }
    return parents;
}

SentElements sentElements(
    CollectiveOp op, Algorithm algorithm, std::int64_t elements, const Layout &layout, int rank)
{
    if (layout.ranks <= 1)
        return {};
    if (op == CollectiveOp::AllToAll)
        return allToAll(elements, layout, rank);
    if (!carries(algorithm, op))
        return ring(op, elements, layout, rank);
    switch (algorithm) {
    case Algorithm::Tree:
        return tree(elements, layout, rank);
    case Algorithm::Hierarchical:
        return hierarchical(op, elements, layout, rank);
    case Algorithm::Nvls:
        return nvls(op, elements, layout, rank);
    case Algorithm::Auto:
    case Algorithm::Ring:
        break;
    }
    return ring(op, elements, layout, rank);
}

} // namespace shardscope
