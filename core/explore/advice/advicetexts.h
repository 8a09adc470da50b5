// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/phrase.h"
#include "core/explore/advice/advice.h"

namespace shardscope {

// What advice says to people.

/// "use 16 GPUs; checkpoint all activations"
Phrase titleOf(const WeighedMove &weighed, const Scenario &before);
/// "23.4 GiB less, 1.31 times as long, traffic unchanged", then its remarks.
Phrase costsOf(const WeighedMove &weighed, const Scenario &before);
/// What is to be known of a move besides memory, time and traffic.
std::vector<Phrase> remarksOn(const WeighedMove &weighed);

template <>
inline constexpr std::array<Text, 5> textsOf<LimitId>{{english("advice", "Longest sequence"),
    english("advice", "Largest micro-batch"), english("advice", "Fewest GPUs"),
    english("advice", "Smallest GPU"), english("advice", "Largest model")}};

Phrase valueOf(const Limit &limit); ///< "12,288"; "none" where nothing fits
Phrase reasonFor(const Limit &limit); ///< a sentence: why it ends there

/// Where the list of changes that make it fit is empty.
inline constexpr Text noFixText
    = english("advice", "No change makes it fit, nor do four together.");

} // namespace shardscope
