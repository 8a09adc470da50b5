// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/narration.h"

#include "core/planner/outlook.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

constexpr double LeastChange = 0.005; ///< of the larger one
constexpr double LeastShare = 0.2; ///< of the part that changed most
constexpr std::size_t MostParts = 3;

Bytes bytesOf(const Plan &plan, PartId id)
{
    Bytes bytes;
    for (const Part &part : plan.memory.atPeak().parts) {
        if (part.id == id)
            bytes += part.bytes;
    }
    return bytes;
}

Bytes sizeOf(const PartChange &change)
{
    return std::max(change.before, change.after) - std::min(change.before, change.after);
}

/// What is small beside the whole, or beside the largest of them, is not worth a word.
std::vector<PartChange> changedParts(const Plan &before, const Plan &after)
{
    const Bytes least = LeastChange * std::max(before.memory.peak, after.memory.peak);
    std::vector<PartChange> all;
    for (std::size_t i = 0; i < namesOf<PartId>.size(); ++i) {
        const auto id = static_cast<PartId>(i);
        const PartChange change{id, bytesOf(before, id), bytesOf(after, id)};
        if (sizeOf(change) > least)
            all.push_back(change);
    }
    std::stable_sort(all.begin(), all.end(),
        [](const PartChange &a, const PartChange &b) { return sizeOf(a) > sizeOf(b); });
    all.resize(std::min(all.size(), MostParts));
    std::erase_if(
        all, [largest = all.empty() ? Bytes() : sizeOf(all.front())](const PartChange &one) {
            return sizeOf(one) < LeastShare * largest;
        });
    return all;
}

std::optional<Bytes> trafficWithTwoMicroSteps(Scenario scenario, Evaluator &evaluator)
{
    scenario.training.accumulation = 2;
    const Result<SpeedOutlook> outlook = evaluator.speed(scenario);
    return outlook ? std::optional<Bytes>(outlook->traffic) : std::nullopt;
}

/// Some ways of sharding send as much as others only while nothing is accumulated.
bool hangsOnMicroSteps(
    const Narration &narration, const Plan &before, const Plan &after, const Catalog &catalog)
{
    const bool isSharding = std::any_of(narration.inputs.begin(), narration.inputs.end(),
        [](const InputDifference &one) { return one.key->id.starts_with("parallel."); });
    const bool isSame
        = !isNoticeable(narration.trafficBefore.value(), narration.trafficAfter.value());
    const bool hasOneMicroStep
        = before.scenario.training.accumulation == 1 && after.scenario.training.accumulation == 1;
    if (!isSharding || !isSame || !hasOneMicroStep || narration.trafficAfter <= Bytes(0))
        return false;
    Evaluator evaluator(catalog);
    const auto first = trafficWithTwoMicroSteps(before.scenario, evaluator);
    const auto second = trafficWithTwoMicroSteps(after.scenario, evaluator);
    return first && second && isNoticeable(first->value(), second->value());
}

} // namespace

bool isNoticeable(double before, double after)
{
    return std::abs(after - before) > LeastChange * std::max(std::abs(before), std::abs(after));
}

Narration narrate(const Plan &before, const Plan &after, const Catalog &catalog)
{
    Narration narration{.inputs = inputDifferences(before.scenario, after.scenario),
        .parts = changedParts(before, after),
        .peakBefore = before.memory.peak,
        .peakAfter = after.memory.peak,
        .fitBefore = before.memory.verdict.fit,
        .fitAfter = after.memory.verdict.fit,
        .trafficBefore = before.traffic.bytesPerGpuPerStep(),
        .trafficAfter = after.traffic.bytesPerGpuPerStep(),
        .stepBefore = before.time.step,
        .stepAfter = after.time.step};
    narration.isForOneMicroStep = hangsOnMicroSteps(narration, before, after, catalog);
    return narration;
}

} // namespace shardscope
