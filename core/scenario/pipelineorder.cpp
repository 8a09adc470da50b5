// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/pipelineorder.h"

#include "core/scenario/framework.h"

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
    const int wanted = chunks == 1 ? later : 2 * later + (chunks - 1) * groupOf(stages);
    return std::min(wanted, passes());
}

int PipelineOrder::inFlight(int stages, int stage) const
{
    return std::min(warmUp(stages, stage) + 1, passes());
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
    switch (scheduleFor(scenario)) {
    case PipelineKind::Auto:
    case PipelineKind::OneForwardOneBackward:
        return !hasChunks;
    case PipelineKind::Interleaved:
        return hasChunks;
    case PipelineKind::GPipe:
        return !hasChunks && frameworkFor(scenario.parallel) != Framework::Megatron;
    case PipelineKind::ZeroBubble:
        break;
    }
    return false;
}

PipelineOrder pipelineOrder(const Scenario &scenario, const Mesh &mesh)
{
    PipelineOrder order{.chunks = mesh.chunks,
        .microBatches = scenario.training.accumulation,
        .fillsFirst = mesh.pipeline > 1 && scenario.parallel.schedule == PipelineKind::GPipe};
    if (frameworkFor(scenario.parallel) != Framework::Megatron)
        order.group = order.microBatches / std::max(1, order.microBatches / mesh.pipeline);
    return order;
}

} // namespace shardscope
