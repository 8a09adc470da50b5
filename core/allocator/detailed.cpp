// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/detailed.h"

#include "core/allocator/reservation.h"
#include "core/estimate/hostmemory.h"
#include "core/estimate/overhead.h"

#include <algorithm>
#include <array>
#include <utility>

namespace shardscope {

namespace {

/// The phases in the order of a step; the first two where answers are generated.
constexpr std::array inOrder{PhaseId::Generation, PhaseId::Scoring, PhaseId::Forward, PhaseId::Loss,
    PhaseId::Backward, PhaseId::OptimizerStep, PhaseId::Save};
static_assert(inOrder.size() == namesOf<PhaseId>.size());

/// The phases of a step: tensors alone.
Memory memoryOf(const Workload &work, const Ledger &ledger)
{
    Memory memory;
    for (const PhaseId id : inOrder) {
        const bool isExtra = id == PhaseId::Generation || id == PhaseId::Scoring;
        if (isExtra && !ledger.peakOf(id))
            continue;
        const Bytes peak(ledger.peakOf(id).value_or(0));
        const Bytes end(ledger.endOf(id));
        memory.phases.push_back(
            {.id = id, .tensorPeak = peak, .tensorEnd = end, .parts = ledger.partsAtPeakOf(id)});
    }
    memory.host = hostMemory(work);
    return memory;
}

/// The largest that training itself comes to: what a save gathers is not played.
Bytes peakOfSteps(const std::vector<Phase> &phases)
{
    Bytes peak;
    for (const Phase &phase : phases) {
        if (phase.id != PhaseId::Save)
            peak = std::max(peak, phase.tensorPeak);
    }
    return peak;
}

/// Reserved memory stays with the allocator: as a share of what is allocated at the peak it holds
/// for all phases alike.
Reservation playAllocator(const Workload &work, const Memory &memory, Overheads &overheads)
{
    const Reservation played = reservationOf(work);
    const Bytes allocated = footprintOf(overheads, peakOfSteps(memory.phases)).allocated;
    const Bytes reserved = played.device - played.ahead - overheads.outside();
    PlayedShare share{.share = std::max(0.0, reserved / allocated - 1)};
    if (played.ranOut)
        share.ranOutAt = played.room > Bytes(0) ? allocated / played.room : 0;
    follow(overheads, share, work.resolved.gpu->usable());
    return played;
}

void addOverheads(Memory &memory, const Overheads &overheads)
{
    for (Phase &phase : memory.phases) {
        phase.parts.push_back(overheadPart(overheads, phase.tensorPeak));
        phase.peak = footprintOf(overheads, phase.tensorPeak).device;
        phase.end = footprintOf(overheads, phase.tensorEnd).device;
    }
}

} // namespace

Memory detailedMemory(const Workload &work, const Ledger &ledger, Reserving reserving,
    std::span<const PlayedShare> alike)
{
    Overheads overheads = overheadsOf(work, alike);
    Memory memory = memoryOf(work, ledger);
    if (reserving == Reserving::Played && canBePlayed(work.scenario))
        memory.reservation = playAllocator(work, memory, overheads);
    addOverheads(memory, overheads);
    const auto peak = std::max_element(memory.phases.begin(), memory.phases.end(),
        [](const Phase &a, const Phase &b) { return a.peak < b.peak; });
    memory.peakPhase = peak->id;
    memory.peak = peak->peak;
    memory.footprint = footprintOf(overheads, peak->tensorPeak);
    memory.overheads = overheadList(overheads, peak->tensorPeak);
    memory.confidence.reserving = reservingOf(overheads, peak->tensorPeak);
    if (memory.reservation && memory.reservation->ranOut) {
        memory.reservation->reserved = memory.footprint.reserved;
        memory.reservation->device = memory.footprint.device;
    } else if (memory.reservation) { // no less than a save takes, or was given back again
        memory.footprint.device += memory.reservation->ahead;
        memory.footprint.reserved = std::max(
            memory.footprint.reserved + memory.reservation->ahead, memory.reservation->reserved);
        memory.reservation->reserved = memory.footprint.reserved;
        memory.reservation->device = memory.footprint.device;
    }
    memory.verdict
        = judge(memory.peak, capacityOf(work.resolved.gpu->usable(), work.scenario.hardware));
    return memory;
}

double peakOfTensors(const Ledger &ledger)
{
    double peak = 0;
    for (std::size_t i = 0; i < namesOf<PhaseId>.size(); ++i)
        peak = std::max(peak, ledger.peakOf(static_cast<PhaseId>(i)).value_or(0));
    return peak;
}

} // namespace shardscope
