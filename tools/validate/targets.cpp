// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/validate/targets.h"

#include "core/base/fields.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

constexpr double open = std::numeric_limits<double>::infinity();

std::vector<Target> makeTargets()
{
    const std::vector<Tag> steps{{"format", "steps"}, {"tier", "core"}};
    const std::vector<Tag> rareSteps{{"format", "steps"}, {"tier", "rare"}};
    const std::vector<Tag> deepSpeed{{"format", "deepspeed"}, {"tier", "core"}};
    const std::vector<Tag> fullWidth{{"format", "deepspeed"}, {"tier", "full-width"}};
    const std::vector<Tag> device{{"format", "device"}};
    const std::vector<Tag> core{{"format", "device"}, {"confidence", "high"}, {"tier", "core"}};
    std::vector<Target> table;
    const auto addSteps = [&table](std::string_view name, const std::vector<Tag> &tags) {
        table.push_back({name, tags, "peak_bytes", {0.001, 0.01, 0.03}});
        for (const std::string_view metric : {"between_steps", "forward_end", "forward_peak",
                 "backward_peak", "backward_end", "step_peak"})
            table.push_back({name, tags, metric, {0.002, 0.02, open}});
    };
    addSteps("a followed step", steps);
    addSteps("a followed step of a rare kind", rareSteps);
    const auto addDeepSpeed
        = [&table](std::string_view name, const std::vector<Tag> &tags, double worst) {
              for (const std::string_view metric : {"peak_bytes", "after_initialize", "forward_end",
                       "forward_peak", "backward_peak", "backward_end", "step_peak", "step_end"})
                  table.push_back({name, tags, metric, {0.003, 0.02, worst}});
          };
    addDeepSpeed("a DeepSpeed step", deepSpeed, 0.05);
    addDeepSpeed("ZeRO-3 of layers at full width", fullWidth, open);
    table.push_back({"a GPU, core, high confidence", core, "allocated", {0.03, 0.12, open}});
    for (const std::string_view metric : {"reserved", "nvidia_smi", "nvidia_smi_delta"})
        table.push_back({"a GPU", device, metric, {0.06, 0.2, open}});
    table.push_back({"speed of a GPU", device, throughputMetric, {0.15, 0.4, open}});
    table.push_back({"speed of a GPU, nanotron on 8 to 256", {{"source", "ultrascale"}},
        throughputMetric, {0.15, 0.4, open, 0.9}});
    return table;
}

bool has(const Comparison &comparison, const Tag &tag)
{
    return std::find(comparison.tags.begin(), comparison.tags.end(), tag) != comparison.tags.end();
}

std::string_view reasonFor(const Explanations &explanations, const Comparison &comparison)
{
    std::string_view general;
    for (const Explanation &explanation : explanations) {
        if (explanation.id != comparison.id)
            continue;
        if (explanation.metric == comparison.metric)
            return explanation.why;
        if (explanation.metric.empty())
            general = explanation.why;
    }
    return general;
}

} // namespace

const std::vector<Target> &targets()
{
    static const std::vector<Target> table = makeTargets();
    return table;
}

bool counts(const Target &target, const Comparison &comparison)
{
    return comparison.metric == target.metric
        && std::all_of(target.tags.begin(), target.tags.end(),
            [&comparison](const Tag &tag) { return has(comparison, tag); });
}

bool Attainment::isReached() const
{
    const Bounds &bounds = target->bounds;
    return reached && reached->median <= bounds.median
        && reached->percentile95 <= bounds.percentile95 && reached->worst <= bounds.worst
        && ranks >= bounds.ranks;
}

std::vector<Attainment> attainments(const Validation &validation)
{
    std::vector<Attainment> result;
    for (const Target &target : targets()) {
        std::vector<double> errors;
        std::vector<const Comparison *> counted;
        for (const Comparison &comparison : validation.comparisons) {
            if (!counts(target, comparison))
                continue;
            errors.push_back(comparison.error());
            counted.push_back(&comparison);
        }
        result.push_back({.target = &target, .count = errors.size()});
        if (errors.empty())
            continue;
        result.back().reached = summarize(errors);
        result.back().ranks = rankCorrelation(counted);
    }
    return result;
}

std::vector<const Comparison *> falsePromises(const Validation &validation)
{
    constexpr double spared = 0.9;
    std::vector<const Comparison *> result;
    for (const Comparison &comparison : validation.comparisons) {
        if (comparison.falseFit && comparison.predicted < spared * comparison.measured)
            result.push_back(&comparison);
    }
    return result;
}

Result<Explanations> readExplanations(std::string_view text)
{
    const Result<Json> json = parseJson(text);
    if (!json)
        return json.error();
    std::optional<Error> error;
    Explanations explanations;
    const Json root{Json::Object{{"explanations", *json}}};
    Fields list(root, {}, error);
    if (const Json::Array *items = list.array("explanations")) {
        for (const Json &item : *items) {
            Fields fields(item, "/" + std::to_string(explanations.size()), error);
            explanations.push_back({.id = fields.requiredText("id"),
                .metric = fields.text("metric"),
                .why = fields.requiredText("why")});
        }
    }
    if (error)
        return *std::move(error);
    return explanations;
}

std::vector<Disagreement> disagreements(
    const Validation &validation, const Explanations &explanations)
{
    std::vector<Disagreement> result;
    const std::vector<const Comparison *> promises = falsePromises(validation);
    for (const Comparison &comparison : validation.comparisons) {
        const bool isOff
            = std::any_of(targets().begin(), targets().end(), [&comparison](const Target &target) {
                  return counts(target, comparison)
                      && std::abs(comparison.error()) > target.bounds.percentile95;
              });
        const bool isPromise
            = std::find(promises.begin(), promises.end(), &comparison) != promises.end();
        if (isOff || isPromise)
            result.push_back({&comparison, reasonFor(explanations, comparison)});
    }
    return result;
}

} // namespace shardscope
