// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/reservation.h"

#include "core/allocator/stepallocations.h"
#include "core/frameworks/convention.h"
#include "core/replay/stepwalk.h"

#include <cstdlib>
#include <cstdio>
namespace shardscope {

namespace {

/// cuBLAS handles: the main thread's, autograd's.
constexpr int workspaces = 2;

Bytes bytes(std::int64_t count)
{
    return Bytes(static_cast<double>(count));
}

} // namespace

Reservation reservationOf(const Workload &work, Bytes capacity, Bytes workspace)
{
    CachingAllocator allocator({.capacity = static_cast<std::int64_t>(capacity.value()),
        .expandable = work.scenario.hardware.allocator == Allocator::Expandable});
    for (int i = 0; i < workspaces; ++i)
        allocator.allocate(static_cast<std::int64_t>(workspace.value() / workspaces));
    Ledger ledger;
    StepModules modules(work);
    const std::unique_ptr<Policy> policy
        = conventionFor(work.scenario.parallel).policy(work, modules.tapes(), ledger);
    modules.trace(policy->wantsModules());
    StepAllocations stage(work, modules, *policy, ledger, allocator);
    StepWalk walk(modules, work.training().accumulation, stage);
    stage.begin();
    const int steps = std::getenv("STEPS") ? std::atoi(std::getenv("STEPS")) : 3;
    for (int i = 0; i < steps; ++i)
    {
        walk.step();
        if (std::getenv("DBGS")) fprintf(stderr, "step %d allocated %ld reserved %ld\n", i, allocator.allocated(), allocator.reserved());
    }
    return {.allocated = bytes(allocator.mostAllocated()),
        .reserved = bytes(allocator.mostReserved()),
        .retries = allocator.retries()};
}

} // namespace shardscope
