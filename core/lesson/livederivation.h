// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/livevalue.h"

#include <string>

namespace shardscope {

/// Where a live value comes from.
struct LiveDerivation
{
    Text meaning{}; ///< of its name
    std::string formula{}; ///< of a part: with its numbers filled in; else empty
    std::string source{}; ///< of the formula; else empty

    bool operator==(const LiveDerivation &) const = default;
};

/// Errors: as liveValue.
Result<LiveDerivation> liveDerivation(
    std::string_view expression, const Scenario &scenario, const PlanMaker &make);

} // namespace shardscope
