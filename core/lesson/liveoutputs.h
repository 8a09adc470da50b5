// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/livevalue.h"

namespace shardscope {

/// A live value that is an output of a plan.
struct LiveOutput
{
    LiveName name;
    Argument (*of)(const Plan &) = nullptr;
};

std::span<const LiveOutput> liveOutputs();

/// Stands for what a plan does not know: how long a step takes on a GPU of unknown speed.
inline constexpr std::string_view unknownValue = "–";

} // namespace shardscope
