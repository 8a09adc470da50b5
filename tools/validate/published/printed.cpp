// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/validate/published/printed.h"

#include "tools/validate/words.h"

#include <algorithm>
#include <cctype>

namespace shardscope {

const Json *Printed::find(std::string_view field) const
{
    const std::size_t dot = field.find('.');
    const Json *value = m_run.find(field.substr(0, dot));
    if (value && dot != field.npos)
        value = value->find(field.substr(dot + 1));
    return value && !value->isNull() ? value : nullptr;
}

std::string_view Printed::text(std::string_view field) const
{
    const Json *value = find(field);
    return value && value->string() ? std::string_view(*value->string()) : std::string_view();
}

std::int64_t Printed::size(std::string_view field) const
{
    constexpr double largest = 1 << 26;
    const Json *value = find(field);
    const double *number = value ? value->number() : nullptr;
    const bool isSize = number && *number >= 1 && *number <= largest;
    return isSize ? static_cast<std::int64_t>(*number) : 0;
}

bool Printed::isTrue(std::string_view field) const
{
    const Json *value = find(field);
    return value && value->boolean() && *value->boolean();
}

bool Printed::says(std::string_view field, std::string_view patterns) const
{
    return fitsAny(patterns, plain(text(field)));
}

std::int64_t Printed::gpus() const
{
    return std::max(size("sharding.dp"), size("sharding.num_gpus"));
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
