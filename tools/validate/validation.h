// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/catalog/catalog.h"
#include "tools/validate/case.h"
#include "tools/validate/statistics.h"

#include <optional>
#include <span>

namespace shardscope {

/// One figure of one case.
struct Comparison
{
    std::string id{};
    std::string metric{};
    Bytes predicted{};
    Bytes measured{}; ///< of a run that did not fit: what its GPU can hold
    std::string confidence{};
    std::vector<Tag> tags{};
    bool falseFit = false; ///< it ran out of memory, and was predicted to fit
    bool falseMiss = false; ///< it ran, and was predicted not to fit

    double error() const { return (predicted - measured) / measured; }
};

/// A case that could not be compared.
struct LeftOut
{
    std::string id{};
    std::string reason{};
};

/// All comparisons of one metric that share a tag.
struct Group
{
    Tag tag{};
    std::string metric{};
    std::size_t count = 0;
    std::optional<ErrorSummary> errors{}; ///< nothing for runs that did not fit
    std::optional<double> rankCorrelation{}; ///< of throughputs, predicted and measured
    std::size_t falseFits = 0;
    std::size_t falseMisses = 0;
};

struct Validation
{
    std::vector<Comparison> comparisons{};
    std::vector<Group> groups{}; ///< by dimension, then value, then metric
    std::vector<LeftOut> leftOut{};
};

/// Why a prediction is off.
struct Explanation
{
    std::string id{}; ///< of the case
    std::string metric{}; ///< empty: all of the case that have none of their own
    std::string why{};
};
using Explanations = std::vector<Explanation>;

/// Predicts each case and compares. What cannot be planned (a model that the catalogue lacks) is
/// left out with the reason.
Validation validate(std::span<const Case> cases, const Catalog &catalog);

/// Of what was predicted and what was measured.
double rankCorrelation(std::span<const Comparison *const> comparisons);

Json validationToJson(const Validation &validation);
/// Cases, what is left out, the groups, what is beyond the aims and what is reached of them.
std::string validationToText(const Validation &validation, const Explanations &explanations = {});

} // namespace shardscope
