// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/measuredruns.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace shardscope {

namespace {

/// A run whose prediction is further off proves nothing about what it has.
constexpr double provenError = 0.2;
/// Two doublings beyond everything that was measured.
constexpr double farSize = 2;

} // namespace

MeasuredRuns::MeasuredRuns(std::span<const ValidatedRun> runs)
{
    std::map<std::string_view, std::map<std::size_t, Group>> sources;
    std::map<Choices, std::size_t> places;
    const auto addTo = [this](Group &group, std::size_t place) {
        group.choices = place;
        group.runs.push_back(m_rows.size());
    };
    for (const ValidatedRun &run : runs) {
        const auto [place, isNew] = places.try_emplace(run.traits.choices, places.size());
        m_groups.resize(places.size());
        addTo(m_groups[place->second], place->second);
        if (run.measured != Measured::Tensors)
            addTo(sources[run.source][place->second], place->second);
        for (std::size_t i = 0; isNew && i < choiceCount; ++i)
            m_columns[i].push_back(run.traits.choices[i]);
        const bool isProven = std::abs(run.error) <= provenError;
        m_areProven.resize(places.size());
        m_areProven[place->second] = m_areProven[place->second] || isProven;
        m_rows.push_back({.choices = place->second,
            .sizes = run.traits.sizes,
            .errors = {run.estimatedError, run.error}});
        for (std::size_t i = 0; isProven && i < sizeCount; ++i)
            m_reached[i].push_back(run.traits.sizes[i]);
    }
    for (auto &[source, groups] : sources) {
        Groups &ofSource = m_sources.emplace_back();
        for (auto &[place, group] : groups)
            ofSource.push_back(std::move(group));
    }
    for (std::vector<double> &sizes : m_reached)
        std::sort(sizes.begin(), sizes.end());
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
