// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/validate/validatedruns.h"

#include "core/base/json.h"
#include "core/judge/confidence.h"
#include "core/planner/makeplan.h"
#include "tools/validate/prediction.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <type_traits>

namespace shardscope {

namespace {

struct Metric
{
    std::string_view name;
    Measured measured;
};
// The most complete first.
constexpr std::array<Metric, 6> metrics{{
    {"nvidia_smi", Measured::Device},
    {"nvidia_smi_delta", Measured::Device},
    {"reserved", Measured::Reserved},
    {"allocated", Measured::Allocated},
    {"active", Measured::Allocated},
    {"peak_bytes", Measured::Tensors},
}};

/// 0 where it was not measured.
Bytes measuredBy(const Case &item, const Metric &metric)
{
    const auto found = std::find_if(item.measured.begin(), item.measured.end(),
        [&metric](const Measurement &there) { return there.metric == metric.name; });
    return found == item.measured.end() ? Bytes(0) : found->bytes;
}

/// Hundredths of a percent: finer differences are the compiler's.
double rounded(double error)
{
    constexpr double steps = 1e4;
    return std::round(error * steps) / steps + 0.0; // no negative zero
}

/// The most complete figure that was measured; null where none was.
const Metric *metricOf(const Case &item)
{
    const auto found = std::find_if(metrics.begin(), metrics.end(),
        [&item](const Metric &metric) { return measuredBy(item, metric) > Bytes(0); });
    return found == metrics.end() ? nullptr : &*found;
}

/// The project that measured. Collections of one project have its name in common, up to a hyphen:
/// "fms" and "fms-liger", "litgpt" and "litgpt-hub".
std::string sourceOf(const Case &item)
{
    const auto found = std::find_if(item.tags.begin(), item.tags.end(),
        [](const Tag &tag) { return tag.first == "source" && !tag.second.empty(); });
    return found == item.tags.end() ? std::string(nameOf(item.format))
                                    : found->second.substr(0, found->second.find('-'));
}

std::optional<ValidatedRun> validatedRun(const Case &item, const Catalog &catalog)
{
    const std::optional<Scenario> scenario = scenarioOf(item, catalog);
    // The rank that was followed need not be the one that decides.
    const bool isOfStage = item.format == CaseFormat::Parallel;
    // A step that was followed and ran as well is there once.
    if (!scenario || isOfStage || item.ranOnGpu || item.ranOutOfMemory || item.confidence == "low")
        return std::nullopt;
    const Result<Resolved> resolved = resolve(*scenario, catalog);
    const Result<Plan> estimated = makePlan(*scenario, catalog);
    const Metric *metric = metricOf(item);
    if (!resolved || !estimated || !metric || planObstacle(item, *estimated))
        return std::nullopt;
    const auto errorOf = [&](const Plan &plan) {
        return rounded(
            *predicted(asMeasured(plan, item), metric->name) / measuredBy(item, *metric) - 1);
    };
    ValidatedRun run{.id = item.id,
        .model = resolved->modelName,
        .source = sourceOf(item),
        .measured = metric->measured,
        .error = errorOf(*estimated),
        .estimatedError = errorOf(*estimated)};
    if (metric->measured >= Measured::Reserved)
        run.error = errorOf(*makePlan(*scenario, catalog, Reserving::Played));
    Setup<std::string_view> setup = setupOf(makeWorkload(*scenario, *resolved));
    if (run.measured == Measured::Tensors) // on no GPU, by no allocator
        setup[Trait::Architecture] = setup[Trait::Allocator] = notThere;
    std::copy(setup.choices.begin(), setup.choices.end(), run.setup.choices.begin());
    run.setup.sizes = setup.sizes;
    return run;
}

} // namespace

std::vector<ValidatedRun> validatedRuns(std::span<const Case> cases, const Catalog &catalog)
{
    std::vector<ValidatedRun> runs;
    for (const Case &item : cases) {
        if (std::optional<ValidatedRun> run = validatedRun(item, catalog))
            runs.push_back(*std::move(run));
    }
    return runs;
}

} // namespace shardscope
