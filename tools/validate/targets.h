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
    std::string name; ///< "a followed step"
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

/// Targets with what was reached, in the form of the report.
std::string attainmentsToText(const Validation &validation, TableFormat format);

} // namespace shardscope
