// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lesson.h"
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
/// ("worksheet"), on top of the settings. So "peak of zero2 with parallel.gpus=4".
///
/// Where a plan does not know a value, as the time of a step on a GPU of unknown speed, a dash
/// stands for it.
struct LiveName
{
    std::string_view name;
    Text meaning;
};
std::span<const LiveName> liveNames();

/// Whether there is such a value; makes no plan. Errors: as liveValue, but for those of plans.
Status checkLiveValue(std::string_view expression, const Scenario &scenario);

/// Makes the plan that a live value is read from. An error says where in the expression it is.
/// Errors: UnknownField (no such value), UnknownChoice (no such variant), WrongType (a setting
/// without a value), as setKeyText, as makePlan.
Result<Argument> liveValue(
    std::string_view expression, const Scenario &scenario, const PlanMaker &make);

/// Where a live value comes from.
struct LiveDerivation
{
    Text meaning{}; ///< of its name
    std::string formula{}; ///< of a part: with its numbers filled in; else empty
    std::string source{}; ///< of the formula; else empty

    bool operator==(const LiveDerivation &) const = default;
};
/// Errors: as liveValue.
Result<LiveDerivation> liveDerivation(
    std::string_view expression, const Scenario &scenario, const PlanMaker &make);

/// What is to be guessed, in the base unit of its notation.
/// Errors: as liveValue; WrongType where the value is no number.
Result<Amount> truthOf(const Question &question, const Scenario &scenario, const PlanMaker &make);

/// What stands between two pairs of braces in a text, in order and without them.
std::vector<std::string> liveValuesIn(std::string_view text);

/// The text with each "{{...}}" replaced by what `words` makes of what stands between the braces.
std::string withLiveValues(
    std::string_view text, const std::function<std::string(std::string_view)> &words);

} // namespace shardscope
