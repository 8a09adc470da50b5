// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/tierload.h"

#include "core/collectives/fabric.h"
#include "core/engines/steprecord.h"
#include "core/estimate/traffic.h"
#include "core/estimate/worksheet.h"
#include "core/step/resolve.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace shardscope {

namespace {

double exposedShare(const Collective &collective)
{
    return collective.seconds > Seconds(0) ? collective.exposed / collective.seconds : 0;
}

Bytes bytesOver(Tier tier, const Collective &collective)
{
    if (isCopy(collective.op))
        return tier == Tier::Host ? collective.bytesPerStep() : Bytes(0);
    const Bytes network = collective.timesPerStep * collective.networkBytes;
    switch (tier) {
    case Tier::Node:
        return collective.bytesPerStep() - network;
    case Tier::Network:
        return network;
    case Tier::Host:
        break;
    }
    return {};
}

TierLoad loadOf(const Plan &plan, Tier tier, const LinkSpec &link, BytesPerSecond bandwidth)
{
    TierLoad load{.tier = tier,
        .link = link.id,
        .bandwidth = bandwidth,
        .carried = bandwidth * plan.time.compute};
    const std::vector<Collective> &collectives = plan.traffic.collectives;
    for (std::size_t i = 0; i < collectives.size(); ++i) {
        const Bytes bytes = bytesOver(tier, collectives[i]);
        const Bytes exposed = exposedShare(collectives[i]) * bytes;
        if (bytes > Bytes(0))
            load.shares.push_back({i, bytes - exposed, exposed});
    }
    return load;
}

} // namespace

Bytes TierLoad::bytes() const
{
    Bytes sum{};
    for (const TierShare &share : shares)
        sum += share.bytes();
    return sum;
}

Bytes TierLoad::exposed() const
{
    Bytes sum{};
    for (const TierShare &share : shares)
        sum += share.exposed;
    return sum;
}

namespace {

Traffic trafficOf(const Scenario &scenario, const Resolved &resolved)
{
    if (scenario.estimator == EstimatorKind::Worksheet)
        return worksheetTraffic(scenario, resolved);
    const Workload work = makeWorkload(scenario, resolved);
    const StepModules modules(work.layerSettings());
    return shardscope::trafficOf(work, recordStep(work, modules, Ledger::Detail::Totals).wire);
}

} // namespace

Result<std::vector<TierLoad>> tierLoads(const Plan &plan, const Catalog &catalog)
{
    const Result<Resolved> resolved = resolve(plan.scenario, catalog);
    if (!resolved)
        return resolved.error();
    const Parallel &parallel = plan.scenario.parallel;
    const int perNode = std::min(parallel.gpusPerNode, parallel.gpus);
    const Fabric fabric
        = makeFabric(*resolved->gpu, resolved->nodeLink, resolved->networkLink, perNode);
    std::vector<TierLoad> loads;
    if (resolved->nodeLink && perNode > 1)
        loads.push_back(loadOf(plan, Tier::Node, *resolved->nodeLink, fabric.inside));
    if (resolved->networkLink && parallel.gpus > perNode)
        loads.push_back(loadOf(plan, Tier::Network, *resolved->networkLink, fabric.network));
    if (resolved->hostLink) {
        TierLoad host
            = loadOf(plan, Tier::Host, *resolved->hostLink, resolved->hostLink->bandwidth());
        if (!host.shares.empty())
            loads.push_back(std::move(host));
    }
    return loads;
}

std::vector<ScalePoint> trafficOverGpus(const Plan &plan, const Catalog &catalog, int most)
{
    std::set<int> counts{plan.scenario.parallel.gpus};
    for (int gpus = 2; gpus <= most; gpus *= 2)
        counts.insert(gpus);
    std::vector<ScalePoint> points;
    for (const int gpus : counts) {
        Scenario scenario = plan.scenario;
        scenario.parallel.gpus = gpus;
        const Result<Resolved> resolved = resolve(scenario, catalog);
        if (resolved)
            points.push_back({gpus, trafficOf(scenario, *resolved)});
    }
    return points;
}

Bytes limitOf(const std::vector<ScalePoint> &points)
{
    constexpr double tolerance = 1e-9;
    Bytes limit{};
    for (const ScalePoint &point : points) {
        if (point.gpus < 2)
            continue;
        const double share = (point.gpus - 1.0) / point.gpus;
        const Bytes candidate = point.traffic.bytesPerGpuPerStep() / share;
        if (limit > Bytes(0) && std::abs(candidate / limit - 1) > tolerance)
            return {};
        limit = candidate;
    }
    return limit;
}

} // namespace shardscope
