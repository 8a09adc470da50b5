// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collectives/nodesweep.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

constexpr int gpusPerNode = 8; // of the machines that were measured

double rateAt(const NodeSweep::Point &point, CollectiveOp op)
{
    return op == CollectiveOp::AllReduce ? point.allReduce : point.allGather;
}

/// GB/s of bus bandwidth; between two points along the logarithm of the nodes.
double measuredRate(const NodeSweep &sweep, CollectiveOp op, int nodes)
{
    const auto after = std::find_if(sweep.points.begin(), sweep.points.end(),
        [nodes](const NodeSweep::Point &point) { return point.nodes >= nodes; });
    if (after == sweep.points.end())
        return rateAt(sweep.points.back(), op);
    if (after == sweep.points.begin())
        return rateAt(*after, op);
    const NodeSweep::Point &before = *(after - 1);
    const double share = std::log2(static_cast<double>(nodes) / before.nodes)
        / std::log2(static_cast<double>(after->nodes) / before.nodes);
    return rateAt(before, op) + share * (rateAt(*after, op) - rateAt(before, op));
}

/// Bytes on the bus for each byte of message.
double busShare(CollectiveOp op, int ranks)
{
    const double once = (ranks - 1.0) / ranks;
    return op == CollectiveOp::AllReduce ? 2 * once : once;
}

bool isMeasured(CollectiveOp op)
{
    return op == CollectiveOp::AllReduce || op == CollectiveOp::AllGather
        || op == CollectiveOp::ReduceScatter;
}

} // namespace

Seconds delayOverNodes(CollectiveOp op, Bytes message, const Layout &layout, const Fabric &fabric)
{
    if (!fabric.sweep || layout.nodes() < 2 || !isMeasured(op))
        return {};
    const NodeSweep &sweep = *fabric.sweep;
    const Bytes measured = sweep.messageMib.value * MiB;
    const double rate = measuredRate(sweep, op, layout.nodes());
    if (measured <= Bytes(0) || rate <= 0)
        return {};
    const Layout whole{layout.nodes() * gpusPerNode, gpusPerNode};
    Fabric model = fabric;
    model.sweep = nullptr;
    const Seconds took = busShare(op, whole.ranks) * measured / (rate * GBPerSecond);
    const Seconds beyond = took - collectiveTime(op, measured, whole, model).seconds;
    // Groups of fewer GPUs on each node work side by side.
    const double apart = static_cast<double>(gpusPerNode) / std::min(layout.perNode, gpusPerNode);
    return std::max(Seconds(0), beyond) * std::min(1.0, apart * message / measured);
}

} // namespace shardscope
