// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/reservation.h"

#include "core/allocator/stepallocations.h"
#include "core/engines/convention.h"
#include "core/engines/steprecord.h"
#include "core/estimate/overhead.h"
#include "core/step/deepspeedwalk.h"
#include "core/step/stepwalk.h"

namespace shardscope {

namespace {

/// cuBLAS handles with a workspace: the main thread's and autograd's.
constexpr int workspaces = 2;
/// The first step makes the optimizer's state, the second finds it there; a third one may still
/// rearrange the blocks of a card that is nearly full.
constexpr int mostSteps = 5;

std::int64_t counted(Bytes bytes)
{
    return static_cast<std::int64_t>(bytes.value());
}

Bytes bytes(std::int64_t count)
{
    return Bytes(static_cast<double>(count));
}

/// Whether nothing holds the host back while it issues a forward pass.
bool runsAhead(const Workload &work)
{
    return work.scenario.parallel.strategy == Strategy::Zero3 && overlaps(work, true);
}

/// Steps until nothing changes any more.
template <class Walk>
void repeatSteps(Walk &walk, CachingAllocator &allocator)
{
    std::int64_t before = -1;
    int retriesBefore = 0;
    for (int i = 0; i < mostSteps && !allocator.ranOut(); ++i) {
        allocator.beginStep();
        walk.step();
        const bool isSettled
            = allocator.mostReservedInStep() == before && allocator.retries() == retriesBefore;
        if (isSettled)
            return;
        before = allocator.mostReservedInStep();
        retriesBefore = allocator.retries();
    }
}

void playSteps(const Workload &work, const StepModules &modules, const StepPace *pace,
    CachingAllocator &allocator)
{
    Ledger ledger;
    Wire wire; // nobody listens
    const std::unique_ptr<Policy> policy = policyFor(work, modules.tapes(), {ledger, wire});
    StepAllocations stage(work, modules, *policy, ledger, allocator);
    if (pace)
        stage.runAhead(*pace);
    const PipelineOrder order = pipelineOrder(work.scenario, work.mesh);
    stage.begin();
    if (modules.settings().isPipelineModule()) {
        DeepSpeedWalk walk(modules, order, stage);
        walk.hold();
        return repeatSteps(walk, allocator);
    }
    StepWalk walk(modules, order, stage);
    repeatSteps(walk, allocator);
}

/// What the overheads leave of the GPU.
Bytes roomOf(const Workload &work, const Overheads &overheads)
{
    return work.resolved.gpu->usable() - overheads.outside();
}

/// Steps in that; with a pace, the host does not wait for computation.
CachingAllocator played(const Workload &work, const StepModules &modules,
    const Overheads &overheads, const StepPace *pace)
{
    CachingAllocator allocator({.capacity = counted(roomOf(work, overheads)),
        .expandable = work.scenario.hardware.allocator == Allocator::Expandable});
    for (int i = 0; i < workspaces; ++i)
        allocator.allocate(counted(overheads.workspace.bytes()) / workspaces);
    playSteps(work, modules, pace, allocator);
    return allocator;
}

/// What nvidia-smi gets to see, which looks once in a while: a card that runs full in the first
/// steps holds more only until the allocator has given its cache back, and then settles.
Bytes lastingOf(const CachingAllocator &allocator, const Reservation &reservation)
{
    return reservation.ranOut ? reservation.reserved : bytes(allocator.mostReservedInStep());
}

} // namespace

Reservation reservationOf(const Workload &work)
{
    const StepModules modules(work.layerSettings(), StepModules::Requests::Kept);
    const Overheads overheads = overheadsOf(work);
    const Bytes outside = overheads.outside();
    const CachingAllocator allocator = played(work, modules, overheads, nullptr);
    Reservation result{.reserved = bytes(allocator.mostReserved()),
        .room = roomOf(work, overheads),
        .retries = allocator.retries(),
        .ranOut = allocator.ranOut()};
    result.device = lastingOf(allocator, result) + outside;
    if (work.scenario.hardware.fragmentationPercent >= 0) {
        result.reserved = (1 + overheads.fragmentation) * bytes(allocator.mostAllocated());
        result.device = result.reserved + outside;
    } else if (runsAhead(work) && !result.ranOut) {
        const StepPace pace = paceOf(work, modules);
        const std::int64_t ahead = played(work, modules, overheads, &pace).mostReservedInStep();
        result.ahead = std::max(Bytes(0), bytes(ahead - allocator.mostReservedInStep()));
        result.reserved += result.ahead;
        result.device += result.ahead;
    }
    return result;
}

Result<Reservation> reservationOf(const Scenario &scenario, const Catalog &catalog)
{
    const Result<Resolved> resolved = resolve(scenario, catalog);
    if (!resolved)
        return resolved.error();
    return reservationOf(makeWorkload(scenario, *resolved));
}

} // namespace shardscope
