// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace shardscope {

/// The keys that may have been meant by one that there is not.
std::vector<std::string> nearestKeys(std::string_view id);

/// What is said of a key that there is not.
Error unknownKey(std::string_view id);

} // namespace shardscope
