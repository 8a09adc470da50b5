// SPDX-License-Identifier: GPL-3.0-or-later
// How long a million points take, and how much of all cores they use.
#include "core/base/parallel.h"
#include "core/explore/sweep/run.h"
#include "resources/catalogs.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

using namespace shardscope;

namespace {

template <class T>
T orFail(Result<T> result)
{
    if (!result) {
        std::fprintf(stderr, "%s\n", describe(result.error()).c_str());
        std::exit(EXIT_FAILURE);
    }
    return *std::move(result);
}

Sweep sweepOver(const char *x, const char *y, Metric metric)
{
    return {.x = orFail(readAxis(x)), .y = orFail(readAxis(y)), .metric = metric};
}

void report(const char *name, const Sweep &sweep, const Catalog &catalog)
{
    using Clock = std::chrono::steady_clock;
    orFail(checkSweep(sweep, catalog));
    SweepRun run(sweep, catalog);
    const std::clock_t cpuStart = std::clock();
    const Clock::time_point start = Clock::now();
    onThreads(coreCount(), [&run] { run.work(); });
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    const double cpu = static_cast<double>(std::clock() - cpuStart) / CLOCKS_PER_SEC;
    const auto points = static_cast<double>(sweep.points());
    std::printf("%-38s %8.0f points %7.2f s %9.0f points/s %5.1f %% of %u cores\n", name, points,
        seconds, points / seconds, 100 * cpu / (seconds * coreCount()), coreCount());
}

} // namespace

// An argument makes all sweeps that many times smaller.
int main(int argc, char **argv)
{
    const int divisor = argc > 1 ? std::max(1, std::atoi(argv[1])) : 1;
    const Catalog catalog = builtInCatalog();
    const std::string rows = "/" + std::to_string(1000 / divisor);
    report("peak: sequence x model size",
        sweepOver("training.sequence_length=512..131072*/1000",
            ("model.parameters=1B..400B*" + rows).c_str(), Metric::Peak),
        catalog);
    report("peak: GPUs x sequence",
        sweepOver("parallel.gpus=1..1000:1",
            ("training.sequence_length=512..131072*" + rows).c_str(), Metric::Peak),
        catalog);
    report("tokens/s: GPUs x sequence",
        sweepOver("parallel.gpus=1..100:1",
            ("training.sequence_length=512..131072*" + rows).c_str(), Metric::TokensPerSecond),
        catalog);
}
