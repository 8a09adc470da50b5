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
    std::map<std::string, Some> sources;
    std::map<Choices, std::uint32_t> places;
    m_rows.reserve(m_table.size());
    for (std::uint32_t row = 0; row < m_table.size(); ++row) {
        const ValidatedRun run = m_table.at(row);
        const Traits traits = traitsOf(run.setup);
        const auto next = static_cast<std::uint32_t>(places.size());
        const auto [place, isNew] = places.try_emplace(traits.choices, next);
        for (std::size_t choice = 0; isNew && choice < choiceCount; ++choice)
            addChoice(choice, traits.choices[choice]);
        m_placeOf.push_back(place->second);
        m_rows.push_back({.sizes = traits.sizes, .errors = {run.estimatedError, run.error}});
        m_everyRun.push_back(row);
        if (run.measured != Measured::Tensors)
            sources[run.source].push_back(row);
        if (std::abs(run.error) <= provenError)
            prove(row);
    }
    m_places = places.size();
    for (auto &[source, runs] : sources)
        m_sources.push_back(std::move(runs));
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

void MeasuredRuns::prove(std::size_t row)
{
    const std::size_t place = placeOf(row);
    const Code framework = m_columns[frameworkAt][place];
    for (std::size_t i = 0; i < choiceCount; ++i) {
        const Code code = m_columns[i][place];
        m_frameworks[i].resize(m_values[i].size());
        if (code < unlisted && framework < mostFrameworks)
            m_frameworks[i][code] |= std::uint64_t{1} << framework;
    }
    for (std::size_t i = 0; i < sizeCount; ++i) {
        // Most runs have what the one before them has.
        const float size = m_rows[row].sizes[i];
        if (m_reached[i].empty() || m_reached[i].back() != size)
            m_reached[i].push_back(size);
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
