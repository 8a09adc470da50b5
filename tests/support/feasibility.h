// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/search/feasibility.h"

#include <algorithm>

namespace shardscope {

/// Nothing where the value cannot be planned, or was not asked about.
inline std::optional<Fit> fitAt(const Feasibility &feasibility, double value)
{
    const auto span = std::find_if(feasibility.begin(), feasibility.end(),
        [value](const FitSpan &each) { return value >= each.first && value <= each.last; });
    return span == feasibility.end() ? std::nullopt : span->fit;
}

/// The scan from its beginning to its end.
inline Feasibility feasibilityOf(
    Evaluator &evaluator, const Scenario &scenario, const Key &key, const ValueGrid &grid)
{
    FeasibilityScan scan(scenario, key, grid);
    while (!scan.isDone())
        scan.ask(evaluator);
    return scan.result();
}

} // namespace shardscope
