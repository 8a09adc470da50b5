// SPDX-License-Identifier: GPL-3.0-or-later
#include "resources/inputfile.h"

#include "core/document/picture.h"
#include "core/document/sharecode.h"
#include "core/model/modelname.h"
#include "resources/readfile.h"

#include <algorithm>
#include <optional>
#include <system_error>
#include <vector>

namespace shardscope {

namespace {

namespace fs = std::filesystem;

bool isFile(const fs::path &path)
{
    std::error_code problem;
    return fs::is_regular_file(path, problem);
}

/// A name within its folder: no way out of it.
bool isRevision(std::string_view name)
{
    return !name.empty() && name != "." && name != ".."
        && name.find_first_of("/\\:") == std::string_view::npos;
}

/// The config.json of the main revision, else of any revision that has one.
std::optional<fs::path> snapshotConfig(const fs::path &repository)
{
    constexpr std::uintmax_t longestHash = 1024;
    if (Result<std::string> hash = readFile(repository / "refs" / "main", longestHash)) {
        hash->erase(hash->find_last_not_of(" \r\n") + 1);
        const fs::path config = repository / "snapshots" / *hash / "config.json";
        if (isRevision(*hash) && isFile(config))
            return config;
    }
    std::vector<fs::path> configs;
    std::error_code problem;
    for (fs::directory_iterator entry(repository / "snapshots", problem), end;
         !problem && entry != end; entry.increment(problem)) {
        if (isFile(entry->path() / "config.json"))
            configs.push_back(entry->path() / "config.json");
    }
    const auto first = std::min_element(configs.begin(), configs.end());
    return first == configs.end() ? std::nullopt : std::optional(*first);
}

} // namespace

Result<fs::path> inputFile(const fs::path &path)
{
    std::error_code problem;
    if (!fs::is_directory(path, problem))
        return path;
    if (isFile(path / "config.json"))
        return path / "config.json";
    if (const std::optional<fs::path> config = snapshotConfig(path))
        return *config;
    return Error{.code = ErrorCode::Unreadable,
        .expected = english("errors", "a folder that holds a config.json"),
        .file = displayName(path)};
}

std::string modelName(const fs::path &path)
{
    std::error_code problem;
    const fs::path absolute = fs::absolute(path, problem);
    return modelNameAt(displayName(problem ? path : absolute));
}

Result<OpenedFile> openInputFile(const fs::path &path)
{
    const Result<fs::path> file = inputFile(path);
    if (!file)
        return file.error();
    const Result<std::string> content = readFile(*file, LargestFile, Readable::Streams);
    if (!content)
        return content.error();
    Result<AnyInput> input = readInput(*content, modelName(*file), displayName(*file));
    if (!input) {
        input.error().file = displayName(*file);
        return input.error();
    }
    const bool isReadOnly = pictureFormat(*content) || isShareCode(*content);
    return OpenedFile{*std::move(input), *file, isReadOnly, markOf(*content)};
}

} // namespace shardscope
