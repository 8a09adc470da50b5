// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/search/recommend.h"

namespace shardscope {

struct Pick
{
    std::size_t point = 0;
    std::vector<Role> roles{};
};

/// What is best in something, in the order of the roles. Whether it fits was played, and of what
/// would be better in that it was played that it does not fit, or it cannot.
std::vector<Pick> picksOf(Search &search);

} // namespace shardscope
