// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/validation/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace shardscope {

ErrorSummary summarize(const std::vector<double> &errors)
{
    std::vector<double> sizes(errors.size());
    std::transform(
        errors.begin(), errors.end(), sizes.begin(), [](double error) { return std::abs(error); });
    std::sort(sizes.begin(), sizes.end());
    const std::size_t count = sizes.size();
    // In whole numbers: 0.95 times 20 is no 19 in binary.
    const std::size_t rank = (95 * count + 99) / 100;
    return {.median = (sizes[(count - 1) / 2] + sizes[count / 2]) / 2,
        .percentile95 = sizes[rank - 1],
        .worst = sizes.back(),
        .bias = std::accumulate(errors.begin(), errors.end(), 0.0) / static_cast<double>(count)};
}

} // namespace shardscope
