// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <vector>

namespace shardscope {

/// One collective beside one stretch of computation, each time.
struct Beside
{
    std::size_t collective = 0; ///< index into Traffic::collectives
    Seconds communication{};
    Seconds edge{}; ///< the piece that nothing runs beside
    Seconds beyond{}; ///< what goes on when the computation is over

    Seconds hidden() const { return communication - edge - beyond; }
    Seconds exposed() const { return edge + beyond; }
};

/// Each time that it happens.
Seconds secondsEach(const Collective &collective);

/// A stretch of the step: a pass of one micro-step, or the update.
struct Window
{
    PhaseId phase = PhaseId::Forward;
    double count = 1; ///< how often the step has it
    /// The first forward pass, the last backward pass, the update: what some collectives wait for.
    bool isOnce = false;
    std::vector<Beside> beside{};
};

/// Lays the collectives beside the computation of the step. What overlaps runs beside the passes of
/// the micro-steps that it belongs to, or the update; the first piece of a gather has nothing to
/// hide behind, nor has the last piece of a reduction. Where more than one waits, each bears its
/// share.
std::vector<Window> windowsOf(const Traffic &traffic, const StepTime &time, double microSteps);

/// How long the GPU waits for the collectives in all. Fills in `exposed` of each.
Seconds expose(Traffic &traffic, const StepTime &time, double microSteps);

} // namespace shardscope
