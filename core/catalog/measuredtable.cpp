// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/measuredtable.h"

#include "core/base/number.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <map>
#include <utility>

namespace shardscope {

namespace {

/// The columns before those of the traits.
enum class Column { Id, Model, Source, Measured, Error, EstimatedError };
constexpr std::array<std::string_view, 6> columnNames{
    "id", "model", "source", "measured", "error", "estimated_error"};
constexpr std::size_t columnCount = columnNames.size() + namesOf<Trait>.size();

constexpr std::string_view nameOfColumn(std::size_t column)
{
    return column < columnNames.size() ? columnNames[column]
                                       : namesOf<Trait>[column - columnNames.size()];
}

/// Takes the text before the next `separator` off its front, and the separator with it.
std::string_view takeUntil(char separator, std::string_view &text)
{
    const std::size_t end = text.find(separator);
    const std::string_view taken = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return taken;
}

/// Nearly all are whole numbers, which need no parser of expressions.
double numberIn(std::string_view cell)
{
    std::int64_t whole = 0;
    const char *const end = cell.data() + cell.size();
    const auto read = std::from_chars(cell.data(), end, whole);
    return read.ptr == end ? static_cast<double>(whole) : parseNumber(cell).value_or(0);
}

void readCell(std::size_t column, std::string_view cell, ValidatedRun &run)
{
    switch (static_cast<Column>(column)) {
    case Column::Id:
        run.id = cell;
        return;
    case Column::Model:
        run.model = cell;
        return;
    case Column::Source:
        run.source = cell;
        return;
    case Column::Measured:
        run.measured = fromName<Measured>(cell).value_or(run.measured);
        return;
    case Column::Error:
        run.error = run.estimatedError = numberIn(cell);
        return;
    case Column::EstimatedError:
        run.estimatedError = numberIn(cell);
        return;
    }
    const std::size_t trait = column - columnNames.size();
    if (trait < choiceCount)
        run.setup.choices[trait] = cell;
    else
        run.setup.sizes[trait - choiceCount] = numberIn(cell);
}

std::string numberText(double value)
{
    return value == 0 ? std::string() : formatNumber(value);
}

std::string cellOf(std::size_t column, const ValidatedRun &run)
{
    switch (static_cast<Column>(column)) {
    case Column::Id:
        return run.id;
    case Column::Model:
        return run.model == run.id ? std::string() : run.model;
    case Column::Source:
        return run.source;
    case Column::Measured:
        return std::string(nameOf(run.measured));
    case Column::Error:
        return numberText(run.error);
    case Column::EstimatedError:
        return run.estimatedError == run.error ? std::string() : formatNumber(run.estimatedError);
    }
    const std::size_t trait = column - columnNames.size();
    return trait < choiceCount ? run.setup.choices[trait]
                               : numberText(run.setup.sizes[trait - choiceCount]);
}

bool isWord(std::size_t column)
{
    return column == static_cast<std::size_t>(Column::Source)
        || column == static_cast<std::size_t>(Column::Measured)
        || (column >= columnNames.size() && column < columnNames.size() + choiceCount);
}

/// What most runs have in a column of words.
std::string commonCell(std::size_t column, std::span<const ValidatedRun> runs)
{
    std::map<std::string, int> counts;
    for (const ValidatedRun &run : runs)
        ++counts[cellOf(column, run)];
    return std::max_element(counts.begin(), counts.end(), [](const auto &a, const auto &b) {
        return a.second < b.second;
    })->first;
}

void endLine(std::string &text)
{
    while (text.ends_with('\t'))
        text.pop_back();
    text += '\n';
}

} // namespace

MeasuredTable::MeasuredTable(std::string text)
    : m_text(std::move(text))
{
    std::string_view left = m_text;
    std::string_view names = takeUntil('\n', left);
    while (!names.empty()) {
        const std::string_view name = takeUntil('\t', names);
        std::size_t column = 0;
        while (column < columnCount && nameOfColumn(column) != name)
            ++column;
        m_columns.push_back(column);
    }
    read(takeUntil('\n', left), m_common);
    while (!left.empty()) {
        const std::string_view line = takeUntil('\n', left);
        m_lines.push_back({static_cast<std::size_t>(line.data() - m_text.data()), line.size()});
    }
}

MeasuredTable::MeasuredTable(std::span<const ValidatedRun> runs)
{
    if (runs.empty())
        return;
    std::vector<std::string> common;
    std::string text;
    for (std::size_t column = 0; column < columnCount; ++column) {
        text.append(nameOfColumn(column)).append("\t");
        common.push_back(isWord(column) ? commonCell(column, runs) : std::string());
    }
    endLine(text);
    for (const std::string &cell : common)
        text.append(cell).append("\t");
    endLine(text);
    for (const ValidatedRun &run : runs) {
        for (std::size_t column = 0; column < columnCount; ++column) {
            const std::string cell = cellOf(column, run);
            text.append(isWord(column) && cell == common[column] ? "" : cell).append("\t");
        }
        endLine(text);
    }
    *this = MeasuredTable(std::move(text));
}

ValidatedRun MeasuredTable::at(std::size_t run) const
{
    ValidatedRun result = m_common;
    read(std::string_view(m_text).substr(m_lines[run].begin, m_lines[run].size), result);
    if (result.model.empty())
        result.model = result.id;
    return result;
}

void MeasuredTable::read(std::string_view line, ValidatedRun &run) const
{
    for (const std::size_t column : m_columns) {
        if (line.empty())
            return;
        if (const std::string_view cell = takeUntil('\t', line);
            !cell.empty() && column < columnCount)
            readCell(column, cell, run);
    }
}

} // namespace shardscope
