// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace shardscope {

/// English text for people, written once: the command line prints it, the window translates it.
struct Text
{
    std::string_view context{}; ///< under which translators find it
    std::string_view pattern{}; ///< of a literal; %1, %2 ... stand for arguments, %n for a count
    std::string_view remark{}; ///< tells translators, and lupdate, alike texts apart

    constexpr operator std::string_view() const { return pattern; }
    constexpr bool isEmpty() const { return pattern.empty(); }
    bool operator==(const Text &) const = default;
};

// lupdate collects what stands in these brackets (translations/CMakeLists.txt).
constexpr Text english(const char *context, const char *pattern, const char *remark = "")
{
    return {context, pattern, remark};
}
/// With a plural: "%n GPU(s)".
constexpr Text englishPlural(const char *context, const char *pattern, const char *remark = "")
{
    return {context, pattern, remark};
}

} // namespace shardscope
