// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/interchange/importrun.h"

#include <span>
#include <string>
#include <vector>

namespace shardscope {

/// One line of a file as it was and as it would be.
struct LineEdit
{
    std::string file{};
    int line = 0; ///< 1-based; of the new text where nothing was before
    std::string before{}; ///< empty: the line is new
    std::string after{}; ///< empty: the line goes

    bool operator==(const LineEdit &) const = default;
};

/// The files of a run with what has changed in the scenario since they were read.
struct SavedBack
{
    std::vector<RunFile> files{}; ///< those that change, whole
    std::vector<LineEdit> edits{};
    std::vector<std::string> unsaid{}; ///< inputs that changed and that none of the files can say
};

/// Edits the texts at the values that say what differs between `read`, what the files came to, and
/// `now`; all else stays as it is, to the byte. What is written is read again: inputs that then
/// differ from `now` are `unsaid`, and an edit that changes anything else is not made.
SavedBack saveBack(std::span<const RunFile> files, const Scenario &read, const Scenario &now,
    const Catalog &catalog, const RunSurroundings &around = {}, const Picks &picks = {});

/// The edits as a unified diff without context.
std::string diffText(std::span<const LineEdit> edits);

} // namespace shardscope
