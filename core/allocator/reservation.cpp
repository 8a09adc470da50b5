// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/reservation.h"

#include "core/allocator/stepallocations.h"
#include "core/frameworks/convention.h"
#include "core/replay/step.h"

namespace shardscope {

Reservation reservationOf(const Workload &work, Bytes capacity, Bytes workspace)
{
    CachingAllocator allocator({.capacity = static_cast<std::int64_t>(capacity.value()),
        .expandable = work.scenario.hardware.allocator == Allocator::Expandable});
    allocator.allocate(static_cast<std::int64_t>(workspace.value()));
    Ledger ledger;
    const std::unique_ptr<Policy> policy
        = conventionFor(work.scenario.parallel).policy(work, ledger);
    StepAllocations observer(work, ledger, allocator);
    replaySteps(work, *policy, ledger, observer);
    return {.allocated = Bytes(static_cast<double>(allocator.mostAllocated())),
        .reserved = Bytes(static_cast<double>(allocator.mostReserved())),
        .retries = allocator.retries()};
}

} // namespace shardscope
