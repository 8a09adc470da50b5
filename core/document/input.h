// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/document/document.h"

#include <string>
#include <string_view>
#include <variant>

namespace shardscope {

/// What a file, a drop or a paste turned out to be.
using Input = std::variant<ScenarioDocument, ImportedModel>;

/// Tells scenario, code of one, config.json and picture apart by content. `name` is the file's name
/// or folder, and becomes the name of an imported model.
Result<Input> readInput(std::string_view content, const std::string &name);

/// The scenario after an input was opened: a scenario replaces it, a model goes into it.
ScenarioDocument withInput(ScenarioDocument document, Input input);

} // namespace shardscope
