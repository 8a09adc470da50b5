// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan.h"

#include <algorithm>
#include <numeric>

namespace shardscope {

Bytes capacityOf(Bytes memory, const Hardware &hardware)
{
    return std::max(Bytes(0), memory - hardware.reserveGib * GiB);
}

Verdict judge(Bytes needed, const Confidence &confidence, Bytes capacity)
{
    Verdict verdict{.capacity = capacity, .spare = capacity - needed};
    const bool hasRange = confidence.isRange();
    if ((hasRange ? confidence.low : needed) > capacity)
        verdict.fit = Fit::DoesNotFit;
    else if (hasRange && confidence.high > capacity)
        verdict.fit = Fit::AtRisk;
    return verdict;
}

Verdict judge(Bytes needed, Bytes capacity)
{
    return judge(needed, {}, capacity);
}

const Phase &Memory::atPeak() const
{
    return *std::find_if(
        phases.begin(), phases.end(), [this](const Phase &phase) { return phase.id == peakPhase; });
}

Bytes Memory::atPeak(PartId id) const
{
    const std::vector<Part> &parts = atPeak().parts;
    const auto part = std::find_if(
        parts.begin(), parts.end(), [id](const Part &each) { return each.id == id; });
    return part == parts.end() ? Bytes(0) : part->bytes;
}

std::string Collective::id() const
{
    const std::string id = std::string(nameOf(payload)) + "-" + std::string(nameOf(op));
    return only ? id + "-" + std::string(nameOf(*only)) : id;
}

Bytes Traffic::bytesPerGpuPerStep() const
{
    return std::accumulate(collectives.begin(), collectives.end(), Bytes(0),
        [](Bytes sum, const Collective &collective) { return sum + collective.bytesPerStep(); });
}

bool Traffic::hasAllReduce() const
{
    return std::any_of(collectives.begin(), collectives.end(),
        [](const Collective &collective) { return collective.op == CollectiveOp::AllReduce; });
}

Seconds Traffic::seconds() const
{
    return std::accumulate(collectives.begin(), collectives.end(), Seconds(0),
        [](Seconds sum, const Collective &collective) { return sum + collective.seconds; });
}

} // namespace shardscope
