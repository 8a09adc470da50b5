// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/yaml.h"

namespace shardscope {

/// Reads TOML; members stand in the order of the text, dates as their text.
/// Errors: InvalidSyntax (a key given twice as well), TooLarge; each with its line.
Result<Json> parseToml(std::string_view text, const JsonLimits &limits = yamlLimits);

} // namespace shardscope
