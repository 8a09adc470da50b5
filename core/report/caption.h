// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/phrase.h"
#include "core/plan/plan.h"

#include <string>
#include <vector>

namespace shardscope {

/// Who made an estimate, and when: core knows neither.
struct Imprint
{
    std::string program{}; ///< with its version
    std::string date{}; ///< empty: not said
};

/// "An estimate made with Shardscope 1.0, 2026-11-23."
Phrase imprintSentence(const Imprint &origin);

/// What stands above a file that a plan is written as: the verdict, and where it comes from.
std::vector<std::string> headingOf(const Plan &plan, const Imprint &origin);

/// What stands below a chart in a document: the verdict, what was planned, what the chart's
/// whiskers mean where it has some, and where the numbers come from.
Phrase captionOf(const Plan &plan, const Imprint &origin, Phrase whiskers = {});

} // namespace shardscope
