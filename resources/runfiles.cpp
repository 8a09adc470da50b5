// SPDX-License-Identifier: GPL-3.0-or-later
#include "resources/runfiles.h"

#include "core/document/input.h"
#include "core/document/sharecode.h"
#include "resources/readfile.h"

#include <algorithm>
#include <system_error>

namespace shardscope {

namespace {

namespace fs = std::filesystem;

constexpr int mostFoldersAbove = 5;
constexpr std::size_t mostFilesInFolder = 256;
constexpr std::uintmax_t largestRunFile = std::uintmax_t{32} << 20U;

bool isFile(const fs::path &path)
{
    std::error_code problem;
    return fs::is_regular_file(path, problem);
}

/// The path that a file means: from its own folder, or from one above it.
std::optional<fs::path> meantBy(const fs::path &name, const fs::path &from)
{
    if (name.is_absolute())
        return isFile(name) ? std::optional(name) : std::nullopt;
    fs::path folder = from.parent_path();
    for (int i = 0; i <= mostFoldersAbove; ++i) {
        if (isFile(folder / name))
            return (folder / name).lexically_normal();
        folder /= "..";
    }
    return std::nullopt;
}

std::optional<RunFile> readRunFile(const fs::path &path)
{
    Result<std::string> text = readFile(path, largestRunFile);
    if (!text)
        return std::nullopt;
    return RunFile{displayName(path), *std::move(text)};
}

std::optional<RunFile> modelFile(
    const std::string &name, const std::string &from, const fs::path &cache)
{
    if (const std::optional<fs::path> here
        = meantBy(pathNamed(name) / "config.json", pathNamed(from)))
        return readRunFile(*here);
    std::string repository = "models--" + name;
    if (const std::size_t slash = repository.find('/'); slash != std::string::npos)
        repository.replace(slash, 1, "--");
    if (cache.empty() || repository.find_first_of("/\\") != std::string::npos)
        return std::nullopt;
    const Result<fs::path> cached = inputFile(cache / pathNamed(repository));
    return cached ? readRunFile(*cached) : std::nullopt;
}

/// By what people call such files; content decides then.
bool mayDescribeARun(const fs::path &path)
{
    static constexpr auto endings = std::to_array<std::string_view>(
        {".json", ".yaml", ".yml", ".toml", ".sh", ".slurm", ".sbatch"});
    return std::find(endings.begin(), endings.end(), displayName(path.extension()))
        != endings.end();
}

bool isRecipe(const RunFile &file)
{
    const Result<ParsedRunFile> parsed = parseRunFile(file);
    return parsed && !parsed->sections.empty()
        && parsed->sections.front().format->rank == Rank::Recipe;
}

std::string fileName(const RunFile &file)
{
    return displayName(pathNamed(file.name).filename());
}

} // namespace

fs::path hubCache(const Environment &environment)
{
    const std::string home = environment("HOME");
    const auto set = [&](const char *name) {
        std::string path = environment(name);
        if (path == "~" || path.starts_with("~/"))
            path.replace(0, 1, home);
        return pathNamed(path);
    };
    for (const char *variable : {"HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE"}) {
        if (fs::path folder = set(variable); !folder.empty())
            return folder;
    }
    if (const fs::path folder = set("HF_HOME"); !folder.empty())
        return folder / "hub";
    const fs::path cache = set("XDG_CACHE_HOME");
    if (cache.empty() && home.empty())
        return {};
    return (cache.empty() ? pathNamed(home) / ".cache" : cache) / "huggingface" / "hub";
}

RunSurroundings surroundingsOnDisk(const fs::path &cache)
{
    return {
        .file =
            [](const std::string &name, const std::string &from) {
                const std::optional<fs::path> path = meantBy(pathNamed(name), pathNamed(from));
                return path ? readRunFile(*path) : std::nullopt;
            },
        .model = [cache](const std::string &name,
                     const std::string &from) { return modelFile(name, from, cache); },
    };
}

Result<std::vector<RunFile>> runFilesIn(const fs::path &folder)
{
    std::vector<fs::path> paths;
    std::error_code problem;
    for (fs::directory_iterator entry(folder, problem), end;
         !problem && entry != end && paths.size() < mostFilesInFolder; entry.increment(problem)) {
        if (isFile(entry->path()) && mayDescribeARun(entry->path()))
            paths.push_back(entry->path());
    }
    std::sort(paths.begin(), paths.end());
    std::vector<RunFile> files;
    std::vector<std::string> recipes;
    for (const fs::path &path : paths) {
        std::optional<RunFile> file = readRunFile(path);
        if (!file || !looksLikeRunFile(*file))
            continue;
        if (isRecipe(*file))
            recipes.push_back(fileName(*file));
        files.push_back(*std::move(file));
    }
    if (recipes.size() > 1) {
        std::string names;
        for (const std::string &name : recipes)
            names += (names.empty() ? "" : ", ") + name;
        return Error{.code = ErrorCode::Inconsistent,
            .found = names,
            .expected = english("errors", "one recipe: name the files of one run"),
            .file = displayName(folder)};
    }
    if (files.empty())
        return Error{.code = ErrorCode::Unreadable,
            .expected
            = english("errors", "a folder that holds a config.json or the files of a run"),
            .file = displayName(folder)};
    return files;
}

Result<std::vector<OpenedFile>> openInputFiles(const fs::path &path)
{
    std::vector<OpenedFile> opened;
    std::error_code problem;
    if (!fs::is_directory(path, problem) || inputFile(path)) {
        Result<OpenedFile> one = openInputFile(path);
        if (!one)
            return one.error();
        opened.push_back(*std::move(one));
        return opened;
    }
    Result<std::vector<RunFile>> files = runFilesIn(path);
    if (!files)
        return files.error();
    for (RunFile &file : *files) {
        const fs::path place = path / pathNamed(file.name).filename();
        opened.push_back({.input = std::move(file), .path = place});
    }
    return opened;
}

InputCollector::InputCollector(ScenarioDocument document)
    : m_document(std::move(document))
{ }

Status InputCollector::add(const fs::path &path)
{
    if (const std::string name = displayName(path); isShareCode(name))
        return addText(name, {});
    Result<std::vector<OpenedFile>> files = openInputFiles(path);
    if (!files)
        return files.error();
    for (OpenedFile &file : *files)
        take(std::move(file.input), displayName(file.path));
    return success();
}

Status InputCollector::addText(const std::string &content, const std::string &name)
{
    Result<AnyInput> input
        = readInput(content, name.empty() ? std::string() : modelName(name), name);
    if (!input)
        return input.error();
    take(*std::move(input), name);
    return success();
}

void InputCollector::take(AnyInput input, const std::string &name)
{
    if (auto *file = std::get_if<RunFile>(&input)) {
        m_runFiles.push_back(std::move(*file));
        m_hasRunFiles = true;
        return;
    }
    if (const auto *model = std::get_if<ImportedModel>(&input))
        m_runFiles.push_back({name, model->config});
    m_document = withInput(std::move(m_document), std::move(input));
}

Result<OpenedInputs> InputCollector::finish(
    const Catalog &catalog, const RunSurroundings &around) &&
{
    OpenedInputs opened{.document = std::move(m_document)};
    if (!m_hasRunFiles)
        return opened;
    Result<ImportedRun> run = importRun(
        m_runFiles, catalog, {opened.document.scenario, opened.document.origins}, around);
    if (!run)
        return run.error();
    if (run->problems.empty()) {
        opened.document.scenario = run->scenario;
        opened.document.origins = run->origins;
    }
    opened.run = *std::move(run);
    return opened;
}

} // namespace shardscope
