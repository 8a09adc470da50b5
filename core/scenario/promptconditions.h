// SPDX-License-Identifier: GPL-3.0-or-later
// When inputs of trained tokens count, in front of sequences or of the keys of each layer.
#pragma once

#include "core/scenario/conditions.h"

namespace shardscope::conditions {

inline bool trainsVirtualTokens(const Scenario &scenario)
{
    return hasAdapters(scenario) && hasVirtualTokens(scenario.training.adapter);
}
inline bool makesVirtualTokens(const Scenario &scenario)
{
    return hasKind<AdapterKind::PTuning>(scenario)
        || (hasKind<AdapterKind::PrefixTuning>(scenario)
            && scenario.training.prefixProjection == PrefixProjection::On);
}
inline constexpr Condition promptTokens{inDetail<trainsVirtualTokens>,
    english("errors", "training.adapter prompt-tuning, p-tuning or prefix-tuning")};
inline constexpr Condition prefix{
    hasKind<AdapterKind::PrefixTuning>, english("errors", "training.adapter prefix-tuning")};
inline constexpr Condition promptEncoder{makesVirtualTokens,
    english("errors",
        "training.adapter p-tuning, or prefix-tuning with training.prefix_projection on")};

} // namespace shardscope::conditions
