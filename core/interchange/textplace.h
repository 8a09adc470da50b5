// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace shardscope {

/// Some bytes of a text.
struct TextRange
{
    std::size_t begin = 0;
    std::size_t end = 0;

    std::size_t size() const { return end - begin; }
    bool operator==(const TextRange &) const = default;
};

/// The value at a dotted path of JSON text, quotes included. Nothing where it is not there.
std::optional<TextRange> jsonValueRange(std::string_view text, std::string_view path);

/// A scalar, or a list of scalars, of YAML or TOML by its place (Json::line, column), quotes and
/// brackets included. Nothing for values over several lines that are no list.
std::optional<TextRange> valueRange(std::string_view text, const Json &value);

/// A value in the manner of what stands there now: its quotes, the case of its "True".
std::string inMannerOf(std::string_view present, const Json &value);

} // namespace shardscope
