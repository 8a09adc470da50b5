// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/scenario/repair.h"
#include "core/scenario/scenario.h"

#include <cstdint>
#include <string>
#include <type_traits>

namespace shardscope {

/// Settings as they would be typed, for changes to be made of.
template <class E>
requires std::is_enum_v<E> Repair setting(const char *key, E value)
{
    return {{key, std::string(nameOf(value))}};
}

inline Repair setting(const char *key, std::int64_t value)
{
    return {{key, std::to_string(value)}};
}

inline Repair setting(const char *key, std::string value)
{
    return {{key, std::move(value)}};
}

/// As `--set` takes them: "parallel.gpus=16 training.loss=fused".
std::string settingsText(const Repair &settings);

/// {"parallel.gpus": "16", "training.loss": "fused"}
Json settingsToJson(const Repair &settings);

/// `later` on top of `first`: each key once.
Repair combined(Repair first, const Repair &later);

} // namespace shardscope
