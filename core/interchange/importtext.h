// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/texttable.h"
#include "core/interchange/importrun.h"

namespace shardscope {

/// The lists of a report in the order in which they are shown, by their names on the command line.
struct ImportList
{
    std::string_view id; ///< "taken"
    Text title;
    std::vector<ImportRow> ImportReport::*rows;
};
std::span<const ImportList> importLists();
/// Contradictions are shown after what was assumed.
inline constexpr Text contradictingTitle = english("import", "Contradicting");

/// "recipe.yaml:12: micro_batch_size: 2".
std::string importPlace(const ImportRow &row);

/// The whole report for a terminal.
std::string importToText(const ImportedRun &run);
/// {"files": [...], "taken": [{"file": ..., "line": 12, "key": ..., "value": ..., "input": ...,
/// "taken": ...}], ..., "contradicting": [{"input": ..., "chosen": 0, "sayings": [...]}],
/// "problems": [...]}
Json importToJson(const ImportedRun &run);

/// What somebody who plans the run must know: contradictions, what is not modelled or not
/// understood, and how much was assumed. One line each.
std::vector<std::string> importNotes(const ImportedRun &run);

} // namespace shardscope
