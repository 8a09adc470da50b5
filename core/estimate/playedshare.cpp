// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/playedshare.h"

#include "core/scenario/framework.h"
#include "core/scenario/mesh.h"
#include "core/scenario/objective.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

Training withSizesOf(Training training, const Training &other)
{
    training.sequenceLength = other.sequenceLength;
    training.microBatch = other.microBatch;
    training.accumulation = other.accumulation;
    return training;
}

Parallel withNumbersOf(Parallel parallel, const Parallel &other)
{
    parallel.gpus = other.gpus;
    parallel.gpusPerNode = other.gpusPerNode;
    parallel.algorithm = other.algorithm;
    return parallel;
}

/// Twice as many as any model has: of thousands each play takes seconds, and advice plays dozens.
constexpr std::int64_t mostLayers = 256;

std::int64_t knownLayers(const ModelChoice &model)
{
    return model.imported ? model.imported->spec.layers : model.isScaled() ? model.layers : 0;
}

double distanceOf(double one, double other)
{
    return one > 0 && other > 0 ? std::abs(std::log(one / other)) : 0;
}

/// Of scenarios that are played alike, how far apart their sizes are: the sum of logarithms of
/// their ratios; 0 where both are the same.
double distanceOf(const Scenario &one, const Scenario &other)
{
    const auto size = [](auto number) { return static_cast<double>(number); };
    const Training &a = one.training;
    const Training &b = other.training;
    return distanceOf(size(a.sequenceLength), size(b.sequenceLength))
        + distanceOf(size(a.microBatch), size(b.microBatch))
        + distanceOf(size(a.accumulation), size(b.accumulation))
        + distanceOf(size(one.parallel.gpus), size(other.parallel.gpus))
        + distanceOf(size(one.parallel.gpusPerNode), size(other.parallel.gpusPerNode))
        + distanceOf(one.model.parameters, other.model.parameters);
}

Bytes beyondAllocated(const Memory &memory)
{
    for (const Overhead &overhead : memory.overheads) {
        if (overhead.id == OverheadId::Allocator)
            return overhead.bytes;
    }
    return {};
}

} // namespace

bool canBePlayed(const Scenario &scenario)
{
    const Training &training = scenario.training;
    const bool hasTwoPasses
        = embedsTexts(training.objective) && training.textPasses != TextPasses::Together;
    if (scoresAnswers(training.objective) || hasTwoPasses)
        return false; // passes of several models, or of one that meet
    // The requests of pipelines, and of Megatron-Core's layers, are not followed one by one.
    return scenario.estimator == EstimatorKind::Detailed
        && frameworkFor(scenario.parallel) != Framework::Megatron && meshOf(scenario).pipeline == 1
        && scenario.hardware.fragmentationPercent < 0 && knownLayers(scenario.model) <= mostLayers;
}

bool isPlayedAlike(const Scenario &one, const Scenario &other)
{
    // Quickly told apart: what charts show side by side.
    if (one.parallel.strategy != other.parallel.strategy
        || one.parallel.framework != other.parallel.framework
        || one.hardware.allocator != other.hardware.allocator || !canBePlayed(one)
        || !canBePlayed(other))
        return false;
    const bool isModelAlike
        = (one.model.isScaled() && other.model.isScaled()) || one.model == other.model;
    return isModelAlike && withSizesOf(one.training, other.training) == other.training
        && withNumbersOf(one.parallel, other.parallel) == other.parallel;
}

bool isGatheredAhead(const Reservation &reservation)
{
    return reservation.ahead > 0.05 * reservation.reserved;
}

std::vector<PlayedShare> playedSharesOf(std::span<const Plan> plans)
{
    std::vector<PlayedShare> shares;
    for (const Plan &plan : plans) {
        const Memory &memory = plan.memory;
        if (!memory.reservation)
            continue;
        shares.push_back(
            {plan.scenario, beyondAllocated(memory) / memory.footprint.allocated, std::nullopt});
        shares.back().scenario.run = {}; // what it costs says nothing about what it holds
        const Bytes room = memory.reservation->room;
        if (memory.reservation->ranOut)
            shares.back().ranOutAt = room > Bytes(0) ? memory.footprint.allocated / room : 0;
    }
    return shares;
}

const PlayedShare *shareFor(
    const Scenario &scenario, std::span<const PlayedShare> played, double within)
{
    const PlayedShare *nearest = nullptr;
    double shortest = within;
    for (const PlayedShare &one : played) {
        if (!isPlayedAlike(one.scenario, scenario))
            continue;
        const double distance = distanceOf(one.scenario, scenario);
        if (distance < shortest) {
            nearest = &one;
            shortest = distance;
        }
    }
    return nearest;
}

} // namespace shardscope
