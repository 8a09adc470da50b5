// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/phrase.h"
#include "core/interchange/factlist.h"

#include <string_view>
#include <vector>

namespace shardscope {

/// An input that follows from a fact.
struct DerivedInput
{
    std::string_view key;
    Json value;
    std::string_view from;
    Phrase why{};
};

/// What a run's objective says of other inputs, where files leave them to TRL (1.10.0.dev0:
/// dpo_config.py, grpo_config.py, reward_config.py). `isAdapted`: adapters are trained.
std::vector<DerivedInput> objectiveInputs(const FactList &facts, bool isAdapted);

} // namespace shardscope
