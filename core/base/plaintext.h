// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace shardscope {

/// What moves cursors, colours letters, turns the order of words round or breaks lines where nobody
/// sees it: controls of Unicode (C0, DEL, C1), its overrides of direction, its separators of lines.
constexpr bool isHidden(char32_t c)
{
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || (c >= 0x2028 && c <= 0x202E)
        || (c >= 0x2066 && c <= 0x2069);
}

/// Text that somebody else wrote, as it may stand on a terminal, in a log or in a window: what is
/// hidden, and what is no UTF-8, becomes U+FFFD. Tabs and the ends of lines stay.
std::string plainText(std::string_view text);

/// The same on one line: the ends of lines and tabs become spaces.
std::string plainLine(std::string_view text);

/// The same of JSON, which loses nothing: there \uXXXX stands for what is hidden.
std::string escapedJson(std::string_view json);

/// The start of a text, at most so many bytes, that ends with a whole character.
std::string_view wholeCharacters(std::string_view text, std::size_t most);

} // namespace shardscope
