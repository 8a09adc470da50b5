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
    /// Those of the case, its format, and `settings`: `assumed` where the source left open any that
    /// counts for this figure, else `stated`.
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

/// A setting that sources left open, and in how many of the cases that were compared.
struct Assumption
{
    std::string key{};
    std::string why{};
    std::size_t cases = 0;
};

/// Of runs that others published on GPUs, and that say what a plan needs.
struct Published
{
    std::size_t stating = 0; ///< `statesSettings`
    std::size_t planned = 0; ///< of these, those of which a figure was compared
};

struct Validation
{
    std::vector<Comparison> comparisons{};
    std::vector<Assumption> assumptions{}; ///< by key
    std::vector<Group> groups{}; ///< by dimension, then value, then metric
    std::vector<LeftOut> leftOut{};
    Published published{};
};

/// Predicts each case and compares. What cannot be planned (a model that the catalogue lacks) is
/// left out with the reason.
Validation validate(std::span<const Case> cases, const Catalog &catalog);

/// Of what was predicted and what was measured.
double rankCorrelation(std::span<const Comparison *const> comparisons);

} // namespace shardscope
