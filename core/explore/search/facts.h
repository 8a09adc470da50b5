// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/phrase.h"
#include "core/explore/search/recommend.h"

namespace shardscope {

/// What a table of recommendations says of each, in the order of its columns.
enum class RecommendationFact {
    Role,
    Sharding,
    Gpus,
    Batch,
    Checkpointing,
    Offload,
    Loss,
    Attention,
    Peak,
    Speed,
    Step
};
inline constexpr std::size_t factCount = static_cast<std::size_t>(RecommendationFact::Step) + 1;

constexpr bool isNumber(RecommendationFact fact)
{
    return fact == RecommendationFact::Gpus || fact == RecommendationFact::Batch
        || fact >= RecommendationFact::Peak;
}

/// The heading of the column; `first` says what all have in common.
Phrase titleOf(RecommendationFact fact, const Recommendation &first);
/// What stands in the column.
Phrase factOf(RecommendationFact fact, const Recommendation &recommendation);
/// Whether the column may be left out: all say the same of what may as well be alike.
bool isSameInAll(RecommendationFact fact, const std::vector<Recommendation> &rows);

} // namespace shardscope
