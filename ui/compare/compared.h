// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/plan/plan.h"

#include <QString>

#include <memory>
#include <vector>

namespace shardscope {

/// A scenario that was kept, under the name that it was given.
struct PinnedPlan
{
    QString name{};
    std::shared_ptr<const Plan> plan{}; ///< never null
    Json extras{}; ///< what its file says beyond that

    const Scenario &scenario() const { return plan->scenario; }
};

/// What a plan is shown beside. A plain value: charts, tables and exports take it as it is.
struct Compared
{
    std::vector<PinnedPlan> pins{};
    std::size_t baseline = 0; ///< the pin that differences are against

    /// Null where nothing is pinned.
    const PinnedPlan *reference() const { return pins.empty() ? nullptr : &pins[baseline]; }
};

} // namespace shardscope
