// SPDX-License-Identifier: GPL-3.0-or-later
// Constants and formulas of NCCL 2.30's tuning model (graph/tuning.cc, graph/topo.h, enqueue.cc,
// transport/nvls.cc); microseconds and GB/s as there.
#include "core/collectives/nccl.h"

#include "core/collectives/nodesweep.h"
#include "core/collectives/sent.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace shardscope {

namespace {

constexpr std::array protocols{Protocol::LL, Protocol::LL128, Protocol::Simple};
using PerProtocol = std::array<double, 3>;

constexpr std::size_t at(Protocol protocol)
{
    return static_cast<std::size_t>(protocol);
}
constexpr std::size_t at(Generation generation)
{
    return static_cast<std::size_t>(generation);
}

// baseLatencies and hwLatencies.
constexpr PerProtocol treeBase{6.8, 14.0, 8.4};
constexpr PerProtocol ringBase{6.6, 14.0, 8.4};
constexpr PerProtocol nvlinkTree{0.6, 1.25, 4.0};
constexpr PerProtocol nvlinkRing{0.6, 1.9, 3.4};
constexpr PerProtocol pciTree{1.0, 1.9, 4.0};
constexpr PerProtocol pciRing{1.0, 2.5, 5.7};
constexpr PerProtocol networkTree{5.0, 8.5, 14.0};
constexpr PerProtocol networkRing{2.7, 4.0, 14.0};
// What a step of a ring in one node of B200 really takes beside its bytes, all else of a call
// shared out among the steps: the lines through nccl-tests from 1 MiB to 1 GiB on 8 of them
// (MooreThreads/SimuMax 4dcaae5 configs/system/b200_bf16_ceperm.json).
constexpr double blackwellGatherStep = 9.18;
constexpr double blackwellScatterStep = 8.03;
// The same for an all-to-all, with the share of a ring's bus bandwidth that its line comes to.
constexpr double blackwellExchangeStep = 7.30;
constexpr double blackwellExchangeShare = 577.0 / 651;
constexpr double nvlsLatency = 25;
constexpr double nvlsNetworkLatency = 20.9;
// Handing a chunk on through the switch, taken from a chain over NVLink.
constexpr double nvlsStep = 2.8;
constexpr double networkOverhead = 1.0; // of posting a message; three of them for Simple

// By generation: llMaxBws in one node; across nodes by the CPU (here AMD's, as DGX and HGX have).
// NCCL takes twice Hopper's for Blackwell, of which 8 measured B200 show nothing at 1 MiB.
constexpr std::array<double, 4> llMost{39.0, 87.7, 141.0, 141.0};
constexpr std::array<double, 2> llMostAcross{22.5, 19.0}; // two nodes, more nodes
constexpr std::array<double, 4> nvlsEfficiency{0, 0, 0.85, 0.74};
// Of the data sheet's 25 or 50 GB/s for each link.
constexpr std::array<double, 4> linkShare{20.0 / 25, 20.0 / 25, 20.6 / 25, 40.1 / 50};
constexpr std::array<double, 4> nvlsChannels{0, 0, 16, 24};
constexpr int nvlsStages = 3; // threads that scatter, that reduce, that gather (all_reduce.h)
// What a round of small chunks takes at least, of 16 and of 32 KiB: the slopes from 2 to 4 or 4 to
// 8 MiB, and from 16 to 32 MiB, of the curves that ml-engineering measured on 8 H200 and 8 B200.
constexpr std::array<std::array<double, 2>, 4> nvlsLeastRound{{{}, {}, {11.5, 19.8}, {20.0, 21.7}}};
// A group of four falls back to the ring, one of five does not (ml-engineering, 8 H200).
constexpr int nvlsFewest = 5;

// treeCorrectionFactor: powers of two from 64 B to 256 MiB.
constexpr std::array<std::array<double, 24>, 3> treeCorrection{{
    {1.0, 1.0, 1.0, 1.0, .9, .8, .7, .7, .7, .7, .6, .5, .4, .4, .5, .6, .7, .8, .9, 1.0, 1.0, 1.0,
        1.0, 1.0},
    {1.0, 1.0, 1.0, 1.0, 1.0, .9, .8, .8, .8, .7, .6, .6, .6, .6, .6, .6, .8, .9, .9, .9, .9, 1.0,
        1.0, 1.0},
    {.9, .9, .9, .9, .9, .9, .9, .8, .7, .6, .6, .5, .5, .5, .5, .6, .7, .8, .7, .7, .8, .9, .9,
        .9},
}};

/// Microseconds before the first byte, and GB/s of message after it.
struct Cost
{
    double latency = 0;
    double rate = 0;

