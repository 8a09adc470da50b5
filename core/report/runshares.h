// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/phrase.h"
#include "core/plan/plan.h"

#include <vector>

namespace shardscope {

/// One thing that the time of a run goes into, with its share of everything that is paid for by the
/// hour.
struct RunShare
{
    std::string id{}; ///< "matmul", "exposed-nvlink4": the word of CSV files
    Phrase name{};
    Phrase shortName{}; ///< where the other is too long; empty: nowhere
    Phrase meaning{}; ///< a sentence
    bool isWaiting = false; ///< the GPU computes nothing meanwhile
    Seconds perStep{};
    double share = 0; ///< of the step, 0..1
    Seconds duration{}; ///< in the whole run; these three are 0 where the scenario leaves them open
    double energyKwh = 0; ///< at the power that the GPUs may draw, waiting or not
    double cost = 0; ///< in the currency of the price of a GPU-hour

    bool operator==(const RunShare &) const = default;
};

/// What a step's time goes into, in the order in which a GPU meets it, without what takes none;
/// their sum is the step. Exposed communication is listed by the link that is waited for. Nothing
/// where the speed of the GPU is not known.
std::vector<RunShare> runShares(const Plan &plan);

} // namespace shardscope
