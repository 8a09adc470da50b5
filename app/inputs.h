// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/outcome.h"
#include "core/catalog/catalog.h"
#include "core/document/document.h"
#include "core/interchange/importrun.h"

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace shardscope {

/// A --set option: key and value.
using Setting = std::pair<std::string, std::string>;

/// What a command line names.
struct Inputs
{
    ScenarioDocument document{};
    std::optional<ImportedRun> run{}; ///< where files of a run are among them
    std::vector<std::string> notes{}; ///< what a user should know of the files, a line each
};

/// Opens files, or codes of scenarios, one over the other, and all over what `inputs` holds; files
/// of a run are imported together. Then applies the --set options, in order. What it gives back
/// says what is wrong, each with its file or key; nothing when all is well.
std::optional<Outcome> openInputs(Inputs &inputs, std::span<const std::string> files,
    std::span<const Setting> settings, const Catalog &catalog);

/// What run files refer to: on disk, and in the Hub's cache.
RunSurroundings surroundings();

/// The files of a run as they are, problems included. Errors: as importRun.
Result<ImportedRun> importFiles(std::span<const std::string> files, const Catalog &catalog);

/// Applies one --set option; the value of model.config is a path.
Status applySetting(Scenario &scenario, const Setting &setting);

} // namespace shardscope
