// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tools/validate/draft.h"
#include "tools/validate/printed.h"

#include <span>
#include <string_view>

namespace shardscope {

/// One row of what the words of a file mean. Of the rows of one key, which stand together, the
/// first whose conditions all hold counts; where none does, the input stays as it is.
struct Rule
{
    std::string_view key; ///< of refusals that are about no input: empty
    std::string_view value; ///< "@field": what stands there; "!reason": the run is refused
    /// "field: patterns; other not: patterns", of plain text. The pattern - is of a field that is
    /// not there.
    std::string_view when = {};
    /// Of an assumed value: the reason for it. Of a refusal: the field that it is about, or after =
    /// a word.
    std::string_view why = {};
};

/// Settles the inputs of a run by rules, from the first to the last.
void settle(Draft &draft, const Printed &run, std::span<const Rule> rules);

} // namespace shardscope
