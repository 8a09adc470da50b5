// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/replay/stepmodules.h"

#include <array>
#include <optional>
#include <vector>

namespace shardscope {

/// What a framework holds over a step, without the activations: one level for each question that
/// the walk through the step asks its policy. It does not change with the number of tokens, so that
/// the step with more or fewer of them need not ask again.
struct Course
{
    struct Level
    {
        double most = 0; ///< bytes while the policy answers
        double end = 0; ///< bytes after that
    };
    std::vector<Level> levels{};
    std::vector<int> skips{}; ///< the same for each question whether layers may be skipped
    bool repeatsMicroSteps = false;
};

/// `script`, where given, is told of levels and repeats: the policy writes to it.
Course recordCourse(const StepModules &modules, int accumulation, Policy &policy,
    Ledger &policysLedger, Script *script = nullptr);

/// The largest moment of each phase in bytes; 0 where a phase was never entered.
using PhasePeaks = std::array<double, namesOf<PhaseId>.size()>;

/// The same peaks that replayStep finds. Nothing where the course is one of other modules.
std::optional<PhasePeaks> peaksAlong(
    const Course &course, const StepModules &modules, int accumulation);

} // namespace shardscope
