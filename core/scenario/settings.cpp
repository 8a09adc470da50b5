// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/settings.h"

#include <algorithm>

namespace shardscope {

std::string settingsText(const Repair &settings)
{
    std::string text;
    for (const auto &[key, value] : settings)
        text.append(text.empty() ? "" : " ").append(key).append("=").append(value);
    return text;
}

Json settingsToJson(const Repair &settings)
{
    Json::Object object;
    for (const auto &[key, value] : settings)
        object.emplace_back(key, value);
    return object;
}

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
