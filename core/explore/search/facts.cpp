// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/search/facts.h"

#include "core/explore/search/recommendtexts.h"
#include "core/plan/plantexts.h"
#include "core/scenario/framework.h"
#include "core/scenario/optiontexts.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

Phrase alone(const Amount &amount)
{
    return {Text{{}, "%1"}, {amount}};
}

Phrase withMark(const Recommendation &recommendation, const Amount &amount)
{
    if (!updatesOnHost(recommendation.scenario))
        return alone(amount);
    return {english("recommend", "%1 *", "figure that leaves something out"), {amount}};
}

} // namespace

Phrase titleOf(RecommendationFact fact, const Recommendation &first)
{
    switch (fact) {
    case RecommendationFact::Role:
        return english("recommend", "Best as");
    case RecommendationFact::Sharding:
        return english("recommend", "Sharding");
    case RecommendationFact::Gpus:
        return english("recommend", "GPUs");
    case RecommendationFact::Batch:
        return english("recommend", "Micro-batch");
    case RecommendationFact::Checkpointing:
        return english("recommend", "Checkpointing");
    case RecommendationFact::Offload:
        return english("recommend", "Offload");
    case RecommendationFact::Loss:
        return english("recommend", "Loss");
    case RecommendationFact::Attention:
        return english("recommend", "Attention");
    case RecommendationFact::Peak:
        return {english("recommend", "Peak of %1"),
            {memoryOf(first.scenario, first.memory.verdict.capacity)}};
    case RecommendationFact::Speed:
        return english("recommend", "Tokens/s per GPU");
    case RecommendationFact::Step:
        return english("recommend", "Step");
    }
    return {};
}

Phrase factOf(RecommendationFact fact, const Recommendation &recommendation)
{
    const Training &training = recommendation.scenario.training;
    const Parallel &parallel = recommendation.scenario.parallel;
    switch (fact) {
    case RecommendationFact::Role:
        return recommendation.roles.empty() ? Phrase(english("recommend", "Frontier"))
                                            : rolesOf(recommendation);
    case RecommendationFact::Sharding:
        return shardingOf(recommendation.scenario);
    case RecommendationFact::Gpus:
        return alone(Amount::whole(parallel.gpus));
    case RecommendationFact::Batch:
        return {english("recommend", "%1 × %2", "micro-batch, accumulation"),
            {Amount::whole(training.microBatch), Amount::whole(training.accumulation)}};
    case RecommendationFact::Checkpointing:
        return textOf(training.checkpointing);
    case RecommendationFact::Offload:
        return shortText(parallel.offload);
    case RecommendationFact::Loss:
        return shortText(training.loss);
    case RecommendationFact::Attention:
        return textOf(training.attention);
    case RecommendationFact::Peak:
        return alone(memoryOf(recommendation.scenario, recommendation.memory.peak));
    case RecommendationFact::Speed:
        return withMark(
            recommendation, Amount::whole(std::round(recommendation.speed.tokensPerSecondPerGpu)));
    case RecommendationFact::Step:
        return withMark(recommendation, Amount::time(recommendation.speed.step));
    }
    return {};
}

bool isSameInAll(RecommendationFact fact, const std::vector<Recommendation> &rows)
{
    const bool mayBeLeftOut = fact == RecommendationFact::Gpus
        || fact == RecommendationFact::Checkpointing || fact == RecommendationFact::Offload
        || fact == RecommendationFact::Loss || fact == RecommendationFact::Attention;
    return mayBeLeftOut && std::all_of(rows.begin(), rows.end(), [&](const Recommendation &row) {
        return factOf(fact, row) == factOf(fact, rows.front());
    });
}

} // namespace shardscope
