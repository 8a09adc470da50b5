// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/phrase.h"
#include "core/plan/plan.h"

namespace shardscope {

/// One result of the whole run, or what it still asks for.
struct RunRow
{
    std::string_view id{};
    Phrase name{};
    Phrase amount{}; ///< a dash where it is open
    Phrase detail{}; ///< how it comes about, or which input is open
    bool isOpen = false;
    bool isFormula = false; ///< the detail is one: it reads from left to right in any language

    bool operator==(const RunRow &) const = default;
};

/// What people ask first comes first: how long, for how much, how much of it for the money.
std::vector<RunRow> runRows(const Plan &plan);

} // namespace shardscope
