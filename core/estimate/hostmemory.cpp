// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/hostmemory.h"

#include "core/engines/convention.h"

#include <algorithm>

namespace shardscope {

namespace {

/// One part for each id, in stacking order.
std::vector<Part> partsOf(const Shares &shares, const Term &ranks)
{
    std::vector<Part> parts;
    for (std::size_t i = 0; i < namesOf<PartId>.size(); ++i) {
        const auto id = static_cast<PartId>(i);
        Term sum;
        std::string_view source;
        for (const Share &share : shares) {
            if (share.id != id || share.term.isZero())
                continue;
            sum += share.term;
            source = source.empty() ? share.source : source;
        }
        if (sum.isZero())
            continue;
        const Term all = ranks * sum;
        parts.push_back({id, all.bytes(), all, source});
    }
    return parts;
}

} // namespace

HostMemory hostMemory(const Workload &work)
{
    const Parallel &parallel = work.scenario.parallel;
    if (offloadFor(parallel) == Offload::None)
        return {};
    const HostShares held = conventionFor(parallel).host(work);
    const Term ranks = Term::count(std::min(parallel.gpus, parallel.gpusPerNode), "ranks");
    HostMemory host{
        .parts = partsOf(held.memory, ranks), .capacity = work.scenario.hardware.hostGib * GiB};
    for (const Part &part : host.parts)
        host.perNode += part.bytes;
    if (!held.disk.isZero()) {
        const Term disk = ranks * held.disk;
        host.diskPerNode = disk.bytes();
        host.diskFormula = disk;
    }
    return host;
}

} // namespace shardscope
