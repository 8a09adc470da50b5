// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/explore/sweep/axis.h"

#include <optional>

namespace shardscope {

/// What a sweep is looked at for.
enum class Metric {
    Fit,
    Peak,
    Spare,
    TokensPerSecond,
    TokensPerSecondPerGpu,
    Mfu,
    StepSeconds,
    Traffic,
    GpuHours,
    Cost
};
template <>
inline constexpr std::array<std::string_view, 10> namesOf<Metric>{"fit", "peak", "spare",
    "tokens-per-second", "tokens-per-second-per-gpu", "mfu", "step-seconds", "traffic", "gpu-hours",
    "cost"};

/// Whether the metric takes more than MemoryOutlook.
constexpr bool needsSpeed(Metric metric)
{
    return metric >= Metric::TokensPerSecond;
}

/// One scenario, and one or two of its inputs going through many values each.
struct Sweep
{
    Scenario base{};
    Axis x{};
    std::optional<Axis> y{};
    Metric metric = Metric::Fit;
    /// Of memory at each point. Nothing: played, unless there are more than `mostPlayed`. Estimates
    /// follow the point in the middle, which is played, and where nothing is asked for and the
    /// verdict is looked at, points near a line are played as well; of more points than
    /// `mostPlayedNearLines` a few, which their neighbours follow.
    std::optional<Reserving> reserving{};

    std::size_t columns() const { return x.size(); }
    std::size_t rows() const { return y ? y->size() : 1; }
    std::size_t points() const { return rows() * columns(); } ///< row after row
    bool operator==(const Sweep &) const = default;
};

/// So many take some seconds.
inline constexpr std::size_t mostPlayed = 1000;
/// Of so many points all that are near a line are played, which takes half a minute; a million
/// would take ten.
inline constexpr std::size_t mostPlayedNearLines = 50'000;

/// What can be said before anything is evaluated. Errors: MissingField (an axis without values; a
/// metric that needs figures of the run), Inconsistent (two equal axes), TooLarge, OutOfRange and
/// UnknownChoice (values as setKey), NoEffect (an input that changes nothing at any point),
/// UnknownId (as resolve).
Status checkSweep(const Sweep &sweep, const Catalog &catalog);

/// The scenario of a point; of checked sweeps.
Scenario scenarioAt(const Sweep &sweep, std::size_t point);

} // namespace shardscope
