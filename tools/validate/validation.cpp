// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/validate/validation.h"

#include "tools/validate/prediction.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

namespace shardscope {

namespace {

struct Metric
{
    std::string_view name;
    Bytes Prediction::*field;
};
constexpr std::array<Metric, 15> metrics{{
    {"peak_bytes", &Prediction::peak},
    {"between_steps", &Prediction::betweenSteps},
    {"after_initialize", &Prediction::afterInitialize},
    {"forward_peak", &Prediction::forwardPeak},
    {"forward_end", &Prediction::forwardEnd},
    {"backward_peak", &Prediction::backwardPeak},
    {"backward_end", &Prediction::backwardEnd},
    {"step_peak", &Prediction::stepPeak},
    {"step_end", &Prediction::stepEnd},
    {"allocated", &Prediction::allocated},
    {"active", &Prediction::allocated},
    {"reserved", &Prediction::reserved},
    {"nvidia_smi", &Prediction::device},
    {"nvidia_smi_delta", &Prediction::device},
    {throughputMetric, &Prediction::throughput},
}};

const Metric *findMetric(std::string_view name)
{
    const auto found = std::find_if(metrics.begin(), metrics.end(),
        [name](const Metric &metric) { return metric.name == name; });
    return found == metrics.end() ? nullptr : &*found;
}

/// Compares the figures of one case; gives why it could not, or nothing.
class Comparer
{
public:
    Comparer(const Catalog &catalog, std::vector<Comparison> &comparisons)
        : m_catalog(catalog)
        , m_comparisons(comparisons)
    { }

    std::string compare(const Case &item)
    {
        const std::optional<Scenario> scenario = scenarioOf(item, m_catalog);
        if (!scenario)
            return std::get<Unmapped>(item.mapping).reason;
        const std::string &id = scenario->model.id;
        if (!id.empty() && !m_catalog.findModel(id))
            return "the model is not in the catalogue: " + id;
        const Result<Prediction> prediction = predict(
            *scenario, m_catalog, isBeyondTensors(item) ? Reserving::Played : Reserving::Estimated);
        if (!prediction)
            return describe(prediction.error());
        const GpuSpec *gpu = item.knowsGpu ? m_catalog.findGpu(scenario->hardware.gpu) : nullptr;
        const bool fits = gpu && prediction->device <= gpu->usable();
        if (item.ranOutOfMemory && gpu) {
            add(item, outOfMemoryMetric, prediction->device, gpu->usable()).falseFit = fits;
            return {};
        }
        bool any = false;
        for (const Measurement &measured : item.measured) {
            const Metric *metric = findMetric(measured.metric);
            if (!metric || measured.bytes <= Bytes(0))
                continue;
            any = true;
            add(item, measured.metric, (*prediction).*metric->field, measured.bytes).falseMiss
                = gpu && !fits && measured.metric != throughputMetric;
        }
        return any ? std::string() : "nothing that is predicted was measured";
    }

private:
    static bool isBeyondTensors(const Case &item)
    {
        const auto depends = [](const Measurement &measured) {
            const Metric *metric = findMetric(measured.metric);
            return metric
                && (metric->field == &Prediction::reserved || metric->field == &Prediction::device);
        };
        return item.ranOutOfMemory
            || std::any_of(item.measured.begin(), item.measured.end(), depends);
    }
    Comparison &add(const Case &item, std::string_view metric, Bytes predicted, Bytes measured)
    {
        Comparison comparison{.id = item.id,
            .metric = std::string(metric),
            .predicted = predicted,
            .measured = measured,
            .confidence = item.confidence,
            .tags = {{"format", std::string(nameOf(item.format))}}};
        for (const Tag &tag : item.tags) {
            if (!tag.second.empty())
                comparison.tags.push_back(tag);
        }
        m_comparisons.push_back(std::move(comparison));
        return m_comparisons.back();
    }

    const Catalog &m_catalog;
    std::vector<Comparison> &m_comparisons;
};

} // namespace

double rankCorrelation(std::span<const Comparison *const> comparisons)
{
    std::vector<double> predicted;
    std::vector<double> measured;
    for (const Comparison *comparison : comparisons) {
        predicted.push_back(comparison->predicted.value());
        measured.push_back(comparison->measured.value());
    }
    return rankCorrelation(predicted, measured);
}

namespace {

Group groupOf(const Tag &tag, const std::string &metric, std::span<const Comparison *const> members)
{
    Group group{.tag = tag, .metric = metric, .count = members.size()};
    std::vector<double> errors;
    for (const Comparison *member : members) {
        group.falseFits += member->falseFit ? 1 : 0;
        group.falseMisses += member->falseMiss ? 1 : 0;
        errors.push_back(member->error());
    }
    if (metric != outOfMemoryMetric)
        group.errors = summarize(errors);
    if (metric == throughputMetric && members.size() > 1)
        group.rankCorrelation = rankCorrelation(members);
    return group;
}

std::vector<Group> groupsOf(std::span<const Comparison> comparisons)
{
    std::map<std::tuple<Tag, std::string>, std::vector<const Comparison *>> members;
    for (const Comparison &comparison : comparisons) {
        for (const Tag &tag : comparison.tags)
            members[{tag, comparison.metric}].push_back(&comparison);
    }
    std::vector<Group> groups;
    for (const auto &[key, list] : members)
        groups.push_back(groupOf(std::get<0>(key), std::get<1>(key), list));
    return groups;
}

} // namespace

Validation validate(std::span<const Case> cases, const Catalog &catalog)
{
    Validation validation;
    Comparer comparer(catalog, validation.comparisons);
    for (const Case &item : cases) {
        if (std::string reason = comparer.compare(item); !reason.empty())
            validation.leftOut.push_back({item.id, std::move(reason)});
    }
    validation.groups = groupsOf(validation.comparisons);
    return validation;
}

} // namespace shardscope
