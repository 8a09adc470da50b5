// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/pipelineorder.h"

#include "core/scenario/framework.h"
#include "core/scenario/splitpasses.h"

#include <algorithm>

namespace shardscope {

int PipelineOrder::groupOf(int stages) const
{
    return std::max(1, group > 0 && chunks > 1 ? group : stages);
}

int PipelineOrder::warmUp(int stages, int stage) const
{
    if (fillsFirst)
        return passes();
    const int later = stages - stage - 1;
    const int hops = splitsBackward() ? 1 : 2; // between the turns of two chunks
    const int wanted = chunks == 1 ? later : hops * later + (chunks - 1) * groupOf(stages);
    return std::min(wanted, passes());
}

int PipelineOrder::inFlight(int stages, int stage) const
{
    if (!splitsBackward())
        return std::min(warmUp(stages, stage) + 1, passes());
    int now = 0;
    int most = 0;
    for (const StageOp &pass : passesOf(stages, stage)) {
        now += !pass.isBackward ? 1 : pass.part == BackwardPart::Inputs ? 0 : -1;
        most = std::max(most, now);
    }
    return most;
}

int PipelineOrder::placeInModel(int stages, int stage, int chunk) const
{
    return isV() && chunk > 0 ? 2 * stages - 1 - stage : chunk * stages + stage;
}

int PipelineOrder::stageAt(int stages, int place) const
{
    return isV() && place >= stages ? 2 * stages - 1 - place : place % stages;
}

std::vector<StageOp> PipelineOrder::passesOf(int stages, int stage) const
{
    if (splitsBackward())
        return splitPassesOf(*this, stages, stage);
    std::vector<StageOp> made;
    const auto add = [&](int number, bool isBackward) {
        const PipelinePlace place = at(stages, isBackward, number);
        made.push_back({place.chunk, place.microBatch, isBackward});
    };
    const int fill = warmUp(stages, stage);
    for (int i = 0; i < passes() + fill; ++i) {
        if (i < passes())
            add(i, false);
        if (i >= fill)
            add(i - fill, true);
    }
    return made;
}

/// A group of micro-batches goes through one chunk after another, before the next group comes.
PipelinePlace PipelineOrder::at(int stages, bool isBackward, int number) const
{
    if (chunks == 1)
        return {number, 0};
    const int whole = groupOf(stages);
    const int first = number / (whole * chunks) * whole;
    const int size = std::min(whole, microBatches - first);
    const int within = number - first * chunks;
    const int chunk = within / size;
    return {first + within % size, isBackward ? chunks - 1 - chunk : chunk};
}

PipelineKind scheduleFor(const Scenario &scenario)
{
    const PipelineKind chosen = scenario.parallel.schedule;
    if (chosen != PipelineKind::Auto)
        return chosen;
    return meshOf(scenario).chunks > 1 ? PipelineKind::Interleaved
                                       : PipelineKind::OneForwardOneBackward;
}

bool runsSchedule(const Scenario &scenario)
{
    const bool hasChunks = meshOf(scenario).chunks > 1;
    if (splitsBackward(scheduleFor(scenario))
        && scenario.training.checkpointing != Checkpointing::None)
        return false;
    switch (scheduleFor(scenario)) {
    case PipelineKind::Auto:
    case PipelineKind::OneForwardOneBackward:
        return !hasChunks;
    case PipelineKind::Interleaved:
        return hasChunks;
    case PipelineKind::GPipe:
        return !hasChunks && frameworkFor(scenario.parallel) != Framework::Megatron
            && !runsPipelineModule(scenario);
    case PipelineKind::ZeroBubble:
        return hasChunks && runsTorchtitan(scenario);
    case PipelineKind::ZeroBubbleV:
    case PipelineKind::DualPipeV:
        break;
    }
    return runsTorchtitan(scenario) && meshOf(scenario).chunks == 2;
}

PipelineOrder pipelineOrder(const Scenario &scenario, const Mesh &mesh)
{
    PipelineOrder order{.chunks = mesh.chunks,
        .microBatches = scenario.training.accumulation,
        .fillsFirst = mesh.pipeline > 1 && scenario.parallel.schedule == PipelineKind::GPipe};
    if (frameworkFor(scenario.parallel) != Framework::Megatron)
        order.group = order.microBatches / std::max(1, order.microBatches / mesh.pipeline);
    if (mesh.splitsBackward)
        order.kind = scenario.parallel.schedule;
    if (order.isV())
        order.group = 1;
    return order;
}

} // namespace shardscope
