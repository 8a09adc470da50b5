// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/importrun.h"
#include "core/interchange/saveback.h"
#include "resources/catalogs.h"
#include "resources/readfile.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

using namespace shardscope;

namespace {

/// The fastest of many, in milliseconds.
template <class Work>
double fastest(Work work)
{
    double best = 1e9;
    for (int i = 0; i < 50; ++i) {
        const auto begin = std::chrono::steady_clock::now();
        work();
        const std::chrono::duration<double, std::milli> took
            = std::chrono::steady_clock::now() - begin;
        best = std::min(best, took.count());
    }
    return best;
}

} // namespace

int main()
{
    const Catalog catalog = builtInCatalog();
    std::vector<RunFile> files;
    for (const char *name : {"recipe.yaml", "ds_config.json", "launch.sh"}) {
        const Result<std::string> text
            = readFile(std::filesystem::path(SHARDSCOPE_EXAMPLE_RUN) / name);
        if (!text)
            return 1;
        files.push_back({name, *text});
    }
    const Result<ImportedRun> run = importRun(files, catalog, {});
    if (!run)
        return 1;
    Scenario next = run->scenario;
    next.training.microBatch = 4;
    std::printf("import: recipe, DeepSpeed file and launch line %.2f ms (5 asked)\n",
        fastest([&] { static_cast<void>(importRun(files, catalog, {})); }));
    std::printf("save back of one edit                        %.2f ms\n",
        fastest([&] { static_cast<void>(saveBack(files, run->scenario, next, catalog)); }));
    return 0;
}
