// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace shardscope {

/// What the suffixes k, M, B, T stand for.
enum class NumberStyle {
    Plain, ///< k = 1000
    Parameters, ///< 70B = 70e9: powers of 1000
    Tokens ///< 32k = 32768, as sequence lengths are spoken of; 32e3 = 32000
};

/// A number as people type it: "70B", "32k", "4Ki", "1e9", "500_000", "8*1024", "2^(3+4)", "50 %".
/// Nothing where the text is no such number, or its value is not finite.
std::optional<double> parseNumber(std::string_view text, NumberStyle style = NumberStyle::Plain);

/// Shortest text that reads back as the same double, without locale: "7e+09" is written 7000000000.
std::string formatNumber(double value);

/// Six digits of it, which is plenty in a formula: 0.0158691, 75221.8.
std::string formatShort(double value);

/// A whole number with thousands separators, for formulas: 8,030,261,248.
std::string formatCount(double value);

} // namespace shardscope
