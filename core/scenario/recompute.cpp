// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/recompute.h"

#include <algorithm>

namespace shardscope {

namespace {

/// Calls `visit` with each name of a comma-separated list.
template <class Visit>
void forNames(std::string_view list, const Visit &visit)
{
    while (!list.empty()) {
        const std::size_t end = std::min(list.find(','), list.size());
        visit(list.substr(0, end));
        list.remove_prefix(std::min(end + 1, list.size()));
    }
}

} // namespace

RecomputedParts recomputedParts(std::string_view list)
{
    RecomputedParts parts;
    forNames(list, [&parts](std::string_view name) {
        if (const auto part = fromName<RecomputedPart>(name))
            parts.add(*part);
    });
    return parts;
}

std::optional<std::string_view> unknownPart(std::string_view list)
{
    std::optional<std::string_view> unknown;
    forNames(list, [&unknown](std::string_view name) {
        if (!unknown && !fromName<RecomputedPart>(name))
            unknown = name;
    });
    return unknown;
}

} // namespace shardscope
