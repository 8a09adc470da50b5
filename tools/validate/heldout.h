// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/validatedrun.h"

#include <span>
#include <string>
#include <vector>

namespace shardscope {

/// The share of runs on GPUs that ranges should hold, of sources that they do not know.
inline constexpr double heldOutAim = 0.85;

/// How many runs of each source ranges need: the fewest with which the nearest runs of the other
/// sources hold `heldOutAim` of all runs on GPUs, and of a source's on the average of sources,
/// whichever way reserving is known.
std::size_t runsNeeded(std::span<const ValidatedRun> runs);

/// A run on a GPU, and the range of a plan for it that knows no run of the same source.
struct HeldOut
{
    std::string source{};
    bool isInside = false;
    bool isValidated = false;
    double width = 0; ///< of the range, as a share of the prediction
};
/// All runs on GPUs. `runsNeeded` is asked of the other sources alone, so that nothing of what a
/// range is made from was chosen with the run in sight.
std::vector<HeldOut> heldOutRuns(std::span<const ValidatedRun> runs, Reserving reserving);

/// What is left out of some runs' ranges, and how wide they are.
struct HeldOutSummary
{
    std::size_t runs = 0;
    std::size_t inside = 0;
    std::size_t validated = 0;
    std::size_t validatedInside = 0;
    double medianWidth = 0;

    double share() const { return static_cast<double>(inside) / static_cast<double>(runs); }
    double validatedShare() const
    {
        return static_cast<double>(validatedInside) / static_cast<double>(validated);
    }
};
/// Of one source, or of all where it is empty.
HeldOutSummary summaryOf(std::span<const HeldOut> runs, std::string_view source = {});

/// The sources that measured on GPUs.
std::vector<std::string> sourcesOnGpus(std::span<const ValidatedRun> runs);

} // namespace shardscope
