// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/search/recommend.h"

namespace shardscope {

/// Searches and recommends, in this thread alone. Errors: as searchSpace.
inline Result<Recommendations> recommend(
    const Scenario &present, const SearchFreedom &freedom, const Catalog &catalog)
{
    const Result<SearchSpace> space = searchSpace(present, freedom, catalog);
    if (!space)
        return space.error();
    Search search(*space, catalog);
    search.work();
    return recommendationsOf(search);
}

} // namespace shardscope
