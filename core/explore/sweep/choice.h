// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/sweep/sweep.h"

#include <optional>
#include <string>

namespace shardscope {

/// What somebody chose of one axis.
struct AxisChoice
{
    std::string key{};
    double from = 0; ///< of numbers
    double to = 0;
    int count = 0; ///< 0: the round numbers in between

    bool operator==(const AxisChoice &) const = default;
};

/// What a sweep goes through, and what it is looked at for.
struct SweepChoice
{
    AxisChoice across{};
    std::optional<AxisChoice> up{};
    Metric metric = Metric::Fit;

    bool operator==(const SweepChoice &) const = default;
};

} // namespace shardscope
