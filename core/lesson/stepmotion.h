// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <vector>

namespace shardscope {

/// A collective that runs at one moment.
struct OnWire
{
    std::size_t collective = 0; ///< in Traffic::collectives
    Seconds begin{}; ///< of this call, or of calls that follow each other without a gap
    Seconds end{};
    bool isWaitedFor = false; ///< the GPU has nothing to compute meanwhile

    bool operator==(const OnWire &) const = default;
};

/// A stretch of the step during which nothing changes: the same memory, the same layer at work, the
/// same collectives on the wire.
struct StepFrame
{
    Seconds begin{}; ///< from the beginning of the step on
    Seconds end{}; ///< the same as `begin` for what takes no time
    PhaseId phase = PhaseId::Forward;
    int microStep = 0; ///< as Sample counts them
    int layer = -1; ///< at work; -1: none of the decoder layers
    std::array<double, namesOf<PartId>.size()> parts{}; ///< bytes, as Sample has them
    bool isComputing = false; ///< else the GPU waits
    std::vector<OnWire> wire{}; ///< by their place in Traffic::collectives

    Bytes held() const;
    Seconds length() const { return end - begin; }
    bool operator==(const StepFrame &) const = default;
};

/// One training step in slow motion: timeline, schedule and wire put together, in order and without
/// gaps.
struct StepMotion
{
    std::vector<StepFrame> frames{};
    Seconds end{};
    Bytes peak{}; ///< the most that a frame holds; overheads that do not change are left out
    double microStepsLeftOut = 0; ///< between the second that is shown and the last

    bool operator==(const StepMotion &) const = default;
};

/// As stepSchedule lays the step out. Empty where the plan has no times or no timeline.
StepMotion stepMotion(const Plan &plan);

/// The frame at a moment: the last that has begun by then; null in an empty motion.
const StepFrame *frameAt(const StepMotion &motion, Seconds moment);

} // namespace shardscope
