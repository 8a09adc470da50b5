// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/catalog/catalog.h"
#include "core/scenario/keys.h"

#include <string>
#include <string_view>
#include <vector>

namespace shardscope {

/// More points than these are refused: a map of them could not be looked at.
inline constexpr double mostSweepPoints = 1e6;

/// How a range is walked through, and what its amount means.
enum class Spacing {
    Step, ///< from + amount, from + 2 amounts, ...
    Factor, ///< from * amount, from * amount^2, ...
    Count, ///< that many values at equal distances, both ends among them
    GeometricCount ///< that many values at equal ratios, both ends among them
};

struct AxisRange
{
    double from = 0;
    double to = 0;
    Spacing spacing = Spacing::Count;
    double amount = 0;

    bool operator==(const AxisRange &) const = default;
};

/// One input of a sweep, and the values that it goes through.
struct Axis
{
    std::string key{};
    std::vector<Json> values{}; ///< each once

    std::size_t size() const { return values.size(); }
    bool operator==(const Axis &) const = default;
};

/// Whether a key can be an axis. Errors: UnknownField (no such key), WrongType (a document or its
/// name).
Status checkSwept(std::string_view key);

/// Whole numbers are rounded, and stand once each.
/// Errors: UnknownField (no such key), WrongType (a range of something that is no number),
/// OutOfRange (empty, endless or outside the key's limits), TooLarge.
Result<Axis> makeAxis(std::string_view key, const AxisRange &range);
/// The same of single values. Errors: as above and as setKey; MissingField where there is no value.
Result<Axis> makeAxis(std::string_view key, const std::vector<Json> &values);
/// Every choice that a key has; of catalogue ids all there are, small GPUs and models first.
Result<Axis> makeAxis(std::string_view key, const Catalog &catalog);

/// As typed: KEY=FROM..TO:STEP, KEY=FROM..TO*FACTOR, KEY=FROM..TO/COUNT (or */COUNT at equal
/// ratios), KEY=FROM..TO (doubling; ten steps where it starts at 0 or below), KEY=A,B,C (or A;B;C
/// where values hold commas), KEY alone for every choice or all of the catalogue. A FROM, TO or
/// STEP that is calculated stands in parentheses. Errors: as makeAxis.
Result<Axis> readAxis(std::string_view text, const Catalog &catalog = {});

} // namespace shardscope
