// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/text.h"
#include "core/explore/sweep/sweep.h"

namespace shardscope {

/// What people call a metric.
template <>
inline constexpr std::array<Text, 10> textsOf<Metric>{
    {english("sweep", "Does it fit?"), english("sweep", "Peak memory per GPU"),
        english("sweep", "Headroom per GPU"), english("sweep", "Tokens per second"),
        english("sweep", "Tokens per second and GPU"), english("sweep", "Model FLOPs utilisation"),
        english("sweep", "Time of a step"), english("sweep", "Sent per GPU and step"),
        english("sweep", "GPU-hours of the run"), english("sweep", "Cost of the run")}};

} // namespace shardscope
