// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/playedshare.h"
#include "core/step/ledger.h"
#include "core/step/resolve.h"
#include "core/step/workload.h"

namespace shardscope {

/// What the frameworks really allocate, by a step's ledger: the parts at the largest moment of each
/// phase, without the timeline, which the ledger gives away. The peak is found, not assumed. What
/// is reserved beyond that is played, or estimated by a flat share or, where one of `alike` is like
/// the scenario, by that one.
Memory detailedMemory(const Workload &work, const Ledger &ledger, Reserving reserving,
    std::span<const PlayedShare> alike);

/// The tensors of a step at its largest moment, bytes: what `detailedMemory` finds, without its
/// parts.
double peakOfTensors(const Ledger &ledger);

} // namespace shardscope
