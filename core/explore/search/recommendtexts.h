// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/phrase.h"
#include "core/explore/search/recommend.h"

namespace shardscope {

// What recommendations say to people.

template <>
inline constexpr std::array<Text, 6> textsOf<Role>{{english("recommend", "Fastest"),
    english("recommend", "Most headroom, still fast"), english("recommend", "Fewest GPU-hours"),
    english("recommend", "Fewest GPUs"), english("recommend", "Simplest"),
    english("recommend", "Faster, at risk", "it may not fit")}};
template <>
inline constexpr std::array<Text, 6> hintsOf<Role>{{
    english("recommend", "Of all that fit, the most tokens per second."),
    english("recommend", "The most headroom, at %1 of the fastest speed or more."),
    english("recommend", "The most tokens per second and GPU: the run costs least."),
    english("recommend", "With fewer GPUs nothing fits."),
    english("recommend", "The fewest changes from the current configuration."),
    english("recommend", "Faster than all that fit, but it may not fit itself."),
}};

/// One sentence.
inline Phrase meaningOf(Role role)
{
    return {hintOf(role), {Amount::share(1 - nearlyAsFast)}};
}

Phrase rolesOf(const Recommendation &recommendation); ///< "Fastest, Simplest"
Phrase shardingOf(const Scenario &scenario); ///< "ZeRO-3 (DeepSpeed)"

// Where there is little room.
Text shortText(Framework framework); ///< "FSDP2"
Text shortText(Loss loss); ///< "Fused"
Text shortText(Offload offload);

/// "With DDP nothing fits: here 95.3 GiB would be missing."
Phrase phraseOf(const Reason &reason, const Recommendation &own);
/// What is the same in all configurations.
Phrase heldOf(const Scenario &present, const Catalog &catalog);
/// What the present scenario reaches.
Phrase presentOf(const Recommendations &found, const Scenario &present);
inline constexpr Text nothingFits = english("recommend", "Nothing fits. What comes nearest:");
/// What the mark beside a figure says (factOf).
inline constexpr Text hostTimeNote = english("recommend",
    "* The optimizer runs on the CPU: how long that takes is estimated, not measured.");
/// What is the fastest while the search goes on.
Phrase leaderOf(const Recommendation &leader);
/// How many were tried, and how many of them fit.
Phrase summaryOf(const Recommendations &found);

} // namespace shardscope
