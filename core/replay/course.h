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
    /// Where each of the skipped layers holds something of its own.
    struct Moment
    {
        std::size_t segment = 0; ///< of the layer that was played
        double held = 0; ///< in that layer, without it
    };
    /// The answer to the question whether layers may be skipped.
    struct Skip
    {
        int layers = 0;
        std::size_t moments = 0;

        bool operator==(const Skip &) const = default;
    };

    std::vector<Level> levels{};
    std::vector<Skip> skips{};
    std::vector<Moment> moments{}; ///< of one skip after the other
    std::vector<double> unlike{}; ///< bytes: of each skip, layer by layer, at all its moments
    bool repeatsMicroSteps = false;
};

/// `script`, where given, is told of levels: the policy writes to it.
Course recordCourse(const StepModules &modules, int accumulation, Policy &policy,
    Ledger &policysLedger, Script *script = nullptr);

/// The largest moment of each phase in bytes; 0 where a phase was never entered.
using PhasePeaks = std::array<double, namesOf<PhaseId>.size()>;

/// The same peaks that replayStep finds. Nothing where the course is one of other modules.
std::optional<PhasePeaks> peaksAlong(
    const Course &course, const StepModules &modules, int accumulation);

} // namespace shardscope
