// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/texttable.h"
#include "tools/validate/validation.h"

#include <limits>

namespace shardscope {

/// Bounds on |error|, as shares; what is left open has none.
struct Bounds
{
    double median = std::numeric_limits<double>::infinity();
    double percentile95 = std::numeric_limits<double>::infinity();
    double worst = std::numeric_limits<double>::infinity();
    double ranks = -1; ///< the least rank correlation
};

/// How close predictions shall be to one kind of measurement.
struct Target
{
    std::string_view name; ///< "a followed step"
    std::vector<Tag> tags; ///< a comparison counts where it has all of them
    std::string_view metric;
    Bounds bounds;
};

const std::vector<Target> &targets();
bool counts(const Target &target, const Comparison &comparison);

/// What was reached of a target; nothing where no run was compared.
struct Attainment
{
    const Target *target = nullptr;
    std::size_t count = 0;
    std::optional<ErrorSummary> reached{};
    double ranks = 0; ///< rank correlation

    bool isReached() const;
};
std::vector<Attainment> attainments(const Validation &validation);

/// Runs that did not fit, and were predicted to, with more than a tenth to spare.
std::vector<const Comparison *> falsePromises(const Validation &validation);

/// Reads [{"id": ..., "metric": ..., "why": ...}]; without a metric it is about all of the case.
/// Errors: as readCases.
Result<Explanations> readExplanations(std::string_view text);

/// A comparison beyond the 95 % of its target, or a false promise, with what is known about it.
struct Disagreement
{
    const Comparison *comparison = nullptr;
    std::string_view why{}; ///< empty: not explained yet
};
std::vector<Disagreement> disagreements(
    const Validation &validation, const Explanations &explanations);

/// Targets with what was reached, and the disagreements, in the form of the report.
std::string attainmentsToText(const Validation &validation, TableFormat format);
std::string disagreementsToText(
    const Validation &validation, const Explanations &explanations, TableFormat format);

/// The page "How true is it" of the documentation, in Markdown.
std::string validationPage(const Validation &validation, const Explanations &explanations);

} // namespace shardscope
