// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/planner/reserving.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope {

/// A value that a lesson names and the planner works out:
///
///     NAME [of VARIANT] [with KEY=VALUE, ...]
///
/// NAME is one of `liveNames`, a part of memory at the peak ("gradients"), or an input
/// ("parallel.gpus"). VARIANT is a strategy ("zero2"), a framework ("fsdp2") or an estimator
/// ("worksheet"). So "peak of zero2 with parallel.gpus=4".
struct LiveName
{
    std::string_view name;
    std::string_view meaning; ///< in English
};
std::span<const LiveName> liveNames();

/// Makes the plan that a live value is read from.
/// Errors: UnknownField (no such value), UnknownChoice (no such variant), as setKeyText, as makePlan.
Result<Argument> liveValue(
    std::string_view expression, const Scenario &scenario, const PlanMaker &make);

/// What stands between two pairs of braces in a text, in order and without them.
std::vector<std::string> liveValuesIn(std::string_view text);

/// The text with each "{{...}}" replaced by what `words` makes of what stands between the braces.
std::string withLiveValues(
    std::string_view text, const std::function<std::string(std::string_view)> &words);

} // namespace shardscope
