// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/search/recommend.h"
#include "core/scenario/keys.h"
#include "core/scenario/move.h"

#include <QtGlobal>

#include <vector>

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

/// The default scenario with these settings alone, whatever else would follow from them.
inline Scenario bareScenario(const KeyValues &settings)
{
    Scenario scenario;
    for (const auto &[key, value] : settings) {
        if (const Status status = setKeyText(scenario, key, value); !status)
            qFatal("%s", describe(status.error()).c_str());
    }
    return scenario;
}

inline std::vector<const Recommendation *> allOf(const Recommendations &found)
{
    std::vector<const Recommendation *> all;
    for (const Recommendation &one : found.best)
        all.push_back(&one);
    for (const Recommendation &one : found.frontier)
        all.push_back(&one);
    return all;
}

} // namespace shardscope
