// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace shardscope {

/// A size that a config names, from 1 to 2^22; `usual` where it names none of that kind.
inline std::int64_t countIn(const Json &config, std::string_view key, std::int64_t usual)
{
    constexpr double most = 1 << 22;
    const Json *value = config.find(key);
    const double *number = value ? value->number() : nullptr;
    return number && *number >= 1 && *number <= most ? static_cast<std::int64_t>(*number) : usual;
}

inline bool isTrue(const Json &config, std::string_view key, bool usual = false)
{
    const Json *value = config.find(key);
    const bool *is = value ? value->boolean() : nullptr;
    return is ? *is : usual;
}

/// Null where the config names no list of that name.
inline const Json::Array *listIn(const Json &config, std::string_view key)
{
    const Json *value = config.find(key);
    return value ? value->array() : nullptr;
}

/// Null where the config names no word of that name.
inline const std::string *textIn(const Json &config, std::string_view key)
{
    const Json *value = config.find(key);
    return value ? value->string() : nullptr;
}

} // namespace shardscope
