// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/validate/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace shardscope {

namespace {

std::vector<double> ranksOf(const std::vector<double> &values)
{
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
        [&values](std::size_t a, std::size_t b) { return values[a] < values[b]; });
    std::vector<double> ranks(values.size());
    for (std::size_t first = 0; first < order.size();) {
        std::size_t end = first;
        while (end < order.size() && values[order[end]] == values[order[first]])
            ++end;
        const double shared = static_cast<double>(first + end - 1) / 2;
        for (; first < end; ++first)
            ranks[order[first]] = shared;
    }
    return ranks;
}

} // namespace

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

double rankCorrelation(const std::vector<double> &one, const std::vector<double> &other)
{
    const std::vector<double> a = ranksOf(one);
    const std::vector<double> b = ranksOf(other);
    const double middle = (static_cast<double>(a.size()) - 1) / 2;
    double both = 0;
    double spreadOfA = 0;
    double spreadOfB = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        both += (a[i] - middle) * (b[i] - middle);
        spreadOfA += (a[i] - middle) * (a[i] - middle);
        spreadOfB += (b[i] - middle) * (b[i] - middle);
    }
    const double spread = std::sqrt(spreadOfA * spreadOfB);
    return spread > 0 ? both / spread : 0;
}

} // namespace shardscope
