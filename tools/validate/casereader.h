// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "tools/validate/case.h"

#include <string_view>
#include <vector>

namespace shardscope {

/// Reads a list of measured runs; each element's shape says which format it has: a step followed
/// under Hugging Face or DeepSpeed, a run as somebody published it, or one that is normalised
/// already. Unknown fields are let pass. Errors: as parseJson, plus MissingField, WrongType,
/// OutOfRange; with JSON pointer. A run that is understood but has no scenario is no error: its
/// mapping says why.
Result<std::vector<Case>> readCases(std::string_view text);

} // namespace shardscope
