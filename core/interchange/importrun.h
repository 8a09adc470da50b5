// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/interchange/importreport.h"
#include "core/interchange/runfile.h"
#include "core/scenario/origin.h"

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace shardscope {

/// What the files of a run refer to, found by whoever can read files. Nothing: it is not there.
struct RunSurroundings
{
    /// A file as `from` names it: beside it, or from the root of the project that it lies in.
    std::function<std::optional<RunFile>(const std::string &name, const std::string &from)> file{};
    /// The config.json of a model: a folder, or a repository of the Hub's cache.
    std::function<std::optional<RunFile>(const std::string &name, const std::string &from)> model{};
};

/// Of each fact that files say differently, which saying holds (Contradiction::sayings).
using Picks = std::map<std::string, std::size_t, std::less<>>;

/// A run as its files describe it.
struct ImportedRun
{
    Scenario scenario{};
    Origins origins{};
    ImportReport report{};
    std::vector<Error> problems{}; ///< why a plan of it would not be true
    std::optional<Error>
        missingModel{}; ///< not known here, or named nowhere: somebody has to say it
    std::vector<RunFile> files{}; ///< all that were read, those referred to as well
};

/// Reads the files of one run together. A recipe is a whole run: what it leaves out is what its
/// program takes, or else our default, and of `base` stay the GPUs. Files of an engine alone say
/// how training is sharded, and no more; those of a launcher or an adapter set what they speak of.
/// Errors: of the first file that cannot be parsed, with its name.
Result<ImportedRun> importRun(std::span<const RunFile> files, const Catalog &catalog,
    const SourcedScenario &base, const RunSurroundings &around = {}, const Picks &picks = {});

} // namespace shardscope
