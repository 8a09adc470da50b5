// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace shardscope {

enum class TableFormat { Text, Csv, Markdown };

/// Rows of text under a header, for terminals and for other programs.
struct TextTable
{
    struct Column
    {
        std::string name{};
        bool isNumber = false; ///< aligned at the end
    };

    std::vector<Column> columns{};
    std::vector<std::vector<std::string>> rows{}; ///< as many cells as columns
};

/// The table as text, each line ended. CSV as in RFC 4180, but with plain line feeds.
std::string renderTable(const TextTable &table, TableFormat format);

/// One line of CSV, for tables that are too long to be held twice.
std::string csvLine(const std::vector<std::string> &cells);

/// A number with that many decimals, in no locale: "38.50". What rounds to 0 has no sign.
std::string fixedText(double value, int decimals);
/// The same with a sign before all but 0: "+1.20".
std::string signedText(double value, int decimals);

} // namespace shardscope
