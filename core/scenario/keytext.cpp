// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/keytext.h"

namespace shardscope {

namespace {

std::string choicesText(const Key &key)
{
    std::string text;
    for (const std::string_view name : key.choices)
        text.append(text.empty() ? "" : " | ").append(name);
    return text;
}

} // namespace

std::string keyRange(const Key &key)
{
    switch (key.kind) {
    case KeyKind::Integer:
    case KeyKind::Real:
        return formatNumber(key.minimum) + " to " + formatNumber(key.maximum)
            + (key.automatic ? ", or auto" : "");
    case KeyKind::Choice:
        return choicesText(key);
    case KeyKind::Text:
    case KeyKind::Document:
        return "text";
    }
    return {};
}

std::string typedValue(const Json &value)
{
    if (const double *number = value.number())
        return formatNumber(*number);
    return value.string() ? *value.string() : writeJson(value, JsonStyle::Compact);
}

std::string keyDefault(const Key &key)
{
    const std::optional<Json> value = key.get(Scenario{});
    return value ? typedValue(*value) : "-";
}

std::string keysToText()
{
    std::string text;
    for (const Key &key : keys()) {
        text.append(key.id).append(" = ").append(keyDefault(key)).append("\n    ");
        text.append(keyRange(key));
        text.append(key.unit.empty() ? "" : ", unit: ").append(key.unit).append("\n    ");
        text.append(key.meaning).append("\n");
    }
    return text;
}

} // namespace shardscope