    double microseconds(double bytes) const { return latency + bytes / (1e3 * rate); }
};

struct Call
{
    CollectiveOp op;
    double bytes;
    const Layout &layout;
    const Fabric &fabric;

    int ranks() const { return layout.ranks; }
    int nodes() const { return layout.nodes(); }
    bool isOneNode() const { return nodes() == 1; }
    bool isAllReduce() const { return op == CollectiveOp::AllReduce; }
};

double gigabytes(BytesPerSecond rate)
{
    return rate / GBPerSecond;
}

/// Bus bandwidth of all rings together: what the node's links carry, or what its adapters do.
double ringBus(const Call &call)
{
    const double inside = gigabytes(call.fabric.inside);
    if (call.isOneNode())
        return inside;
    const double adapters = gigabytes(call.fabric.network) * call.layout.perNode;
    return call.layout.perNode > 1 ? std::min(inside, adapters) : adapters;
}

double limited(Protocol protocol, double bus, const Call &call)
{
    const std::size_t generation = at(call.fabric.generation);
    switch (protocol) {
    case Protocol::LL:
        return std::min(bus / 2,
            call.isOneNode() ? llMost[generation] : llMostAcross[call.nodes() > 2 ? 1 : 0]);
    case Protocol::LL128:
        return 0.92 * bus; // 120 of 128 bytes are data
    case Protocol::Simple:
        break;
    }
    return bus;
}

/// Steps of a ring, and those of them that cross nodes.
struct Steps
{
    int all;
    int across;
};
Steps ringSteps(const Call &call)
{
    const int times = call.isAllReduce() ? 2 : 1;
    return {times * (call.ranks() - 1), times * (call.nodes() - 1)};
}

double ringLatency(Protocol protocol, const Call &call)
{
    const Steps steps = ringSteps(call);
    double inside = call.fabric.nvlink ? nvlinkRing[at(protocol)] : pciRing[at(protocol)];
    if (!call.isOneNode())
        inside = std::max(
            inside, protocol == Protocol::Simple ? 3 * networkOverhead : networkOverhead);
    const double across
        = call.layout.perNode == 1 ? networkTree[at(protocol)] : networkRing[at(protocol)];
    double latency
        = ringBase[at(protocol)] + (steps.all - steps.across) * inside + steps.across * across;
    const bool plateau = protocol == Protocol::Simple && !call.isOneNode() && call.isAllReduce()
        && call.bytes / call.ranks() >= 64;
    if (plateau)
        latency *= call.fabric.generation == Generation::Volta ? 1.9 : 1.4;
    return latency;
}

Cost ringCost(Protocol protocol, const Call &call)
{
    const double factor = static_cast<double>(call.ranks()) / ringSteps(call).all;
    return {ringLatency(protocol, call), limited(protocol, ringBus(call), call) * factor};
}

/// An all-reduce up and down a tree.
Cost treeCost(Protocol protocol, const Call &call)
{
    const double inside = call.fabric.nvlink ? nvlinkTree[at(protocol)] : pciTree[at(protocol)];
    const double levels = std::floor(std::log2(call.nodes()));
    Cost cost{treeBase[at(protocol)]
            + 2 * ((call.layout.perNode - 1) * inside + levels * networkTree[at(protocol)]),
        0.92 * ringBus(call)};
    if (protocol == Protocol::LL)
        cost.rate = std::min(cost.rate / 3.8, limited(Protocol::LL, 1e9, call));
    if (protocol == Protocol::LL128)
        cost.rate *= call.isOneNode() ? 7.0 / 9 : 120.0 / 128;
    cost.rate /= 2;
    const int size
        = call.bytes >= 64 ? static_cast<int>(std::floor(std::log2(call.bytes / 64))) : 0;
    if (size < 23)
        cost.rate *= treeCorrection[at(protocol)][static_cast<std::size_t>(size)];
    return cost;
}

/// GB/s that one GPU sends towards the switch.
double switchRate(const Fabric &fabric)
{
    const std::size_t generation = at(fabric.generation);
    return gigabytes(fabric.line) * linkShare[generation] * nvlsEfficiency[generation];
}

/// Bytes of message per byte that is sent inside and between nodes, at the tiers' rates.
double tieredRate(Algorithm algorithm, const Call &call, double inside)
{
    const Sent sent = sentBytes(call.op, algorithm, Term::count(1e9), call.layout);
    double slowest = 0;
    if (!sent.inside.isZero())
        slowest = std::max(slowest, sent.inside.value() / 1e9 / inside);
    if (!sent.network.isZero())
        slowest = std::max(slowest, sent.network.value() / 1e9 / gigabytes(call.fabric.network));
    return 1 / slowest;
}

/// What NCCL itself expects of the switch, and chooses by.
Cost nvlsPlanned(const Call &call)
{
    double rate = 2 * switchRate(call.fabric) * call.ranks() / ringSteps(call).all;
    if (!call.isOneNode())
        rate = std::min(rate, tieredRate(Algorithm::Nvls, call, switchRate(call.fabric)));
    const double across
        = call.isOneNode() ? 0 : 2 * std::floor(std::log2(call.nodes())) * nvlsNetworkLatency;
    return {nvlsLatency + across, rate};
}

/// Bytes of a chunk: small messages are cut finer (enqueue.cc).
double nvlsChunk(double bytes, double heads)
{
    double chunk = 131072;
    if (bytes < 64 * heads * chunk)
        chunk = 65536;
    if (bytes < 8 * heads * chunk)
        chunk = 32768;
    if (bytes < 2 * heads * chunk)
        chunk = 16384;
    return chunk;
}

double leastRound(double chunk, Generation generation)
{
    const std::array<double, 2> &least = nvlsLeastRound[at(generation)];
    if (chunk > 32768)
        return 0;
    return chunk < 32768 ? least[0] : least[1];
}

/// What the switch really takes: rounds of one chunk for each channel and GPU, through stages that
/// have to fill, each handed on at a price. A GPU sends M + M / n, not M.
double nvlsMicroseconds(const Call &call)
{
    const double heads
        = nvlsChannels[at(call.fabric.generation)] * std::min(call.layout.perNode, call.ranks());
    const double chunk = nvlsChunk(call.bytes, heads);
    const double round = heads * chunk;
    const double rounds = std::ceil(call.bytes / round);
    const double rate = tieredRate(Algorithm::Nvls, call, switchRate(call.fabric));
    const double step = std::min(call.bytes, round) / (1e3 * rate) + nvlsStep;
    return nvlsPlanned(call).latency + (nvlsStages - 1) * step
        + rounds * std::max(step, leastRound(chunk, call.fabric.generation));
}

Cost hierarchicalCost(const Call &call)
{
    const Steps steps = ringSteps(call);
    const double inside = call.fabric.nvlink ? nvlinkRing[2] : pciRing[2];
    const int times = call.isAllReduce() ? 2 : 1;
    return {
        ringBase[2] + times * (call.layout.perNode - 1) * inside + steps.across * networkRing[2],
        tieredRate(Algorithm::Hierarchical, call, gigabytes(call.fabric.inside))};
}

/// Direct copies, one after the other to each peer's buffer.
Cost allToAllCost(const Call &call)
{
    const double hop = !call.isOneNode() ? networkRing[2]
        : call.fabric.nvlink             ? nvlinkRing[2]
                                         : pciRing[2];
    return {ringBase[2] + hop, tieredRate(Algorithm::Ring, call, gigabytes(call.fabric.inside))};
}

Cost broadcastCost(Protocol protocol, const Call &call)
{
    const PerProtocol &hops = !call.isOneNode() ? networkTree
        : call.fabric.nvlink                    ? nvlinkTree
                                                : pciTree;
    return {ringBase[at(protocol)] + call.ranks() * hops[at(protocol)],
        limited(protocol, ringBus(call), call)};
}

/// LL128 needs stores of 128 bytes that arrive whole: NVLink, and no older GPU than Volta.
bool isAvailable(Protocol protocol, const Fabric &fabric)
{
    return protocol != Protocol::LL128 || fabric.nvlink;
}

Cost costOf(Algorithm algorithm, Protocol protocol, const Call &call)
{
    if (call.op == CollectiveOp::AllToAll)
        return allToAllCost(call);
    if (call.op == CollectiveOp::Broadcast)
        return broadcastCost(protocol, call);
    switch (algorithm) {
    case Algorithm::Tree:
        return treeCost(protocol, call);
    case Algorithm::Nvls:
        return nvlsPlanned(call);
    case Algorithm::Hierarchical:
        return hierarchicalCost(call);
    case Algorithm::Auto:
    case Algorithm::Ring:
        break;
    }
    return ringCost(protocol, call);
}

/// What NCCL expects, `cost`, or what 8 B200 showed where that is far from it: a ring or an
/// exchange inside a node.
Cost measuredCost(Cost cost, Algorithm algorithm, Protocol protocol, const Call &call)
{
    const bool isMeasured = algorithm == Algorithm::Ring && protocol == Protocol::Simple
        && call.isOneNode() && call.fabric.nvlink
        && call.fabric.generation == Generation::Blackwell;
    if (!isMeasured)
        return cost;
    const double steps = call.ranks() - 1;
    if (call.op == CollectiveOp::AllGather)
        cost.latency = steps * blackwellGatherStep;
    if (call.op == CollectiveOp::ReduceScatter)
        cost.latency = steps * blackwellScatterStep;
    if (call.op == CollectiveOp::AllToAll)
        cost = {steps * blackwellExchangeStep, blackwellExchangeShare * cost.rate};
    return cost;
}

/// What a call really takes of which NCCL expects `cost`.
double microsecondsOf(const Cost &cost, Algorithm algorithm, Protocol protocol, const Call &call)
{
    return algorithm == Algorithm::Nvls && call.isAllReduce()
        ? nvlsMicroseconds(call)
        : measuredCost(cost, algorithm, protocol, call).microseconds(call.bytes);
}

bool needsSimple(Algorithm algorithm, CollectiveOp op)
{
    return algorithm == Algorithm::Nvls || algorithm == Algorithm::Hierarchical
        || op == CollectiveOp::AllToAll;
}

struct Choice
{
    CollectiveTime time;
    double planned = 0;
};

void offer(Choice &best, Algorithm algorithm, const Call &call)
{
    for (const Protocol protocol : protocols) {
        if (needsSimple(algorithm, call.op) && protocol != Protocol::Simple)
            continue;
        if (!isAvailable(protocol, call.fabric))
            continue;
        const Cost cost = costOf(algorithm, protocol, call);
        const double planned = cost.microseconds(call.bytes);
        if (best.planned > 0 && planned >= best.planned)
            continue;
        const double taken = microsecondsOf(cost, algorithm, protocol, call);
        best = {{algorithm, protocol, Seconds(taken * 1e-6)}, planned};
    }
}

/// The choices that NCCL has; a scheme by hand is for pinning only.
constexpr std::array offered{Algorithm::Ring, Algorithm::Tree, Algorithm::Nvls};

} // namespace

