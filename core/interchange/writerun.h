// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/catalog/catalog.h"
#include "core/scenario/scenario.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope {

/// A file that a run can be started from.
struct RunTarget
{
    std::string_view id; ///< as `export --as` calls it
    Text name; ///< "DeepSpeed JSON"
    std::string_view fileName; ///< that people give it
};
std::span<const RunTarget> runTargets();
const RunTarget *findRunTarget(std::string_view id);

/// What is written, and which inputs that text does not say.
struct WrittenRun
{
    std::string text{};
    std::vector<std::string> unsaid{}; ///< inputs that differ after reading the text again
};

/// The scenario as such a file: keys that a plan knows, the rest "auto" or left out; `heading`, a
/// line each, and what the format cannot say stand in a comment on top.
WrittenRun writeRun(const RunTarget &target, const Scenario &scenario, const Catalog &catalog,
    const std::vector<std::string> &heading);

} // namespace shardscope
