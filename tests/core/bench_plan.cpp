// SPDX-License-Identifier: GPL-3.0-or-later
// How long one plan takes: the window makes one for each step of a drag, and dozens for a sweep.
#include "core/keys.h"
#include "core/plan.h"
#include "resources/catalogs.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <utility>

using namespace shardscope;

namespace {

constexpr int batches = 101;
constexpr int plansPerBatch = 100;

using Settings = std::initializer_list<std::pair<std::string_view, std::string_view>>;

[[noreturn]] void fail(const Error &error)
{
    std::fprintf(stderr, "%s\n", describe(error).c_str());
    std::exit(EXIT_FAILURE);
}

Scenario scenarioWith(const Settings &settings)
{
    Scenario scenario;
    for (const auto &[key, value] : settings) {
        if (const Status status = setKeyText(scenario, key, value); !status)
            fail(status.error());
    }
    return scenario;
}

/// Microseconds for one plan, as the median of many batches.
double microseconds(const Scenario &scenario, const Catalog &catalog)
{
    using Clock = std::chrono::steady_clock;
    std::array<double, batches> times{};
    for (double &time : times) {
        const Clock::time_point start = Clock::now();
        for (int i = 0; i < plansPerBatch; ++i) {
            if (const Result<Plan> plan = makePlan(scenario, catalog); !plan)
                fail(plan.error());
        }
        time = std::chrono::duration<double, std::micro>(Clock::now() - start).count()
            / plansPerBatch;
    }
    std::nth_element(times.begin(), times.begin() + batches / 2, times.end());
    return times[batches / 2];
}

void report(const char *name, const Settings &settings, const Catalog &catalog)
{
    Scenario scenario = scenarioWith(settings);
    scenario.estimator = EstimatorKind::Detailed;
    const double detailed = microseconds(scenario, catalog);
    scenario.estimator = EstimatorKind::Worksheet;
    const double worksheet = microseconds(scenario, catalog);
    std::printf("%-40s %8.1f us detailed %8.1f us worksheet\n", name, detailed, worksheet);
}

} // namespace

int main()
{
    const Catalog catalog = builtInCatalog();
    report("scaled 7B, ZeRO-3", {}, catalog);
    report("Llama 3 8B, ZeRO-2, accumulation",
        {{"model.id", "meta-llama/Meta-Llama-3-8B"}, {"parallel.strategy", "zero2"},
            {"training.accumulation", "8"}},
        catalog);
    report("Mixtral 8x7B, FSDP on 64 GPUs",
        {{"model.id", "mistralai/Mixtral-8x7B-v0.1"}, {"parallel.strategy", "fsdp"},
            {"parallel.gpus", "64"}},
        catalog);
    report("DeepSeek-V3, LoRA",
        {{"model.id", "deepseek-ai/DeepSeek-V3"}, {"training.method", "lora"},
            {"parallel.gpus", "64"}},
        catalog);
}
