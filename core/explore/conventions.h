// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/planner/reserving.h"

#include <string_view>
#include <vector>

namespace shardscope {

/// A scenario as one framework would run it.
struct FrameworkPlan
{
    Framework framework = Framework::Auto;
    std::string_view name{}; ///< with the version whose source was read
    bool isChosen = false;
    bool shardsAlike = true; ///< else the nearest that the framework has
    Plan plan{};
};

/// The strategy of `framework` that shards what `strategy` does, or, where it has none, the
/// nearest.
Strategy equivalentStrategy(Framework framework, Strategy strategy);

/// The plan's scenario under every framework, side by side. The chosen one is the plan itself.
/// Frameworks that cannot run it are left out.
std::vector<FrameworkPlan> plansByFramework(const Plan &plan, const PlanMaker &make);

} // namespace shardscope
