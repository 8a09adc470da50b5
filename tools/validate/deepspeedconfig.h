// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/fields.h"
#include "tools/validate/draft.h"

#include <optional>

namespace shardscope {

// Keys of DeepSpeed's configuration; either group may be absent. What is asked for there that no
// formula knows refuses the run.

/// The zero_optimization group.
void stateZeroKeys(
    Draft &draft, const Json *zero, const std::string &path, std::optional<Error> &error);
/// The groups beside it.
void stateDeepSpeedKeys(
    Draft &draft, const Json *config, const std::string &path, std::optional<Error> &error);

} // namespace shardscope
