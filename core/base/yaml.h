// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"

#include <optional>
#include <string_view>
#include <vector>

namespace shardscope {

/// A parsed file, and what stood in it that readers take differently from what people may mean.
struct ParsedText
{
    Json root{};
    std::vector<Error> notes{}; ///< DuplicateKey (the last one counts), WrongType ("010" is 10)
};

/// Far above real files, which have some hundred lines.
inline constexpr JsonLimits yamlLimits{
    .bytes = std::size_t{1} << 20U, .depth = 64, .values = 100'000};

/// Reads the first document of YAML text as people mean it: 500_000, 5e8 and 1e-4 are numbers,
/// yes, no, on and off truth values, unless they are quoted; aliases and merge keys are followed.
/// Errors: InvalidSyntax, TooLarge (aliases count in full); each with its line.
Result<ParsedText> parseYaml(std::string_view text, const JsonLimits &limits = yamlLimits);

/// What an unquoted word means: null, a truth value, a number, else the text. "010" is 10.
Json plainScalar(std::string_view word);

} // namespace shardscope
