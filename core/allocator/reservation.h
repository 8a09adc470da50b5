// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/step/workload.h"

namespace shardscope {

/// Plays training steps allocation by allocation, against what the GPU has, until one step takes no
/// more than the one before. Some hundred times the work of a plan. Where the scenario says by hand
/// how much is reserved, that counts.
Reservation reservationOf(const Workload &work);

/// The same for a scenario. Errors: as makePlan.
Result<Reservation> reservationOf(const Scenario &scenario, const Catalog &catalog);

} // namespace shardscope
