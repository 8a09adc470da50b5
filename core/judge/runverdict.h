// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/text.h"
#include "core/plan/plan.h"

#include <optional>

namespace shardscope {

/// The verdict on a whole run, beside that on the memory of its GPUs (Verdict): whether frameworks
/// start it, whether it fits, and whether it waits. The best first.
enum class RunVerdict {
    Fits,
    FitsButWaits, ///< for a link or the host, for much of each step
    AtRisk,
    DoesNotFit, ///< on the GPUs, or in the memory of their hosts
    NotPlanned, ///< what it holds is not derived here, so that nobody knows
    CannotRun ///< frameworks refuse to start it, however much memory there is
};
template <>
inline constexpr std::array<std::string_view, 6> namesOf<RunVerdict>{
    "fits", "fits-but-waits", "at-risk", "does-not-fit", "not-planned", "cannot-run"};
template <>
inline constexpr std::array<Text, 6> textsOf<RunVerdict>{
    {english("plan", "Fits"), english("plan", "Fits, but waits", "for a link"),
        english("plan", "At risk", "it may not fit"), english("plan", "Does not fit"),
        english("plan", "Not planned"), english("plan", "Cannot run")}};

/// The worst that holds: what frameworks refuse before memory, memory before speed.
RunVerdict runVerdictOf(const Plan &plan);

/// The finding of what bounds the speed most: a link or copies from the host; null where neither
/// takes much of a step.
const Finding *speedBound(const Plan &plan);
/// The share of each step that its GPUs wait for it, 0..1.
double waitingShare(const Finding &bound);

/// NotPlanned or CannotRun, for a finding that stops a run.
RunVerdict verdictFor(FindingId refusal);
/// Whether what a scenario with this first obstacle, or none, holds is derived here.
bool isPlanned(std::optional<FindingId> obstacle);
/// The first finding for which nobody can start the run, or no plan of it is true; null where there
/// is none.
const Finding *refusal(const Plan &plan);

} // namespace shardscope
