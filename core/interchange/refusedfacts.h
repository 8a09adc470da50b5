// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/interchange/factlist.h"
#include "core/interchange/unfollowedtexts.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <vector>

namespace shardscope {

/// What a run may be that no objective's plan is of.
struct RefusedFact
{
    std::string_view id;
    std::string_view value;
    Text found;
    Text expected;
};
inline constexpr std::array refusedFacts{
    RefusedFact{"value_model", "yes", unfollowed::critic, unfollowed::withoutCritic},
    RefusedFact{"trains", "no", unfollowed::noTraining, unfollowed::training},
    RefusedFact{"contrasts", "yes", unfollowed::contrasts, unfollowed::withoutContrasts},
};

/// Those that files say.
inline std::vector<RefusedFact> refusedIn(const FactList &facts)
{
    std::vector<RefusedFact> refused;
    std::copy_if(refusedFacts.begin(), refusedFacts.end(), std::back_inserter(refused),
        [&facts](const RefusedFact &each) { return facts.is(each.id, each.value); });
    return refused;
}

} // namespace shardscope
