// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advice/settings.h"

#include <algorithm>

namespace shardscope {

Repair combined(Repair first, const Repair &later)
{
    for (const auto &setting : later) {
        const auto same = std::find_if(first.begin(), first.end(),
            [&setting](const auto &other) { return other.first == setting.first; });
        if (same == first.end())
            first.push_back(setting);
        else
            same->second = setting.second;
    }
    return first;
}

} // namespace shardscope
