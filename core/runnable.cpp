// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runnable.h"

#include "core/collectives/nccl.h"
#include "core/frameworks/offload/offload.h"
#include "core/precision.h"

#include <algorithm>
#include <array>

namespace shardscope {

namespace {

constexpr std::array obstacles{FindingId::NoBf16, FindingId::UnevenHeads,
    FindingId::QuantizedSharding, FindingId::GroupDoesNotDivide, FindingId::OffloadDiffers,
    FindingId::HostTooSmall};

bool shardsWeights(Strategy strategy)
{
    return strategy == Strategy::Zero3 || strategy == Strategy::Fsdp || strategy == Strategy::Hsdp
        || strategy == Strategy::FsdpGradOp;
}

/// FlashAttention-2 asks for Ampere or newer, 16-bit inputs and heads of at most 256 (its README).
bool canFlash(const Scenario &scenario, const Resolved &resolved)
{
    constexpr std::int64_t widestHead = 256;
    return generationOf(*resolved.gpu) >= Generation::Ampere
        && recipe(scenario.training.precision).compute <= 2 && resolved.spec.headDim <= widestHead;
}

} // namespace

bool mixesStorage(const Scenario &scenario)
{
    return scenario.training.method == Method::Qlora
        && scenario.training.quantStorage == QuantStorage::Uint8
        && shardsWeights(scenario.parallel.strategy)
        // One GPU shards nothing, but what leaves it is taken apart all the same.
        && (scenario.parallel.gpus > 1 || scenario.parallel.offload >= Offload::Parameters);
}

bool lacksBf16(const Scenario &scenario, const GpuSpec &gpu)
{
    return usesBf16(scenario.training.precision) && !gpu.hasBf16();
}

bool hasUnevenGroups(const Parallel &parallel)
{
    return parallel.strategy == Strategy::Hsdp && parallel.shardGroup > 0
        && parallel.gpus % parallel.shardGroup != 0;
}

bool isObstacle(FindingId id)
{
    return std::find(obstacles.begin(), obstacles.end(), id) != obstacles.end();
}

std::optional<FindingId> obstacleOf(const Scenario &scenario, const Resolved &resolved)
{
    const bool isDetailed = scenario.estimator == EstimatorKind::Detailed;
    if (lacksBf16(scenario, *resolved.gpu))
        return FindingId::NoBf16;
    if (resolved.spec.hasUnevenHeads)
        return FindingId::UnevenHeads;
    if (mixesStorage(scenario))
        return FindingId::QuantizedSharding;
    if (hasUnevenGroups(scenario.parallel))
        return FindingId::GroupDoesNotDivide;
    if (isDetailed && offloadFor(scenario.parallel) != scenario.parallel.offload)
        return FindingId::OffloadDiffers;
    return std::nullopt;
}

bool canAttend(Attention attention, const Scenario &scenario, const Resolved &resolved)
{
    const ModelSpec &spec = resolved.spec;
    // Sinks, capped scores and ALiBi are written out in these families' eager code alone.
    const bool onlyEager = spec.attentionSinks || spec.modules.attentionSoftcap > 0
        || spec.modules.attention == AttentionCode::Bloom;
    switch (attention) {
    case Attention::Flash:
        return !onlyEager && canFlash(scenario, resolved);
    case Attention::Sdpa:
        return !onlyEager;
    case Attention::Eager:
        break;
    }
    return true;
}

} // namespace shardscope
