// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/validate/printed.h"

#include "tools/validate/words.h"

#include <algorithm>
#include <cctype>

namespace shardscope {

const Json *Printed::find(std::string_view field) const
{
    const Json *value = &m_run;
    while (value && !field.empty()) {
        const std::size_t dot = std::min(field.find('.'), field.size());
        value = value->find(field.substr(0, dot));
        field.remove_prefix(std::min(dot + 1, field.size()));
    }
    return value && !value->isNull() ? value : nullptr;
}

namespace {

std::string textOf(const Json &value)
{
    if (value.string())
        return *value.string();
    std::string list;
    for (const Json &item : value.array() ? *value.array() : Json::Array{})
        list.append(list.empty() ? "" : ",").append(textOf(item));
    return value.array() ? list : writeJson(value, JsonStyle::Compact);
}

} // namespace

std::string Printed::text(std::string_view field) const
{
    const Json *value = find(field);
    return value ? textOf(*value) : std::string();
}

std::int64_t Printed::size(std::string_view field) const
{
    constexpr double largest = 1 << 26;
    const Json *value = find(field);
    const double *number = value ? value->number() : nullptr;
    const bool isSize = number && *number >= 1 && *number <= largest;
    return isSize ? static_cast<std::int64_t>(*number) : 0;
}

bool Printed::says(std::string_view field, std::string_view patterns) const
{
    const std::string spelt = plain(text(field));
    return fitsAny(patterns, spelt.empty() ? "-" : spelt);
}

std::string plain(std::string_view text)
{
    std::string result;
    for (const char letter : text) {
        const auto byte = static_cast<unsigned char>(letter);
        if (std::isalnum(byte))
            result.push_back(static_cast<char>(std::tolower(byte)));
    }
    return result;
}

} // namespace shardscope
