// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/clioptions.h"
#include "app/outcome.h"
#include "core/catalog.h"
#include "core/scenario.h"

#include <span>
#include <string>
#include <utility>

namespace shardscope {

/// Opens files one over the other, then applies the --set options, in order.
/// Errors carry the file's name or the key.
Result<Scenario> scenarioFrom(
    std::span<const std::string> files, std::span<const std::pair<std::string, std::string>> sets);

Outcome runPlan(const Arguments &arguments, const Catalog &catalog);

} // namespace shardscope
