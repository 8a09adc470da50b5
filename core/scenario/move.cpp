// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/move.h"

#include "core/scenario/keys.h"

#include <algorithm>

namespace shardscope {

Move combined(Move first, const Move &later)
{
    for (const KeyValue &setting : later.settings) {
        const auto same = std::find_if(first.settings.begin(), first.settings.end(),
            [&setting](const KeyValue &other) { return other.first == setting.first; });
        if (same == first.settings.end())
            first.settings.push_back(setting);
        else
            same->second = setting.second;
    }
    first.changes.insert(first.changes.end(), later.changes.begin(), later.changes.end());
    first.effect = std::max(first.effect, later.effect);
    return first;
}

Result<Scenario> applied(Scenario scenario, const KeyValues &settings)
{
    for (const auto &[key, value] : settings) {
        if (const Status set = setKeyText(scenario, key, value); !set)
            return set.error();
    }
    return scenario;
}

std::string settingsText(const KeyValues &settings)
{
    std::string text;
    for (const auto &[key, value] : settings)
        text.append(text.empty() ? "" : " ").append(key).append("=").append(value);
    return text;
}

Json settingsToJson(const KeyValues &settings)
{
    Json::Object object;
    for (const auto &[key, value] : settings)
        object.emplace_back(key, value);
    return object;
}

} // namespace shardscope
