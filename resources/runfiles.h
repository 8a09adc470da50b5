// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/document/document.h"
#include "core/interchange/importrun.h"
#include "resources/inputfile.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace shardscope {

/// The value of an environment variable; empty where it is not set.
using Environment = std::function<std::string(const char *name)>;

/// Where the Hub's tools keep downloads: HF_HUB_CACHE, else HF_HOME/hub, else the system's cache.
std::filesystem::path hubCache(const Environment &environment);

/// Finds what run files refer to: beside the file that names it, in the folders above it (projects
/// name their files from their root), models in the Hub's cache below `cache` as well.
RunSurroundings surroundingsOnDisk(const std::filesystem::path &cache);

/// The files of a folder that describe one run, by name. Errors: Unreadable (none), Inconsistent
/// (several recipes: names them).
Result<std::vector<RunFile>> runFilesIn(const std::filesystem::path &folder);

/// What a path stands for: a file, a model's folder, or the files of the run that lie in a folder.
/// Errors: as openInputFile and runFilesIn.
Result<std::vector<OpenedFile>> openInputFiles(const std::filesystem::path &path);

/// What was opened together: a document, and the run files that went into it.
struct OpenedInputs
{
    ScenarioDocument document{};
    std::optional<ImportedRun> run{}; ///< with problems, the document is as it was before
};

/// Puts what was opened into a document: a scenario replaces it, a model goes into it, run files
/// are imported together on top.
class InputCollector
{
public:
    explicit InputCollector(ScenarioDocument document);

    /// A file, a folder or a scenario's code. Errors: as openInputFile.
    Status add(const std::filesystem::path &path);
    /// What was read elsewhere, or pasted.
    Status addText(const std::string &content, const std::string &name);
    /// Errors: as importRun.
    Result<OpenedInputs> finish(const Catalog &catalog, const RunSurroundings &around) &&;

private:
    void take(AnyInput input, const std::string &name);

    ScenarioDocument m_document;
    std::vector<RunFile> m_runFiles;
    bool m_hasRunFiles = false; ///< beside models
};

} // namespace shardscope
