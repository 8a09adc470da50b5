// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace shardscope {

/// Settings that end what a finding is about: keys of inputs, and values as they would be typed.
using Repair = std::vector<std::pair<std::string, std::string>>;

} // namespace shardscope
