// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/phrase.h"
#include "core/plan/plan.h"
#include "core/scenario/keys.h"

#include <string>
#include <vector>

namespace shardscope {

/// An input that two scenarios do not share. Nothing where one of them does not say it.
struct InputDifference
{
    const Key *key = nullptr;
    std::optional<Json> before{};
    std::optional<Json> after{};

    bool operator==(const InputDifference &) const = default;
};

/// In the order of the key table. Where the model is chosen in another way, it is the new way that
/// differs, not the old one that is gone.
std::vector<InputDifference> inputDifferences(const Scenario &before, const Scenario &after);

enum class OutputKind { Part, Peak, Phase, Collective, Traffic, Time, Throughput };
template <>
inline constexpr std::array<std::string_view, 7> namesOf<OutputKind>{
    "part", "peak", "phase", "collective", "traffic", "time", "throughput"};

/// One output of a plan, for people and for programs.
struct Output
{
    OutputKind kind = OutputKind::Part;
    std::string id{}; ///< as in files: "weights", "gradient-all-reduce"
    Phrase name{};
    Amount amount{};
    double share = 0; ///< of its total; 0 where that means nothing
    std::string formula{};
    std::string_view source{};
};

/// Parts at the peak and their total, the phases, the traffic and its total, the times; in the
/// order of the charts.
std::vector<Output> outputsOf(const Plan &plan);

/// One output of two plans; 0 where one of them has none.
struct OutputDifference
{
    OutputKind kind = OutputKind::Part;
    std::string id{};
    double before = 0; ///< bytes, seconds, tokens per second
    double after = 0;

    double change() const { return after - before; }
    bool operator==(const OutputDifference &) const = default;
};

/// Every output that either of the plans has, equal or not, in the order of reports.
std::vector<OutputDifference> outputDifferences(const Plan &before, const Plan &after);

/// By how much of `before`; nothing where that is 0.
std::optional<double> relativeChange(double before, double after);

} // namespace shardscope
