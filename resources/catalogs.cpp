// SPDX-License-Identifier: GPL-3.0-or-later
#include "resources/catalogs.h"

#include "resources/data.h"
#include "resources/readfile.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <system_error>

namespace shardscope {

namespace {

namespace fs = std::filesystem;

fs::path environmentPath(const char *variable)
{
    const char *value = std::getenv(variable);
    return value ? pathNamed(value) : fs::path();
}

/// The folder where programs keep what the user configured.
fs::path configurationFolder()
{
#if defined(_WIN32)
    return environmentPath("APPDATA");
#else
    const fs::path home = environmentPath("HOME");
#if defined(__APPLE__)
    return home.empty() ? home : home / "Library" / "Application Support";
#else
    const fs::path configured = environmentPath("XDG_CONFIG_HOME");
    if (configured.is_absolute()) // the XDG rule: a relative one is ignored
        return configured;
    return home.empty() ? home : home / ".config";
#endif
#endif
}

std::vector<fs::path> jsonFiles(const fs::path &folder)
{
    std::vector<fs::path> files;
    std::error_code problem;
    for (fs::directory_iterator entry(folder, problem), end; !problem && entry != end;
         entry.increment(problem)) {
        if (entry->path().extension() == ".json")
            files.push_back(entry->path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

} // namespace

Catalog builtInCatalog()
{
    Catalog catalog = builtInCatalogWithoutRuns();
    catalog.runs = builtInRuns();
    return catalog;
}

Catalog builtInCatalogWithoutRuns()
{
    Catalog catalog;
    for (const EmbeddedFile &file : embeddedFiles()) {
        if (!file.name.starts_with("catalog/") || !file.name.ends_with(".json"))
            continue;
        [[maybe_unused]] const Status read = readCatalog(file.content, catalog);
        assert(read);
    }
    return catalog;
}

MeasuredRuns builtInRuns()
{
    const std::span<const EmbeddedFile> files = embeddedFiles();
    const auto table = std::find_if(files.begin(), files.end(),
        [](const EmbeddedFile &file) { return file.name == "catalog/validated.tsv"; });
    assert(table != files.end());
    return MeasuredRuns(MeasuredTable(std::string(table->content)));
}

fs::path userCatalogFolder()
{
    if (fs::path folder = environmentPath("SHARDSCOPE_CATALOG_DIR"); !folder.empty())
        return folder;
    const fs::path configuration = configurationFolder();
    return configuration.empty() ? configuration : configuration / "shardscope" / "catalog";
}

std::vector<Error> addUserCatalogs(Catalog &catalog, const fs::path &folder)
{
    std::vector<Error> errors;
    for (const fs::path &file : jsonFiles(folder)) {
        const Result<std::string> text = readFile(file);
        const Status read = text ? readCatalog(*text, catalog) : Status(text.error());
        if (read)
            continue;
        errors.push_back(read.error());
        errors.back().file = displayName(file);
    }
    return errors;
}

} // namespace shardscope
