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

Phrase titleOf(Fact fact, const Recommendation &first)
{
    switch (fact) {
    case Fact::Role:
        return english("recommend", "Best as");
    case Fact::Sharding:
        return english("recommend", "Sharding");
    case Fact::Gpus:
        return english("recommend", "GPUs");
    case Fact::Batch:
        return english("recommend", "Micro-batch");
    case Fact::Checkpointing:
        return english("recommend", "Checkpointing");
    case Fact::Offload:
        return english("recommend", "Offload");
    case Fact::Loss:
        return english("recommend", "Loss");
    case Fact::Attention:
        return english("recommend", "Attention");
    case Fact::Peak:
        return {english("recommend", "Peak of %1"),
            {memoryOf(first.scenario, first.memory.verdict.capacity)}};
    case Fact::Speed:
        return english("recommend", "Tokens/s per GPU");
    case Fact::Step:
        return english("recommend", "Step");
    }
    return {};
}

Phrase factOf(Fact fact, const Recommendation &recommendation)
{
    const Training &training = recommendation.scenario.training;
    const Parallel &parallel = recommendation.scenario.parallel;
    switch (fact) {
    case Fact::Role:
        return recommendation.roles.empty() ? Phrase(english("recommend", "Frontier"))
                                            : rolesOf(recommendation);
    case Fact::Sharding:
        return shardingOf(recommendation.scenario);
    case Fact::Gpus:
        return alone(Amount::whole(parallel.gpus));
    case Fact::Batch:
        return {english("recommend", "%1 × %2", "micro-batch, accumulation"),
            {Amount::whole(training.microBatch), Amount::whole(training.accumulation)}};
    case Fact::Checkpointing:
        return textOf(training.checkpointing);
    case Fact::Offload:
        return shortText(parallel.offload);
    case Fact::Loss:
        return shortText(training.loss);
    case Fact::Attention:
        return textOf(training.attention);
    case Fact::Peak:
        return alone(memoryOf(recommendation.scenario, recommendation.memory.peak));
    case Fact::Speed:
        return withMark(
            recommendation, Amount::whole(std::round(recommendation.speed.tokensPerSecondPerGpu)));
    case Fact::Step:
        return withMark(recommendation, Amount::time(recommendation.speed.step));
    }
    return {};
}

bool isSameInAll(Fact fact, const std::vector<Recommendation> &rows)
{
    const bool mayBeLeftOut = fact == Fact::Gpus || fact == Fact::Checkpointing
        || fact == Fact::Offload || fact == Fact::Loss || fact == Fact::Attention;
    return mayBeLeftOut && std::all_of(rows.begin(), rows.end(), [&](const Recommendation &row) {
        return factOf(fact, row) == factOf(fact, rows.front());
    });
}

} // namespace shardscope
