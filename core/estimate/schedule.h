// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <vector>

namespace shardscope {

/// Time on the GPU or on a link, from the beginning of the schedule on.
struct Stretch
{
    Seconds begin{};
    Seconds end{};
    bool isWaitedFor = false; ///< of a collective: the GPU has nothing to compute meanwhile

    Seconds length() const { return end - begin; }
    bool operator==(const Stretch &) const = default;
};

/// A decoder layer within a pass, or (-1) the output layer with the loss, or the whole update.
struct LayerTime
{
    int layer = -1;
    Seconds begin{};
    Seconds end{};

    bool operator==(const LayerTime &) const = default;
};

/// A phase of one micro-step.
struct PhaseTime
{
    PhaseId phase = PhaseId::Forward;
    int microStep = 0; ///< as Sample counts them
    Seconds begin{};
    Seconds end{};
    Seconds waited{}; ///< for links
    std::vector<LayerTime> layers{}; ///< in the order in which they run

    Seconds length() const { return end - begin; }
    bool operator==(const PhaseTime &) const = default;
};

/// One step in seconds. Of more than three micro-steps the first, one of those in between, and the
/// last are laid out, as the timeline of memory follows them.
struct Schedule
{
    std::vector<PhaseTime> phases{};
    std::vector<Stretch> compute{};
    std::vector<std::vector<Stretch>> collectives{}; ///< as Traffic::collectives
    double microStepsLeftOut = 0;
    Seconds end{}; ///< of what is laid out

    bool operator==(const Schedule &) const = default;
};

/// Lays the computation of the step and its collectives out as Plan::time says that they run:
/// layers of a pass take the same time, and what a layer needs is on the wire while it computes.
/// Empty where the plan knows no times.
Schedule stepSchedule(const Plan &plan);

/// When each sample of a timeline begins, and when the last one ends; samples of one layer share
/// its time. Those of phases that take no time begin, and end, where the one before ends.
std::vector<Seconds> sampleTimes(const Schedule &schedule, const std::vector<Sample> &samples);

} // namespace shardscope
