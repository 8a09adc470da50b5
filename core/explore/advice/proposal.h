// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/advice/change.h"
#include "core/explore/advice/prospects.h"

namespace shardscope {

/// What one or more changes together would come to.
struct Proposal
{
    std::vector<ChangeId> changes{};
    Repair repair{}; ///< all of their settings
    Effect effect = Effect::None; ///< the strongest of them
    Fit fit = Fit::Fits;
    Bytes peak{};
    Bytes saved{}; ///< less at the peak; negative: more
    Bytes spare{}; ///< up to the capacity then; negative: what is missing
    double time = 1; ///< that the same tokens take, as a multiple of today's
    double gpuTime = 1; ///< the same in GPU-hours
    Bytes traffic{}; ///< sent more by one GPU for the tokens of today's step; negative: less
    double batch = 1; ///< sequences of an optimizer step, as a multiple of today's
    Bytes host{}; ///< taken of each host's memory
    bool updatesOnHost = false; ///< the CPU runs the optimizer, in an estimated time

    bool operator==(const Proposal &) const = default;
};

/// The present scenario, to compare proposals with.
struct Baseline
{
    Scenario scenario{};
    MemoryOutlook memory{};
    SpeedOutlook speed{};
};

/// Nothing where the scenario cannot be planned, or nobody wants to know any more.
std::optional<Baseline> baselineOf(Prospects &prospects);

/// What `scenario`, which comes to `memory`, is beside the baseline. `proposal` says what was
/// changed.
std::optional<Proposal> compared(Proposal proposal, const Scenario &scenario,
    const MemoryOutlook &memory, const Baseline &baseline, Prospects &prospects);

/// Says of the proposal that it comes to that much memory.
void takeMemory(Proposal &proposal, const MemoryOutlook &memory, const Baseline &baseline);

/// Differences that nobody would notice.
inline constexpr double noticeable = 0.01;

} // namespace shardscope
