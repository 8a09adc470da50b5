// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/measuredruns.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace shardscope {

namespace {

/// A run whose prediction is further off proves nothing about what it has.
constexpr double provenError = 0.2;
/// Two doublings beyond everything that was measured.
constexpr float farSize = 2;

// Choices that runs have are told apart as far as there are codes: what comes behind has one code,
// and a choice that no run has the other.
constexpr MeasuredRuns::Code unlisted = 254;
constexpr MeasuredRuns::Code unknown = 255;

constexpr auto frameworkAt = static_cast<std::size_t>(Trait::Framework);
constexpr MeasuredRuns::Code mostFrameworks = 64;

} // namespace

MeasuredRuns::MeasuredRuns(MeasuredTable table)
    : m_table(std::move(table))
{
    std::map<std::string, std::map<std::size_t, Group>> sources;
    std::map<Choices, std::size_t> places;
    const auto addTo = [this](Group &group, std::size_t place) {
        group.choices = place;
        group.runs.push_back(m_rows.size());
    };
    m_rows.reserve(m_table.size());
    for (std::size_t i = 0; i < m_table.size(); ++i) {
        const ValidatedRun run = m_table.at(i);
        const Traits traits = traitsOf(run.setup);
        const auto [place, isNew] = places.try_emplace(traits.choices, places.size());
        m_groups.resize(places.size());
        addTo(m_groups[place->second], place->second);
        if (run.measured != Measured::Tensors)
            addTo(sources[run.source][place->second], place->second);
        for (std::size_t choice = 0; isNew && choice < choiceCount; ++choice)
            addChoice(choice, traits.choices[choice]);
        m_rows.push_back({.choices = place->second,
            .sizes = traits.sizes,
            .errors = {run.estimatedError, run.error}});
        if (std::abs(run.error) <= provenError)
            prove(m_rows.back());
    }
    for (auto &[source, groups] : sources) {
        Groups &ofSource = m_sources.emplace_back();
        for (auto &[place, group] : groups)
            ofSource.push_back(std::move(group));
    }
    for (std::vector<float> &sizes : m_reached)
        std::sort(sizes.begin(), sizes.end());
}

std::vector<ValidatedRun> MeasuredRuns::all() const
{
    std::vector<ValidatedRun> runs;
    for (std::size_t i = 0; i < m_table.size(); ++i)
        runs.push_back(m_table.at(i));
    return runs;
}

void MeasuredRuns::addChoice(std::size_t choice, std::uint32_t value)
{
    std::vector<std::uint32_t> &values = m_values[choice];
    const auto known = std::find(values.begin(), values.end(), value);
    const auto index = static_cast<std::size_t>(known - values.begin());
    if (known == values.end() && index < unlisted)
        values.push_back(value);
    m_columns[choice].push_back(static_cast<Code>(std::min<std::size_t>(index, unlisted)));
}

void MeasuredRuns::prove(const Row &row)
{
    const Code framework = m_columns[frameworkAt][row.choices];
    for (std::size_t i = 0; i < choiceCount; ++i) {
        const Code code = m_columns[i][row.choices];
        m_frameworks[i].resize(m_values[i].size());
        if (code < unlisted && framework < mostFrameworks)
            m_frameworks[i][code] |= std::uint64_t{1} << framework;
    }
    for (std::size_t i = 0; i < sizeCount; ++i) {
        // Most runs have what the one before them has.
        if (m_reached[i].empty() || m_reached[i].back() != row.sizes[i])
            m_reached[i].push_back(row.sizes[i]);
    }
}

MeasuredRuns::Code MeasuredRuns::codeOf(std::size_t choice, std::uint32_t value) const
{
    const std::vector<std::uint32_t> &values = m_values[choice];
    const auto known = std::find(values.begin(), values.end(), value);
    return known == values.end() ? unknown : static_cast<Code>(known - values.begin());
}

bool MeasuredRuns::isProven(std::size_t choice, Code code) const
{
    return code < m_frameworks[choice].size() && m_frameworks[choice][code] != 0;
}

bool MeasuredRuns::isProven(std::size_t choice, Code code, Code framework) const
{
    return isProven(choice, code) && framework < mostFrameworks
        && (m_frameworks[choice][code] >> framework & 1) != 0;
}

std::array<bool, sizeCount> MeasuredRuns::reaches(const Sizes &sizes) const
{
    std::array<bool, sizeCount> result{};
    for (std::size_t i = 0; i < sizeCount; ++i) {
        const std::vector<float> &reached = m_reached[i];
        const auto isNear
            = [size = sizes[i]](float other) { return std::abs(size - other) <= farSize; };
        const auto above = std::lower_bound(reached.begin(), reached.end(), sizes[i]);
        result[i] = (above != reached.end() && isNear(*above))
            || (above != reached.begin() && isNear(*(above - 1)));
    }
    return result;
}

} // namespace shardscope
