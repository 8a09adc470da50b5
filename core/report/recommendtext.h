// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/search/recommend.h"
#include "core/plan/plan.h"

#include <string>

namespace shardscope {

/// The best few as a table with their reasons, then the rest of the frontier.
std::string recommendationsToText(const Recommendations &found, const Plan &present);

/// The same for other programs; "set" holds the inputs that differ from the present scenario.
Json recommendationsToJson(const Recommendations &found, const Scenario &present);

} // namespace shardscope
