// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/validation/validatedruns.h"

#include "core/confidence.h"
#include "core/json.h"
#include "core/validation/prediction.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace shardscope {

namespace {

struct Metric
{
    std::string_view name;
    Measured measured;
    Bytes Prediction::*field;
};
// The most complete first.
constexpr std::array<Metric, 6> metrics{{
    {"nvidia_smi", Measured::Device, &Prediction::device},
    {"nvidia_smi_delta", Measured::Device, &Prediction::device},
    {"reserved", Measured::Reserved, &Prediction::reserved},
    {"allocated", Measured::Allocated, &Prediction::allocated},
    {"active", Measured::Allocated, &Prediction::allocated},
    {"peak_bytes", Measured::Tensors, &Prediction::peak},
}};

/// Hundredths of a percent: finer differences are the compiler's.
double rounded(double error)
{
    constexpr double steps = 1e4;
    return std::round(error * steps) / steps + 0.0; // no negative zero
}

bool measure(ValidatedRun &run, const Case &item, const Prediction &prediction)
{
    for (const Metric &metric : metrics) {
        const auto found = std::find_if(item.measured.begin(), item.measured.end(),
            [&metric](const Measurement &there) { return there.metric == metric.name; });
        if (found == item.measured.end() || found->bytes <= Bytes(0))
            continue;
        run.measured = metric.measured;
        run.error = rounded(prediction.*metric.field / found->bytes - 1);
        return true;
    }
    return false;
}

std::string sourceOf(const Case &item)
{
    const auto found = std::find_if(item.tags.begin(), item.tags.end(),
        [](const Tag &tag) { return tag.first == "source" && !tag.second.empty(); });
    return found == item.tags.end() ? std::string(nameOf(item.format)) : found->second;
}

std::optional<ValidatedRun> validatedRun(const Case &item, const Catalog &catalog)
{
    const std::optional<Scenario> scenario = scenarioOf(item, catalog);
    if (!scenario || item.ranOutOfMemory || item.confidence == "low")
        return std::nullopt;
    const Result<Resolved> resolved = resolve(*scenario, catalog);
    const Result<Prediction> prediction = predict(*scenario, catalog);
    ValidatedRun run{.id = item.id, .source = sourceOf(item)};
    if (!resolved || !prediction || !measure(run, item, *prediction))
        return std::nullopt;
    run.model = resolved->modelName;
    const Setup<std::string_view> setup = setupOf(*scenario, *resolved);
    std::copy(setup.choices.begin(), setup.choices.end(), run.setup.choices.begin());
    run.setup.sizes = setup.sizes;
    run.traits = traitsOf(run.setup);
    return run;
}

Json runToJson(const ValidatedRun &run)
{
    Json::Object object{{"id", run.id}, {"model", run.model}, {"source", run.source},
        {"measured", nameOf(run.measured)}, {"error", run.error}};
    for (std::size_t i = 0; i < choiceCount; ++i)
        object.emplace_back(namesOf<Trait>[i], run.setup.choices[i]);
    for (std::size_t i = 0; i < sizeCount; ++i)
        object.emplace_back(namesOf<Trait>[choiceCount + i], run.setup.sizes[i]);
    return object;
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

std::string runsToCatalog(std::span<const ValidatedRun> runs)
{
    std::string text = "{\n  \"schema\": " + std::to_string(CatalogSchema) + ",\n  \"runs\": [";
    for (const ValidatedRun &run : runs)
        text.append(&run == runs.data() ? "\n    " : ",\n    ")
            .append(writeJson(runToJson(run), JsonStyle::Compact));
    return text + "\n  ]\n}\n";
}

} // namespace shardscope
