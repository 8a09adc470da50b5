// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collectives/sent.h"

namespace shardscope {

namespace {

/// (n - 1) / n.
Term share(int n)
{
    return Term::count(n - 1) / Term::count(n);
}

bool oneNode(const Layout &layout)
{
    return layout.nodes() <= 1;
}

/// Of a message, what each of the `n` members of a ring sends: an all-reduce goes around twice.
Term shareSent(CollectiveOp op, int n)
{
    return op == CollectiveOp::AllReduce ? Term::factor(2) * share(n) : share(n);
}

/// One of the node's GPUs sends to the next node: that share of everything leaves the node.
Sent splitByRing(const Term &all, const Layout &layout)
{
    if (oneNode(layout))
        return {.inside = all, .network = {}};
    const Term leaving = Term::count(layout.nodes()) / Term::count(layout.ranks);
    if (layout.perNode == 1)
        return {.inside = {}, .network = all};
    const Term staying = Term::count(layout.ranks - layout.nodes()) / Term::count(layout.ranks);
    return {.inside = staying * all, .network = leaving * all};
}

/// Along N - 1 links, of which k - 1 lie between nodes.
Sent broadcast(const Term &message, const Layout &layout)
{
    const int between = layout.nodes() - 1;
    const Term ranks = Term::count(layout.ranks);
    Sent sent;
    if (layout.perNode > 1)
        sent.inside = Term::count(layout.ranks - 1 - between) / ranks * message;
    if (between > 0)
        sent.network = Term::count(between) / ranks * message;
    return sent;
}

Sent ring(CollectiveOp op, const Term &message, const Layout &layout)
{
    switch (op) {
    case CollectiveOp::AllReduce:
    case CollectiveOp::ReduceScatter:
    case CollectiveOp::SendReceive:
    case CollectiveOp::AllGather:
        return splitByRing(shareSent(op, layout.ranks) * message, layout);
    case CollectiveOp::Broadcast:
        return broadcast(message, layout);
    case CollectiveOp::AllToAll:
    case CollectiveOp::CopyToHost:
    case CollectiveOp::CopyToGpu:
        break;
    }
    return {};
}

/// Everybody sends a part of its own to everybody else.
Sent allToAll(const Term &message, const Layout &layout)
{
    if (oneNode(layout))
        return {.inside = share(layout.ranks) * message, .network = {}};
    const Term ranks = Term::count(layout.ranks);
    Sent sent{
        .inside = {}, .network = Term::count(layout.ranks - layout.perNode) / ranks * message};
    if (layout.perNode > 1)
        sent.inside = Term::count(layout.perNode - 1) / ranks * message;
    return sent;
}

Sent tree(const Term &message, const Layout &layout)
{
    // Each but the root sends everything up, and gets everything back down: N - 1 edges, of which
    // the nodes' own trees take k - 1 between them.
    const int nodes = layout.nodes();
    const Term ranks = Term::count(layout.ranks);
    Sent sent;
    if (layout.perNode > 1)
        sent.inside = Term::factor(2) * (Term::count(layout.ranks - nodes) / ranks) * message;
    if (nodes > 1)
        sent.network = Term::factor(2) * (Term::count(nodes - 1) / ranks) * message;
    return sent;
}

/// The ring between the nodes that each GPU of a node forms with its peers for its own shard.
Term betweenNodes(CollectiveOp op, const Term &message, const Layout &layout)
{
    if (oneNode(layout))
        return {};
    const Term all = shareSent(op, layout.nodes()) * message;
    return layout.perNode > 1 ? all / Term::count(layout.perNode) : all;
}

Sent hierarchical(CollectiveOp op, const Term &message, const Layout &layout)
{
    Sent sent{.inside = {}, .network = betweenNodes(op, message, layout)};
    if (layout.perNode > 1)
        sent.inside = shareSent(op, layout.perNode) * message;
    return sent;
}

Sent nvls(CollectiveOp op, const Term &message, const Layout &layout)
{
    Sent sent{.inside = {}, .network = betweenNodes(op, message, layout)};
    if (layout.perNode == 1)
        return sent;
    const Term stored = message / Term::count(layout.perNode);
    switch (op) {
    case CollectiveOp::AllReduce:
        sent.inside = message + stored;
        break;
    case CollectiveOp::ReduceScatter:
        sent.inside = message;
        break;
    case CollectiveOp::AllGather:
    case CollectiveOp::Broadcast:
    case CollectiveOp::SendReceive:
    case CollectiveOp::AllToAll:
        sent.inside = stored;
        break;
    case CollectiveOp::CopyToHost:
    case CollectiveOp::CopyToGpu:
        break;
    }
    return sent;
}

} // namespace

bool carries(Algorithm algorithm, CollectiveOp op)
{
    switch (algorithm) {
    case Algorithm::Auto:
    case Algorithm::Ring:
        return true;
    case Algorithm::Tree:
        return op == CollectiveOp::AllReduce;
    case Algorithm::Hierarchical:
    case Algorithm::Nvls:
        return op != CollectiveOp::Broadcast && op != CollectiveOp::AllToAll
            && op != CollectiveOp::SendReceive;
    }
    return false;
}

Sent sentBytes(CollectiveOp op, Algorithm algorithm, const Term &message, const Layout &layout)
{
    if (layout.ranks <= 1)
        return {};
    if (op == CollectiveOp::AllToAll)
        return allToAll(message, layout);
    if (!carries(algorithm, op))
        return ring(op, message, layout);
    switch (algorithm) {
    case Algorithm::Tree:
        return tree(message, layout);
    case Algorithm::Hierarchical:
        return hierarchical(op, message, layout);
    case Algorithm::Nvls:
        return nvls(op, message, layout);
    case Algorithm::Auto:
    case Algorithm::Ring:
        break;
    }
    return ring(op, message, layout);
}

} // namespace shardscope
