// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/document/document.h"

#include <string>
#include <vector>

namespace shardscope {

/// A scenario that the program brings along, to start from or to show something with.
struct Example
{
    std::string name{}; ///< relative to resources/: "examples/ring.shardscope"
    ScenarioDocument document{};

    /// Whether it is there to show something, and not just to start from.
    bool isLesson() const { return !document.chart.empty(); }
};

/// In the order in which they are offered.
std::vector<Example> builtInExamples();

} // namespace shardscope
