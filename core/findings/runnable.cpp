// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/runnable.h"

#include "core/collectives/nccl.h"
#include "core/findings/contradictions.h"
#include "core/scenario/precision.h"

#include <algorithm>
#include <array>

namespace shardscope {

namespace {

constexpr std::array obstacles{FindingId::NoBf16, FindingId::UnevenHeads,
    FindingId::QuantizedSharding, FindingId::GroupDoesNotDivide, FindingId::OffloadDiffers,
    FindingId::HostTooSmall, FindingId::OddBucket};

} // namespace

// FlashAttention-2 asks for Ampere or newer, 16-bit inputs and heads of at most 256 (its README).
bool canFlash(const Scenario &scenario, const Resolved &resolved)
{
    constexpr std::int64_t widestHead = 256;
    return generationOf(*resolved.gpu) >= Generation::Ampere
        && recipe(scenario.training.precision).compute <= 2 && resolved.spec.headDim <= widestHead;
}

bool isObstacle(FindingId id)
{
    return std::find(obstacles.begin(), obstacles.end(), id) != obstacles.end();
}

std::optional<FindingId> obstacleOf(const Scenario &scenario, const Resolved &resolved)
{
    const std::vector<FindingId> found = contradictionsIn(scenario, resolved);
    const auto first = std::find_if(found.begin(), found.end(), isObstacle);
    return first == found.end() ? std::nullopt : std::optional(*first);
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
