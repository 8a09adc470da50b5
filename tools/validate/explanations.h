// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/texttable.h"
#include "tools/validate/validation.h"

#include <string>
#include <string_view>
#include <vector>

namespace shardscope {

/// Whether a cause is known that makes up for all of an error, for part of it, or for none.
enum class Explained { Yes, InPart, No };
template <>
inline constexpr std::array<std::string_view, 3> namesOf<Explained>{"yes", "in part", "no"};

/// What is known of a prediction that is off.
struct Explanation
{
    std::string id{}; ///< of the case
    std::string metric{}; ///< empty: all of the case that have none of their own
    std::string why{};
    Explained explained = Explained::Yes;
};
using Explanations = std::vector<Explanation>;

/// Reads [{"id": ..., "metric": ..., "explained": ..., "why": ...}]; without a metric it is about
/// all of the case. Errors: as readCases, and UnknownChoice.
Result<Explanations> readExplanations(std::string_view text);

/// A comparison beyond the 95 % of its target, or a false promise, with what is known about it.
struct Disagreement
{
    const Comparison *comparison = nullptr;
    std::string_view why{}; ///< empty: nobody looked yet
    Explained explained = Explained::No;
};
std::vector<Disagreement> disagreements(
    const Validation &validation, const Explanations &explanations);

/// The disagreements, and how many of them are explained; empty where there are none.
std::string disagreementsToText(
    const Validation &validation, const Explanations &explanations, TableFormat format);

} // namespace shardscope
