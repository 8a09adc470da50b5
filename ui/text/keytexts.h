// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

namespace shardscope {

/// Meanings and units of core's key table, each once: core does not translate, and lupdate does
/// not see its words. `keyMeaning` and `keyUnit` look them up.
std::span<const char *const> keyTexts();

} // namespace shardscope
