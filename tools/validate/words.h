// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace shardscope {

/// Whether `text` has the form of `pattern`, in which * stands for any letters or none, ? for one.
constexpr bool fits(std::string_view pattern, std::string_view text)
{
    std::size_t at = 0; // in the pattern
    std::size_t star = pattern.npos; // the last one, which takes the letters from `begin` on
    std::size_t begin = 0;
    for (std::size_t i = 0; i < text.size();) {
        if (at < pattern.size() && pattern[at] == '*') {
            star = at++;
            begin = i;
        } else if (at < pattern.size() && (pattern[at] == text[i] || pattern[at] == '?')) {
            ++at;
            ++i;
        } else if (star != pattern.npos) {
            at = star + 1;
            i = ++begin;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', at) == pattern.npos;
}

/// Whether `text` fits one of `patterns`, which have a space between them; none of them: only
/// where there is no text.
constexpr bool fitsAny(std::string_view patterns, std::string_view text)
{
    const std::size_t end = patterns.find(' ');
    return fits(patterns.substr(0, end), text)
        || (end != patterns.npos && fitsAny(patterns.substr(end + 1), text));
}

/// What this program calls something, and patterns of what sources call it.
struct Word
{
    std::string_view ours;
    std::string_view theirs;
};

/// Our word of the first row that `text` fits; empty where it fits none.
template <class Words>
constexpr std::string_view ourWord(const Words &words, std::string_view text)
{
    for (const Word &word : words) {
        if (fitsAny(word.theirs, text))
            return word.ours;
    }
    return {};
}

} // namespace shardscope
