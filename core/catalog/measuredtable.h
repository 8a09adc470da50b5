// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/validatedrun.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope {

/// Measured runs as a table of text, tab-separated, a run a line: there are thousands, and all that
/// a plan asks for is one of them. The first line names the columns; the second says what an empty
/// cell stands for, where that is not the id (model), no error, or a size that is not there.
class MeasuredTable
{
public:
    MeasuredTable() = default;
    explicit MeasuredTable(std::string text);
    explicit MeasuredTable(std::span<const ValidatedRun> runs);

    const std::string &text() const { return m_text; }
    std::size_t size() const { return m_lines.size(); }
    /// Reads the run of a line. Errors: none; a cell that is not what its column holds counts as
    /// empty.
    ValidatedRun at(std::size_t run) const;

private:
    struct Line
    {
        std::size_t begin = 0;
        std::size_t size = 0;
    };

    void read(std::string_view line, ValidatedRun &run) const;

    std::string m_text{};
    std::vector<std::size_t> m_columns{}; ///< what each holds, as an index into all there can be
    ValidatedRun m_common{};
    std::vector<Line> m_lines{};
};

} // namespace shardscope
