// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/texttable.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

namespace shardscope {

namespace {

/// Characters, not bytes: so that columns line up under accents.
std::size_t width(std::string_view text)
{
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(),
        [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::vector<std::size_t> columnWidths(const TextTable &table)
{
    std::vector<std::size_t> widths;
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
        std::size_t widest = width(table.columns[column].name);
        for (const std::vector<std::string> &row : table.rows)
            widest = std::max(widest, width(row[column]));
        widths.push_back(widest);
    }
    return widths;
}

std::string padded(const std::string &cell, std::size_t size, bool atEnd)
{
    const std::string spaces(size - width(cell), ' ');
    return atEnd ? spaces + cell : cell + spaces;
}

std::vector<std::string> header(const TextTable &table)
{
    std::vector<std::string> names;
    for (const TextTable::Column &column : table.columns)
        names.push_back(column.name);
    return names;
}

std::string textLine(const TextTable &table, const std::vector<std::string> &cells,
    const std::vector<std::size_t> &widths)
{
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i)
        line += (i > 0 ? "  " : "") + padded(cells[i], widths[i], table.columns[i].isNumber);
    line.erase(line.find_last_not_of(' ') + 1);
    return line + "\n";
}

std::string csvCell(const std::string &cell)
{
    if (cell.find_first_of(",\"\r\n") == std::string::npos)
        return cell;
    std::string quoted = "\"";
    for (const char c : cell)
        quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + "\"";
}

std::string markdownLine(const std::vector<std::string> &cells)
{
    std::string line = "|";
    for (const std::string &cell : cells) {
        line += " ";
        for (const char c : cell)
            line += c == '|' ? std::string("\\|") : std::string(1, c == '\n' ? ' ' : c);
        line += " |";
    }
    return line + "\n";
}

std::string markdownRule(const TextTable &table)
{
    std::string line = "|";
    for (const TextTable::Column &column : table.columns)
        line += column.isNumber ? " ---: |" : " --- |";
    return line + "\n";
}

} // namespace

std::string csvLine(const std::vector<std::string> &cells)
{
    std::string line;
    for (const std::string &cell : cells)
        line += (&cell == &cells.front() ? "" : ",") + csvCell(cell);
    return line + "\n";
}

std::string renderTable(const TextTable &table, TableFormat format)
{
    const std::vector<std::size_t> widths
        = format == TableFormat::Text ? columnWidths(table) : std::vector<std::size_t>{};
    const auto line = [&](const std::vector<std::string> &cells) {
        if (format == TableFormat::Text)
            return textLine(table, cells, widths);
        return format == TableFormat::Csv ? csvLine(cells) : markdownLine(cells);
    };
    std::string text = line(header(table));
    if (format == TableFormat::Markdown)
        text += markdownRule(table);
    for (const std::vector<std::string> &row : table.rows)
        text += line(row);
    return text;
}

namespace {

bool isNothing(std::string_view number)
{
    return number.find_first_of("123456789") == std::string_view::npos;
}

} // namespace

std::string fixedText(double value, int decimals)
{
    constexpr int mostDecimals = 20;
    std::array<char, std::numeric_limits<double>::max_exponent10 + mostDecimals + 4> digits{};
    const auto [end, problem] = std::to_chars(digits.data(), digits.data() + digits.size(), value,
        std::chars_format::fixed, std::min(decimals, mostDecimals));
    std::string text(digits.data(), end);
    if (text.front() == '-' && isNothing(text))
        text.erase(0, 1);
    return text;
}

std::string signedText(double value, int decimals)
{
    const std::string text = fixedText(value, decimals);
    return value > 0 && !isNothing(text) ? "+" + text : text;
}

} // namespace shardscope
