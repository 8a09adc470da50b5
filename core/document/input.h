// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/document/document.h"
#include "core/interchange/runfile.h"

#include <string>
#include <string_view>
#include <variant>

namespace shardscope {

/// What a file, a drop or a paste turned out to be.
using AnyInput = std::variant<ScenarioDocument, ImportedModel, RunFile>;

/// Tells scenario, code of one, config.json, picture and the files of a run apart by content.
/// `name` becomes the name of an imported model; `file` is the path of the content, empty for what
/// was pasted.
Result<AnyInput> readInput(
    std::string_view content, const std::string &name, const std::string &file = {});

/// The scenario after an input was opened: a scenario replaces it, a model goes into it. Run files
/// leave it alone: importRun takes them together.
ScenarioDocument withInput(ScenarioDocument document, AnyInput input);

} // namespace shardscope
