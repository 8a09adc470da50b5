// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace shardscope {

/// A text without the spaces around it.
constexpr std::string_view trimmed(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t\n");
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(" \t\n") - first + 1);
}

/// Calls `visit` with each name of a comma-separated list, without the spaces around it.
template <class Visit>
void visitNames(std::string_view list, const Visit &visit)
{
    while (!list.empty()) {
        const std::size_t comma = std::min(list.find(','), list.size());
        if (const std::string_view name = trimmed(list.substr(0, comma)); !name.empty())
            visit(name);
        list.remove_prefix(std::min(comma + 1, list.size()));
    }
}

/// Puts a name at the end of a comma-separated list.
inline void addName(std::string &list, std::string_view name)
{
    list.append(list.empty() ? "" : ",").append(name);
}

} // namespace shardscope
