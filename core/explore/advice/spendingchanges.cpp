// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/convention.h"
#include "core/explore/advice/change.h"
#include "core/scenario/settings.h"

#include <algorithm>

namespace shardscope {

namespace {

using Variants = std::vector<Repair>;

constexpr std::int64_t mostAccumulation = 1 << 20;
constexpr std::int64_t largestMicroBatch = 1 << 16;
constexpr int doublings = 6;

/// Half of them, a quarter, ...; more micro-steps keep the batch.
Variants fewerGpus(const Scenario &scenario, const Resolved &, const Catalog &)
{
    Variants variants;
    std::int64_t accumulation = scenario.training.accumulation;
    std::int64_t gpus = scenario.parallel.gpus;
    while (gpus % 2 == 0 && accumulation * 2 <= mostAccumulation) {
        gpus /= 2;
        accumulation *= 2;
        variants.push_back(combined(
            setting("parallel.gpus", gpus), setting("training.accumulation", accumulation)));
    }
    return variants;
}

/// 4-bit weights are unpacked again and again.
Variants plainWeights(const Scenario &scenario, const Resolved &, const Catalog &)
{
    if (scenario.training.method != Method::Qlora)
        return {};
    return {setting("training.method", Method::Lora)};
}

std::vector<Strategy> weakerStrategies(const Parallel &parallel)
{
    switch (parallel.strategy) {
    case Strategy::Zero3:
        return {Strategy::Zero2, Strategy::Zero1, Strategy::Ddp};
    case Strategy::Zero2:
        return {Strategy::Zero1, Strategy::Ddp};
    case Strategy::Zero1:
        return {Strategy::Ddp};
    case Strategy::Fsdp:
    case Strategy::Hsdp:
        return {Strategy::FsdpGradOp};
    case Strategy::Ddp:
    case Strategy::FsdpGradOp:
        break;
    }
    return {};
}

Variants lessSharding(const Scenario &scenario, const Resolved &, const Catalog &)
{
    Variants variants;
    for (const Strategy strategy : weakerStrategies(scenario.parallel)) {
        Parallel next = scenario.parallel;
        next.strategy = strategy;
        if (offloadFor(next) == offloadFor(scenario.parallel))
            variants.push_back(setting("parallel.strategy", strategy));
    }
    return variants;
}

Variants lessOffload(const Scenario &scenario, const Resolved &, const Catalog &)
{
    Variants variants;
    for (const Offload less : {Offload::Parameters, Offload::Optimizer, Offload::None}) {
        Parallel next = scenario.parallel;
        next.offload = less;
        if (less < scenario.parallel.offload && offloadFor(next) == less)
            variants.push_back(setting("parallel.offload", less));
    }
    return variants;
}

/// Fewer micro-steps keep the batch; where there are too few of them, it grows.
Variants largerMicroBatch(const Scenario &scenario, const Resolved &, const Catalog &)
{
    Variants variants;
    std::int64_t microBatch = scenario.training.microBatch;
    std::int64_t accumulation = scenario.training.accumulation;
    for (int i = 0; i < doublings && microBatch * 2 <= largestMicroBatch; ++i) {
        microBatch *= 2;
        if (accumulation % 2 == 0)
            accumulation /= 2;
        variants.push_back(combined(setting("training.micro_batch", microBatch),
            setting("training.accumulation", accumulation)));
    }
    return variants;
}

Variants lessCheckpointing(const Scenario &scenario, const Resolved &, const Catalog &)
{
    Variants variants;
    for (const Checkpointing less : {Checkpointing::Selective, Checkpointing::None}) {
        if (less < scenario.training.checkpointing)
            variants.push_back(setting("training.checkpointing", less));
    }
    return variants;
}

Variants plainLoss(const Scenario &scenario, const Resolved &, const Catalog &)
{
    const Loss now = scenario.training.loss;
    if (now != Loss::Chunked && now != Loss::Fused)
        return {};
    return {setting("training.loss", Loss::Standard)};
}

constexpr std::array<ChangeKind, 7> table{{
    {ChangeId::Gpus, Effect::Machines, fewerGpus},
    {ChangeId::Method, Effect::Numerics, plainWeights},
    {ChangeId::Sharding, Effect::None, lessSharding},
    {ChangeId::Offload, Effect::None, lessOffload},
    {ChangeId::MicroBatch, Effect::None, largerMicroBatch},
    {ChangeId::Checkpointing, Effect::None, lessCheckpointing},
    {ChangeId::Loss, Effect::None, plainLoss},
}};

} // namespace

std::span<const ChangeKind> spendingChanges()
{
    return table;
}

} // namespace shardscope
