// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/fields.h"
#include "tools/validate/case.h"

#include <optional>

namespace shardscope {

/// Reads DeepSpeed's zero_optimization group, and the other groups of its configuration; either may
/// be absent. Gives what is asked for there that no formula here knows, where there is any.
std::optional<Unmapped> readZeroKeys(
    const Json *zero, const std::string &path, std::optional<Error> &error, Parallel &parallel);
std::optional<Unmapped> readDeepSpeedKeys(
    const Json *config, const std::string &path, std::optional<Error> &error, Scenario &scenario);

} // namespace shardscope
