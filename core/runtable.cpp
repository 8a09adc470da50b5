// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtable.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

/// A run whose prediction is further off proves nothing about what it has.
constexpr double provenError = 0.2;
/// Two doublings beyond everything that was measured.
constexpr double farSize = 2;

} // namespace

RunTable::RunTable(std::span<const ValidatedRun> runs)
{
    m_rows.reserve(runs.size());
    for (const ValidatedRun &run : runs) {
        for (std::size_t i = 0; i < choiceCount; ++i)
            m_choices[i].push_back(run.traits.choices[i]);
        m_rows.push_back({.sizes = run.traits.sizes,
            .error = run.error,
            .estimatedError = run.estimatedError,
            .isFollowed = run.measured == Measured::Tensors,
            .isProven = std::abs(run.error) <= provenError});
        for (std::size_t i = 0; m_rows.back().isProven && i < sizeCount; ++i)
            m_proven[i].push_back(run.traits.sizes[i]);
    }
    for (std::vector<double> &sizes : m_proven)
        std::sort(sizes.begin(), sizes.end());
}

std::vector<std::uint32_t> RunTable::alike(const Choices &choices) const
{
    std::vector<std::uint32_t> bits(size());
    for (std::size_t choice = 0; choice < choiceCount; ++choice) {
        const std::uint32_t *const column = m_choices[choice].data();
        for (std::size_t run = 0; run < bits.size(); ++run)
            bits[run] |= static_cast<std::uint32_t>(column[run] == choices[choice]) << choice;
    }
    return bits;
}

std::array<bool, sizeCount> RunTable::reaches(const Sizes &sizes) const
{
    std::array<bool, sizeCount> result{};
    for (std::size_t i = 0; i < sizeCount; ++i) {
        const std::vector<double> &proven = m_proven[i];
        const auto isNear
            = [size = sizes[i]](double other) { return std::abs(size - other) <= farSize; };
        const auto above = std::lower_bound(proven.begin(), proven.end(), sizes[i]);
        result[i] = (above != proven.end() && isNear(*above))
            || (above != proven.begin() && isNear(*(above - 1)));
    }
    return result;
}

} // namespace shardscope
