// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"

#include <span>
#include <string>
#include <string_view>

namespace shardscope {

/// A value as one word of YAML, in quotes where it would be read as something else.
std::string yamlScalar(const Json &value);

/// A value as YAML in blocks, two spaces a level; lists of words on one line each.
std::string writeYaml(const Json &value);

/// A value as TOML: its plain members first, then a table for each mapping.
std::string writeToml(const Json &value);

/// Keyword arguments of a Python call, one a line.
std::string writePythonArguments(const Json &value);

/// Command-line flags, one a line, with "\" at the ends: lists as several words; true as a flag
/// alone, false left out. With `switches` only these are such flags: others want their word.
std::string writeFlags(const Json &value, std::span<const std::string_view> switches = {});

} // namespace shardscope
