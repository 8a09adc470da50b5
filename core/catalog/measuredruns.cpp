// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/measuredruns.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace shardscope {

namespace {

/// A run whose prediction is further off proves nothing about what it has.
constexpr double provenError = 0.2;
/// Two doublings beyond everything that was measured.
constexpr double farSize = 2;

} // namespace

std::uint16_t MeasuredRuns::Column::placeOf(std::uint32_t word) const
{
    return static_cast<std::uint16_t>(std::find(words.begin(), words.end(), word) - words.begin());
}

void MeasuredRuns::Column::add(std::uint32_t word)
{
    places.push_back(placeOf(word));
    if (places.back() == words.size())
        words.push_back(word);
}

MeasuredRuns::MeasuredRuns(std::span<const ValidatedRun> runs)
{
    m_rows.reserve(runs.size());
    for (const ValidatedRun &run : runs) {
        for (std::size_t i = 0; i < choiceCount; ++i)
            m_choices[i].add(run.traits.choices[i]);
        m_rows.push_back({.sizes = run.traits.sizes,
            .error = run.error,
            .estimatedError = run.estimatedError,
            .isFollowed = run.measured == Measured::Tensors});
        const bool isProven = std::abs(run.error) <= provenError;
        m_proven.push_back(isProven ? std::numeric_limits<Bits>::max() : Bits{});
        for (std::size_t i = 0; isProven && i < sizeCount; ++i)
            m_reached[i].push_back(run.traits.sizes[i]);
    }
    for (std::vector<double> &sizes : m_reached)
        std::sort(sizes.begin(), sizes.end());
}

std::vector<MeasuredRuns::Bits> MeasuredRuns::alike(const Choices &choices) const
{
    std::vector<Bits> bits(size());
    for (std::size_t choice = 0; choice < choiceCount; ++choice) {
        const std::vector<std::uint16_t> &places = m_choices[choice].places;
        const std::uint16_t place = m_choices[choice].placeOf(choices[choice]);
        const auto bit = static_cast<Bits>(1U << choice);
        std::transform(places.begin(), places.end(), bits.begin(), bits.begin(),
            [place, bit](std::uint16_t other, Bits sum) {
                return static_cast<Bits>(sum | (other == place ? bit : 0));
            });
    }
    return bits;
}

std::array<bool, sizeCount> MeasuredRuns::reaches(const Sizes &sizes) const
{
    std::array<bool, sizeCount> result{};
    for (std::size_t i = 0; i < sizeCount; ++i) {
        const std::vector<double> &reached = m_reached[i];
        const auto isNear
            = [size = sizes[i]](double other) { return std::abs(size - other) <= farSize; };
        const auto above = std::lower_bound(reached.begin(), reached.end(), sizes[i]);
        result[i] = (above != reached.end() && isNear(*above))
            || (above != reached.begin() && isNear(*(above - 1)));
    }
    return result;
}

} // namespace shardscope
