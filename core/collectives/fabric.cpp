// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collectives/fabric.h"

namespace shardscope {

namespace {

bool isNvlink(const LinkSpec &link)
{
    return link.id.starts_with("nvlink") || link.id.starts_with("infinity");
}

/// A bridge joins two cards; the switch that adds came with Hopper.
bool canAdd(const LinkSpec &link, Generation generation)
{
    return link.id.starts_with("nvlink") && !link.id.ends_with("bridge")
        && generation >= Generation::Hopper;
}

} // namespace

Fabric makeFabric(const GpuSpec &gpu, const LinkSpec *inside, const LinkSpec *network, int perNode)
{
    Fabric fabric{.generation = generationOf(gpu)};
    if (inside) {
        fabric.nvlink = isNvlink(*inside);
        fabric.hasSwitch = canAdd(*inside, fabric.generation) && inside->lineRate.isKnown();
        fabric.inside = inside->bandwidth();
        fabric.line = inside->lineRate.value * GBPerSecond;
    }
    if (network) {
        fabric.sweep = network->sweep.points.empty() ? nullptr : &network->sweep;
        const double sharers = network->isPerNode && perNode > 1 ? perNode : 1;
        fabric.network = BytesPerSecond(network->bandwidth().value() / sharers);
    }
    return fabric;
}

} // namespace shardscope
