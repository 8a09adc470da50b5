// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/judge/omissions.h"
#include "core/judge/validatedground.h"
#include "core/plan/plan.h"
#include "core/step/resolve.h"

#include <span>

namespace shardscope {

/// Measured runs, and their table in the same order.
struct KnownRuns
{
    std::span<const ValidatedRun> runs;
    const MeasuredRuns &table;
};

Setup<std::string_view> setupOf(const Scenario &scenario, const Resolved &resolved);

/// The range of a place in the measured runs, with what is known of the omissions on top of it; no
/// run validates a plan that leaves something out.
ByteRange rangeWith(const std::vector<Omission> &omissions, Bytes predicted,
    const ValidatedGround::Place &place, bool isValidated);

/// How far reality may be from `predicted`, by the errors of the measured runs that are nearest to
/// a scenario. Runs whose tensors were followed say how exact the tensors are; runs on GPUs how
/// far a GPU is from its tensors.
Confidence confidenceIn(Bytes predicted, const Setup<std::string_view> &setup,
    const KnownRuns &known, Reserving reserving = Reserving::Estimated,
    const std::vector<Omission> &omissions = {});

} // namespace shardscope
