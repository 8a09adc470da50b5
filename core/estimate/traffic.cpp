// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/traffic.h"

#include "core/collectives/fabric.h"
#include "core/collectives/sent.h"
#include "core/scenario/spacing.h"

#include <algorithm>

namespace shardscope {

namespace {

/// Nodes that are not full count as evenly filled.
Layout layoutOf(const RankSpacing &spacing, int gpusPerNode)
{
    const int group = spacing.ranks;
    const int onNode = spacing.onNode(gpusPerNode);
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

    /// Bursts that carry the same are one collective, with all the passes that it comes in.
    std::vector<Collective> collectives(const Message &message) const
    {
        std::vector<Collective> made;
        for (const Burst &burst : message.bursts) {
            auto like = std::find_if(made.begin(), made.end(), [&burst](const Collective &other) {
                return other.formula.value() == burst.bytes.value()
                    && other.messages == burst.calls;
            });
            if (like == made.end()) {
                made.push_back(begun(message.channel, burst));
                like = std::prev(made.end());
                if (made.size() > 1)
                    like->only = burst.pass;
            }
            like->times.in(burst.pass) = burst.times;
            like->edge = std::max(like->edge, burst.edge);
        }
        for (Collective &collective : made)
            complete(collective, message.channel);
        return made;
    }

private:
    Collective begun(const Channel &channel, const Burst &burst) const
    {
        return {.payload = channel.payload,
            .op = channel.op,
            .group = isCopy(channel.op) ? 1
                : channel.group > 0     ? channel.group
                                        : m_work.ranks(),
            .messages = burst.calls,
            .overlaps = channel.overlaps,
            .formula = burst.bytes,
            .source = channel.source};
    }

    /// Fills in what a GPU sends of a collective and how long that takes. `made` comes with all its
    /// times, and with the bytes of the whole tensor as its formula.
    void complete(Collective &made, const Channel &channel) const
    {
        made.timesPerStep = made.times.sum();
        made.message = made.formula.bytes();
        if (isCopy(made.op))
            copy(made);
        else
            send(made, channel);
    }

    /// Each GPU for itself, over its link to the host, at what that link really carries.
    void copy(Collective &made) const
    {
        made.bytesPerGpu = made.formula.bytes();
        if (const LinkSpec *link = m_work.resolved.hostLink) {
            made.link = link->id;
            made.waitsFor = link->id;
            if (link->bandwidth() > BytesPerSecond(0))
                made.seconds = made.bytesPerStep() / link->bandwidth();
        }
    }

    void send(Collective &made, const Channel &channel) const
    {
        const Resolved &resolved = m_work.resolved;
        const Algorithm pinned = m_work.scenario.parallel.algorithm;
        // Those that reduce together are as far apart as ranks that share matrices are many.
        const RankSpacing spacing = channel.group > 0
            ? RankSpacing{made.group, channel.apart, channel.row, channel.rowsApart}
            : RankSpacing{made.group, m_work.mesh.tensor};
        const Layout layout = layoutOf(spacing, m_perNode);
        const Term whole = made.formula;
        const CollectiveTime one = collectiveTime(
            made.op, channel.busiest * whole.bytes() / made.messages, layout, m_fabric, pinned);
        const Sent sent
            = sentBytes(made.op, countedAs(one.algorithm, pinned, layout), whole, layout);
        made.algorithm = one.algorithm;
        made.protocol = nameOf(one.protocol);
        made.formula = joined(sent);
        made.bytesPerGpu = made.formula.bytes();
        made.networkBytes = sent.network.bytes();
        if (isKnown(sent, m_fabric))
            made.seconds = made.timesPerStep * made.messages * one.seconds;
        if (const LinkSpec *link = sent.network.isZero() ? resolved.nodeLink : resolved.networkLink)
            made.link = link->id;
        if (const LinkSpec *link = slowerLink(sent, m_fabric, resolved))
            made.waitsFor = link->id;
    }

    const Workload &m_work;
    int m_perNode;
    Fabric m_fabric;
};

} // namespace

Traffic trafficOf(const Workload &work, const Wire &wire)
{
    const Sender sender(work);
    Traffic traffic;
    for (const Message &message : wire.messages(work.training().accumulation)) {
        for (Collective &collective : sender.collectives(message)) {
            if (collective.bytesPerGpu > Bytes(0))
                traffic.collectives.push_back(std::move(collective));
        }
    }
    return traffic;
}

} // namespace shardscope
