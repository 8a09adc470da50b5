// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detailed.h"

#include "core/frameworks/convention.h"
#include "core/hostmemory.h"
#include "core/overhead.h"
#include "core/replay/step.h"

#include <algorithm>
#include <utility>

namespace shardscope {

namespace {

/// The phases of a replayed step.
Memory replayed(const Workload &work, const Convention &convention, const Overheads &overheads)
{
    Ledger ledger;
    StepModules modules(work);
    const std::unique_ptr<Policy> policy = convention.policy(work, modules.tapes(), ledger);
    modules.run(policy->wantsModules());
    replayStep(modules, work.training().accumulation, *policy, ledger);
    Memory memory;
    for (std::size_t i = 0; i < namesOf<PhaseId>.size(); ++i) {
        const auto id = static_cast<PhaseId>(i);
        const Bytes peak(ledger.peakOf(id).value_or(0));
        const Bytes end(ledger.endOf(id));
        std::vector<Part> parts = ledger.partsAtPeakOf(id);
        parts.push_back(overheadPart(overheads, peak));
        memory.phases.push_back({.id = id,
            .peak = footprintOf(overheads, peak).device,
            .end = footprintOf(overheads, end).device,
            .tensorPeak = peak,
            .tensorEnd = end,
            .parts = std::move(parts)});
    }
    memory.timeline = ledger.takeTimeline();
    memory.host = hostMemory(work);
    return memory;
}

} // namespace

Memory detailedMemory(const Scenario &scenario, const Resolved &resolved)
{
    const Workload work = makeWorkload(scenario, resolved);
    const Overheads overheads = overheadsOf(work);
    Memory memory = replayed(work, conventionFor(scenario.parallel), overheads);
    const auto peak = std::max_element(memory.phases.begin(), memory.phases.end(),
        [](const Phase &a, const Phase &b) { return a.peak < b.peak; });
    memory.peakPhase = peak->id;
    memory.peak = peak->peak;
    memory.footprint = footprintOf(overheads, peak->tensorPeak);
    memory.overheads = overheadList(overheads, peak->tensorPeak);
    memory.verdict = judge(memory.peak, capacityOf(resolved.gpu->usable(), scenario.hardware));
    return memory;
}

} // namespace shardscope
