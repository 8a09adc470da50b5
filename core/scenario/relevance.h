// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/text.h"
#include "core/scenario/scenario.h"

#include <optional>
#include <string_view>

namespace shardscope {

/// Where an input makes a difference.
enum class Answer {
    Memory, ///< what MemoryOutlook says
    Speed, ///< what SpeedOutlook says, with duration and cost of the run
    Anything ///< either of them, or whatever else a plan or advice says
};

/// What would have to be so for the input to count, in words ("training.method lora or qlora");
/// nothing where it counts already. Where a single other input is in the way, that alone.
std::optional<Text> missingFor(std::string_view key, const Scenario &scenario, Answer answer);

} // namespace shardscope
