// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/estimate/playedshare.h"
#include "core/plan/plan.h"

#include <span>

namespace shardscope {

/// The one entry point: pure, no I/O, no clock. Inputs that cannot be planned (an id that the
/// catalogue lacks, LoRA targets that the model lacks) are errors; a plan that does not fit is not.
/// Playing what is reserved takes some hundred times as long, and then settings are also weighed
/// against those that could take less (FindingId::TakesMore). The worksheet knows of no allocator,
/// and where its share is set by hand there is nothing to play: both are estimated all the same.
Result<Plan> makePlan(
    const Scenario &scenario, const Catalog &catalog, Reserving reserving = Reserving::Estimated);
/// A plan as quick as an estimate, with the share that was played for the nearest scenario which is
/// like this one in all but sizes, where there is one.
Result<Plan> makePlanLike(
    std::span<const PlayedShare> played, const Scenario &scenario, const Catalog &catalog);

} // namespace shardscope
