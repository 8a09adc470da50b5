// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/interchange/facts.h"
#include "core/interchange/importreport.h"
#include "core/scenario/origin.h"

namespace shardscope {

/// An input that follows from what files say.
struct ResolvedInput
{
    std::string key{};
    Json value{};
    Origin origin{};
    Phrase why{}; ///< of what was assumed; empty: files say it
};

/// What the facts of a run come to.
struct Resolution
{
    std::vector<ResolvedInput> inputs{};
    std::vector<ImportRow> assumed{}; ///< that reaches no input
    std::vector<Error> problems{}; ///< Inconsistent, MissingField: no plan would be true
};

/// Works out inputs from facts, of each id one: degrees and processes, batch triple, engine and
/// stage, precision, adapters. `catalog` knows GPUs by their names. `base`, where there is one,
/// knows what no fact says, and keeps every input that follows from it alone.
Resolution resolveFacts(
    std::span<const Fact> facts, const Catalog &catalog, const Scenario *base = nullptr);

} // namespace shardscope
