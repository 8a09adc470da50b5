// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/term.h"
#include "core/collectives/layout.h"
#include "core/plan/plan.h"

#include <cstdint>
#include <vector>

namespace shardscope {

/// Bytes that one GPU sends, by the tier of the link that they leave on. Inside a node that is
/// NVLink or PCIe, between nodes the GPU's share of the network adapters.
struct Sent
{
    Term inside;
    Term network;

    double total() const { return inside.value() + network.value(); }
};

/// The mean over the group, which is what a plan shows. `message` is the whole tensor: of an
/// all-gather the gathered one, of a reduce-scatter the unreduced one, of an all-to-all what one
/// GPU holds. `layout` must be full: the nodes hold the same number of ranks.
///   ring          2 (N - 1) / N x M for an all-reduce, half of it for its halves and a broadcast
///                 (Patarasuk and Yuan, 2009); each of the node's rings leaves it over one adapter
///   tree          as much in all: a chain inside each node, two binary trees between the nodes
///                 (Sanders, Speck, Traeff, 2009), each with half of the message
///   hierarchical  scatter inside the node, the same shard between nodes, gather inside the node
///   nvls          the switch adds and copies: a GPU sends what the switch adds up, M, and stores
///                 its own sum once; between nodes as hierarchical
Sent sentBytes(CollectiveOp op, Algorithm algorithm, const Term &message, const Layout &layout);

/// The same to the element for every rank; where elements do not divide, the first chunks hold one
/// more.
struct SentElements
{
    std::int64_t inside = 0;
    std::int64_t network = 0;

    std::int64_t total() const { return inside + network; }
    bool operator==(const SentElements &) const = default;
};
SentElements sentElements(
    CollectiveOp op, Algorithm algorithm, std::int64_t elements, const Layout &layout, int rank);

/// Elements of chunk `chunk` when `elements` are cut into `chunks`.
std::int64_t chunkElements(std::int64_t elements, int chunks, int chunk);

/// The parent of every node in one of the two binary trees over `nodes`; -1 for the root. The
/// second tree is the first one turned by one, or mirrored, so that hardly a node is inside both
/// (NCCL 2.30 graph/trees.cc).
enum class WhichTree { First, Second };
std::vector<int> treeParents(int nodes, WhichTree which);

/// What an algorithm cannot do is done by the ring, as NCCL does it: trees carry all-reduces alone,
/// broadcasts know the ring only.
bool carries(Algorithm algorithm, CollectiveOp op);

} // namespace shardscope
