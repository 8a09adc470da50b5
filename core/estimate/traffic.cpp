// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/traffic.h"

#include "core/collectives/fabric.h"
#include "core/collectives/sent.h"
#include "core/engines/convention.h"

#include <algorithm>

namespace shardscope {

namespace {

/// `group` ranks, each `apart` from the next. Nodes that are not full count as evenly filled.
Layout layoutOf(int group, int apart, int gpusPerNode)
{
    const int onNode = std::clamp(gpusPerNode / apart, 1, group);
    const int nodes = (group + onNode - 1) / onNode;
    return {group, (group + nodes - 1) / nodes};
}

/// An all-reduce in the switch is counted as its bus bandwidth is, which is what links are compared
/// by: as the ring, or the hierarchy, would send it. Who pins it gets what goes over the wire.
Algorithm countedAs(Algorithm chosen, Algorithm pinned, const Layout &layout)
{
    if (chosen != Algorithm::Nvls || pinned == Algorithm::Nvls)
        return chosen;
    return layout.nodes() > 1 ? Algorithm::Hierarchical : Algorithm::Ring;
}

/// The tier that takes longer; inside where nothing leaves the node.
const LinkSpec *slowerLink(const Sent &sent, const Fabric &fabric, const Resolved &resolved)
{
    if (sent.network.isZero())
        return resolved.nodeLink;
    if (sent.inside.isZero() || !resolved.nodeLink)
        return resolved.networkLink;
    const bool networkIsSlower = !resolved.networkLink
        || sent.network.bytes() / fabric.network > sent.inside.bytes() / fabric.inside;
    return networkIsSlower ? resolved.networkLink : resolved.nodeLink;
}

bool isKnown(const Sent &sent, const Fabric &fabric)
{
    return (sent.inside.isZero() || fabric.inside > BytesPerSecond(0))
        && (sent.network.isZero() || fabric.network > BytesPerSecond(0));
}

Term joined(const Sent &sent)
{
    return sent.inside + sent.network;
}

class Sender
{
public:
    explicit Sender(const Workload &work)
        : m_work(work)
        , m_perNode(work.scenario.parallel.gpusPerNode)
        , m_fabric(makeFabric(*work.resolved.gpu, work.resolved.nodeLink, work.resolved.networkLink,
              std::min(m_perNode, work.ranks())))
    { }

    Collective collective(const Message &message) const
    {
        if (isCopy(message.op))
            return copy(message);
        const int group = message.group > 0 ? message.group : m_work.ranks();
        const Layout layout = layoutOf(group, message.apart, m_perNode);
        Collective made{.payload = message.payload,
            .op = message.op,
            .group = group,
            .timesPerStep = message.times.sum(),
            .messages = message.pieces,
            .tail = message.tail,
            .times = message.times,
            .overlaps = message.overlaps,
            .source = message.source};
        time(made, message, layout);
        const Algorithm algorithm
            = countedAs(made.algorithm, m_work.scenario.parallel.algorithm, layout);
        const Sent sent = sentBytes(message.op, algorithm, message.bytes, layout);
        const Term bytes = joined(sent);
        made.bytesPerGpu = bytes.bytes();
        made.networkBytes = sent.network.bytes();
        made.formula = bytes;
        if (!isKnown(sent, m_fabric))
            made.seconds = {};
        const Resolved &resolved = m_work.resolved;
        if (const LinkSpec *link = sent.network.isZero() ? resolved.nodeLink : resolved.networkLink)
            made.link = link->id;
        if (const LinkSpec *link = slowerLink(sent, m_fabric, resolved))
            made.waitsFor = link->id;
        return made;
    }

private:
    /// Each GPU for itself, over its link to the host, at what that link really carries.
    Collective copy(const Message &message) const
    {
        Collective made{.payload = message.payload,
            .op = message.op,
            .bytesPerGpu = message.bytes.bytes(),
            .timesPerStep = message.times.sum(),
            .messages = message.pieces,
            .times = message.times,
            .overlaps = message.overlaps,
            .formula = message.bytes,
            .source = message.source};
        if (const LinkSpec *link = m_work.resolved.hostLink) {
            made.link = link->id;
            made.waitsFor = link->id;
            if (link->bandwidth() > BytesPerSecond(0))
                made.seconds = made.bytesPerStep() / link->bandwidth();
        }
        return made;
    }

    void time(Collective &made, const Message &message, const Layout &layout) const
    {
        const Bytes each = message.bytes.bytes() / message.pieces;
        const CollectiveTime one = collectiveTime(
            message.op, each, layout, m_fabric, m_work.scenario.parallel.algorithm);
        made.algorithm = one.algorithm;
        made.protocol = nameOf(one.protocol);
        made.seconds = made.timesPerStep * message.pieces * one.seconds;
    }

    const Workload &m_work;
    int m_perNode;
    Fabric m_fabric;
};

} // namespace

Traffic detailedTraffic(const Workload &work)
{
    const Parallel &parallel = work.scenario.parallel;
    const Sender sender(work);
    Traffic traffic;
    const Convention &convention = conventionFor(parallel);
    Messages messages = convention.traffic(work);
    if (offloadFor(parallel) != Offload::None) {
        for (Message &message : convention.copies(work))
            messages.push_back(std::move(message));
    }
    for (const Message &message : messages) {
        Collective collective = sender.collective(message);
        if (collective.bytesPerGpu > Bytes(0))
            traffic.collectives.push_back(std::move(collective));
    }
    return traffic;
}

} // namespace shardscope
