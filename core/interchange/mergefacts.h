// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/interchange/facts.h"
#include "core/interchange/importreport.h"
#include "core/interchange/importrun.h"

#include <vector>

namespace shardscope {

/// More files than a run has; references may go round in circles. A fact's rank is that of its
/// format times this, and the place of its file among all: of one rank the later file wins.
inline constexpr int mostRunFiles = 64;

/// What the files of a run come to, one fact of each id, and where they differ.
struct MergedFacts
{
    Facts facts{};
    std::vector<Contradiction> contradicting{};
};
/// `isWholeRun`: among them is a recipe, whose program has a default for everything that it needs.
MergedFacts mergeFacts(const Facts &said, bool isWholeRun, const Picks &picks);

/// Where a fact stands, and which input shows it.
ImportRow rowOf(const Fact &fact);

} // namespace shardscope
