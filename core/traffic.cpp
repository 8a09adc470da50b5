// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/traffic.h"

#include "core/frameworks/convention.h"
#include "core/ring.h"

#include <algorithm>

namespace shardscope {

namespace {

const LinkSpec *linkOf(const Message &message, const Workload &work)
{
    const Resolved &resolved = work.resolved;
    const bool inNode = !message.betweenNodes && message.group > 0
        && message.group <= work.scenario.parallel.gpusPerNode;
    return inNode ? resolved.nodeLink : resolved.ringLink;
}

} // namespace

Traffic detailedTraffic(const Scenario &scenario, const Resolved &resolved)
{
    const Workload work = makeWorkload(scenario, resolved);
    Traffic traffic;
    for (const Message &message : conventionFor(scenario.parallel).traffic(work)) {
        const int group = message.group > 0 ? message.group : work.ranks();
        const Term bytes = ringBytes(message.op, message.bytes, group);
        if (bytes.isZero())
            continue;
        Collective collective{.payload = message.payload,
            .op = message.op,
            .group = group,
            .bytesPerGpu = bytes.bytes(),
            .timesPerStep = message.times,
            .formula = bytes.text(),
            .source = message.source};
        if (const LinkSpec *link = linkOf(message, work)) {
            collective.link = link->id;
            collective.seconds = collective.bytesPerStep() / link->bandwidth();
        }
        traffic.collectives.push_back(std::move(collective));
    }
    return traffic;
}

} // namespace shardscope
