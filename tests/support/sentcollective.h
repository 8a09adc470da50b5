// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <algorithm>
#include <string_view>

namespace shardscope {

/// A collective of a plan, or of one of its stages, by its id; null where that is not sent.
inline const Collective *sent(const StagePlan &stage, std::string_view id)
{
    const auto &all = stage.traffic.collectives;
    const auto found = std::find_if(
        all.begin(), all.end(), [id](const Collective &one) { return one.id() == id; });
    return found == all.end() ? nullptr : &*found;
}

} // namespace shardscope
