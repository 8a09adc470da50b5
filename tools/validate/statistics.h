// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace shardscope {

/// How far predictions are from measurements, as shares of what was measured.
struct ErrorSummary
{
    double median = 0; ///< of |error|; between the two in the middle where there are two
    double percentile95 = 0; ///< of |error|, nearest rank: the smallest that 95 % do not pass
    double worst = 0; ///< of |error|
    double bias = 0; ///< mean of the errors with their signs; positive: predicted too much
};

/// Of at least one error.
ErrorSummary summarize(const std::vector<double> &errors);

/// Spearman's: 1 where both put things into the same order, -1 into the opposite one; equal values
/// share their ranks. 0 where there is no order.
double rankCorrelation(const std::vector<double> &one, const std::vector<double> &other);

} // namespace shardscope
