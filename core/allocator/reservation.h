// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload.h"

namespace shardscope {

/// What torch's allocator has taken from the driver after some steps.
struct Reservation
{
    Bytes allocated{}; ///< at most
    Bytes reserved{}; ///< at most
    int retries = 0; ///< how often it gave cached segments back to make room
};

/// Plays some steps, allocation by allocation: a thousand times the work of a plan. `capacity` is
/// what the driver has for the allocator; `workspace` what cuBLAS asks of it.
Reservation reservationOf(const Workload &work, Bytes capacity, Bytes workspace);

} // namespace shardscope
