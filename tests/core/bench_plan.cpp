// SPDX-License-Identifier: GPL-3.0-or-later
// How long one plan takes, which the window makes for each step of a drag, and how long its peak
// alone, which grooves, sweeps and searches ask for.
#include "core/planner/makeplan.h"
#include "core/planner/outlook.h"
#include "resources/catalogs.h"
#include "resources/memorysteps.h"
#include "tests/support/benchscenarios.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>

using namespace shardscope;

namespace {

constexpr int batches = 101;
constexpr int perBatch = 100;

/// Microseconds for one call, as the median of many batches.
template <class Work>
double microseconds(const Work &work)
{
    using Clock = std::chrono::steady_clock;
    std::array<double, batches> times{};
    for (double &time : times) {
        const Clock::time_point start = Clock::now();
        for (int i = 0; i < perBatch; ++i)
            work(i);
        time = std::chrono::duration<double, std::micro>(Clock::now() - start).count() / perBatch;
    }
    std::nth_element(times.begin(), times.begin() + batches / 2, times.end());
    return times[batches / 2];
}

double planTime(Scenario scenario, EstimatorKind estimator, const Catalog &catalog)
{
    scenario.estimator = estimator;
    return microseconds([&](int) {
        if (!makePlan(scenario, catalog))
            std::exit(EXIT_FAILURE);
    });
}

/// Of a row of neighbours, each made of the scenario by `vary`.
template <class Vary>
double peakTime(const Scenario &scenario, const Catalog &catalog, const Vary &vary)
{
    Evaluator evaluator(catalog);
    Scenario next = scenario;
    return microseconds([&](int i) {
        vary(next, i);
        if (!evaluator.memory(next))
            std::exit(EXIT_FAILURE);
    });
}

} // namespace

int main()
{
    takeMemoryInLargeSteps(); // as the programs
    const Catalog catalog = builtInCatalog();
    std::printf("%-36s %10s %10s %16s %14s\n", "microseconds", "detailed", "worksheet",
        "peak, by tokens", "peak, by GPUs");
    for (const auto &[name, scenario] : benchScenarios()) {
        const double byTokens = peakTime(scenario, catalog,
            [](Scenario &next, int i) { next.training.sequenceLength = 1024 + 64 * i; });
        const double byGpus = peakTime(
            scenario, catalog, [](Scenario &next, int i) { next.parallel.gpus = 8 * (1 + i); });
        std::printf("%-36s %10.1f %10.1f %16.1f %14.1f\n", name,
            planTime(scenario, EstimatorKind::Detailed, catalog),
            planTime(scenario, EstimatorKind::Worksheet, catalog), byTokens, byGpus);
    }
}