Generation generationOf(const GpuSpec &gpu)
{
    const std::string &capability = gpu.computeCapability;
    if (capability.empty() || capability.find_first_not_of("0123456789.") != std::string::npos)
        return Generation::Ampere;
    const std::size_t dot = capability.find('.');
    const std::string major = capability.substr(0, dot);
    if (major.size() > 1)
        return Generation::Blackwell;
    if (major < "8")
        return Generation::Volta;
    return major == "8" ? Generation::Ampere : Generation::Hopper;
}

bool isAvailable(Algorithm algorithm, CollectiveOp op, const Layout &layout, const Fabric &fabric)
{
    if (!carries(algorithm, op))
        return false;
    switch (algorithm) {
    case Algorithm::Nvls:
        // Its halves need the network's switches to add, too; NCCL prefers rings for them.
        return op == CollectiveOp::AllReduce && fabric.hasSwitch
            && std::min(layout.ranks, layout.perNode) >= nvlsFewest;
    case Algorithm::Hierarchical:
        return layout.nodes() > 1 && layout.perNode > 1;
    case Algorithm::Auto:
    case Algorithm::Ring:
    case Algorithm::Tree:
        break;
    }
    return true;
}

CollectiveTime collectiveTime(
    CollectiveOp op, Bytes message, const Layout &layout, const Fabric &fabric, Algorithm pinned)
{
    if (layout.ranks <= 1 || message <= Bytes(0))
        return {};
    const Call call{op, message.value(), layout, fabric};
    Choice best;
    if (pinned != Algorithm::Auto && isAvailable(pinned, op, layout, fabric)) {
        offer(best, pinned, call);
    } else {
        for (const Algorithm algorithm : offered) {
            if (isAvailable(algorithm, op, layout, fabric))
                offer(best, algorithm, call);
        }
    }
    best.time.seconds += delayOverNodes(op, message, layout, fabric);
    return best.time;
}

} // namespace shardscope
