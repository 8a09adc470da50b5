// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/explore/advice/fixes.h"
#include "core/explore/advice/limits.h"

#include <string>

namespace shardscope {

/// What to do about a scenario. Of one that is not planned, nothing is known to fit: it has no
/// moves and no limits, and its finding says what ends that.
struct Advice
{
    Scenario scenario{};
    bool isPlanned = true;
    MemoryOutlook memory{};
    Fixes fixes{};
    std::vector<WeighedMove> giveBacks{};
    std::vector<Limit> limits{};
    /// Played on the way to the limits: who follows them says the same there.
    std::vector<PlayedShare> played{};

    bool operator==(const Advice &) const = default;
};

/// By what is played, not estimated. Errors: as makePlan. Once `isWanted` says no, what there is by
/// then.
Result<Advice> adviceFor(const Scenario &scenario, const Catalog &catalog, Evaluator &evaluator,
    const std::function<bool()> &isWanted = {});

/// The change that makes a run faster which waits for a link or its host; null where none does.
const WeighedMove *speedUp(const std::vector<WeighedMove> &giveBacks);

/// Gives a played plan's finding that memory is short its repair, the cheapest fix there is, and
/// that of what bounds its speed the change that gains most. That takes a search, which `makePlan`
/// has no time for.
void addFixes(Plan &plan, const Catalog &catalog);

/// The advice as other programs read it: `shardscope-cli advise --format json`.
Json adviceToJson(const Advice &advice);

/// The advice as English text for a terminal.
std::string adviceToText(const Advice &advice);

} // namespace shardscope
