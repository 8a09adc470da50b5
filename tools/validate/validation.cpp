// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/validate/validation.h"

#include "core/judge/findingtext.h"
#include "core/planner/makeplan.h"
#include "core/scenario/relevance.h"
#include "tools/validate/prediction.h"
#include "tools/validate/published/stated.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>

namespace shardscope {

namespace {

bool needsAllocator(const Case &item)
{
    return item.ranOutOfMemory
        || std::any_of(item.measured.begin(), item.measured.end(),
            [](const Measurement &measured) { return isBeyondTensors(measured.metric); });
}

/// Whether the source left open a setting that counts for memory, or for speed.
bool isAssumed(const Case &item, std::string_view metric)
{
    const Scenario &scenario = std::get<Scenario>(item.mapping);
    const Answer answer = isMemory(metric) ? Answer::Memory : Answer::Speed;
    return std::any_of(item.settings.begin(), item.settings.end(), [&](const Setting &setting) {
        return setting.isAssumed() && !missingFor(setting.key, scenario, answer);
    });
}

Comparison comparisonOf(const Case &item, std::string_view metric, Bytes predicted, Bytes measured)
{
    Comparison comparison{.id = item.id,
        .metric = std::string(metric),
        .predicted = predicted,
        .measured = measured,
        .confidence = item.confidence,
        .tags = {{"format", std::string(nameOf(item.format))},
            {"settings", isAssumed(item, metric) ? "assumed" : "stated"}}};
    for (const Tag &tag : item.tags) {
        if (!tag.second.empty())
            comparison.tags.push_back(tag);
    }
    return comparison;
}

/// The figures of a case beside those of its plan.
std::vector<Comparison> compared(const Case &item, const Plan &plan, const GpuSpec *gpu)
{
    const Bytes device = plan.memory.footprint.device;
    const bool fits = gpu && device <= gpu->usable();
    std::vector<Comparison> found;
    if (item.ranOutOfMemory && gpu) {
        found.push_back(comparisonOf(item, outOfMemoryMetric, device, gpu->usable()));
        found.back().falseFit = fits;
        return found;
    }
    const bool isOnGpu = item.ranOnGpu || item.format == CaseFormat::Device;
    for (const Measurement &measured : item.measured) {
        const std::optional<Bytes> figure = predicted(plan, measured.metric, isOnGpu);
        if (!figure || measured.bytes <= Bytes(0))
            continue;
        found.push_back(comparisonOf(item, measured.metric, *figure, measured.bytes));
        found.back().falseMiss = gpu && !fits && isMemory(measured.metric);
    }
    return found;
}

/// Compares the figures of one case; gives why it could not, or nothing.
std::string compare(const Case &item, const Catalog &catalog, Validation &validation)
{
    const std::optional<Scenario> scenario = scenarioOf(item, catalog);
    if (!scenario)
        return std::get<Unmapped>(item.mapping).reason;
    const std::string &id = scenario->model.id;
    if (!id.empty() && !catalog.findModel(id))
        return "the model is not in the catalogue: " + id;
    const Result<Plan> plan = makePlan(
        *scenario, catalog, needsAllocator(item) ? Reserving::Played : Reserving::Estimated);
    if (!plan)
        return describe(plan.error());
    const GpuSpec *gpu = item.knowsGpu ? catalog.findGpu(scenario->hardware.gpu) : nullptr;
    if (const Finding *obstacle = planObstacle(item, *plan))
        return describe(*obstacle, *plan);
    std::vector<Comparison> found = compared(item, asMeasured(*plan, item), gpu);
    if (found.empty())
        return "nothing that is predicted was measured";
    std::move(found.begin(), found.end(), std::back_inserter(validation.comparisons));
    return {};
}

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

namespace {

/// Counts what was assumed of cases of which at least one figure was compared.
void addAssumptions(const Case &item, std::vector<Assumption> &assumptions)
{
    for (const Setting &setting : item.settings) {
        if (!setting.isAssumed())
            continue;
        const auto found = std::find_if(
            assumptions.begin(), assumptions.end(), [&setting](const Assumption &there) {
                return there.key == setting.key && there.why == setting.why;
            });
        if (found == assumptions.end())
            assumptions.push_back({std::string(setting.key), setting.why, 1});
        else
            ++found->cases;
    }
}

void count(const Case &item, bool isPlanned, Published &published)
{
    const bool isOurs
        = std::find(item.tags.begin(), item.tags.end(), Tag("runs", "own")) != item.tags.end();
    if (item.format != CaseFormat::Device || isOurs || !statesSettings(item))
        return;
    ++published.stating;
    published.planned += isPlanned ? 1 : 0;
}

} // namespace

Validation validate(std::span<const Case> cases, const Catalog &catalog)
{
    Validation validation;
    for (const Case &item : cases) {
        std::string reason = compare(item, catalog, validation);
        count(item, reason.empty(), validation.published);
        if (reason.empty())
            addAssumptions(item, validation.assumptions);
        else
            validation.leftOut.push_back({item.id, std::move(reason)});
    }
    std::stable_sort(validation.assumptions.begin(), validation.assumptions.end(),
        [](const Assumption &a, const Assumption &b) { return a.key < b.key; });
    validation.groups = groupsOf(validation.comparisons);
    return validation;
}

} // namespace shardscope
