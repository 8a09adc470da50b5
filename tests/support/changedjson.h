// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"

#include <QByteArray>

namespace shardscope {

/// `json` with members of `changes` in the place of its own; null takes one away.
inline void change(Json &json, const Json &changes)
{
    for (const auto &[name, value] : *changes.object()) {
        if (value.isObject() && json.find(name) && json.find(name)->isObject())
            change(json[name], value);
        else if (value.isNull())
            std::erase_if(*json.object(), [&n = name](const auto &m) { return m.first == n; });
        else
            json[name] = value;
    }
}

/// What must be JSON.
inline Json parsed(const QByteArray &text)
{
    const Result<Json> json = parseJson(text.toStdString());
    if (!json)
        qFatal("%s", describe(json.error()).c_str());
    return *json;
}

} // namespace shardscope
