// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/mesh.h"

namespace shardscope {

/// Which micro-batch goes through which chunk of a stage.
struct PipelinePlace
{
    int microBatch = 0;
    int chunk = 0;
};

/// How micro-batches go through the chunks of all stages. Each stage counts the passes of each
/// direction through its chunks: some forward to fill the pipeline, then one forward and one
/// backward in turn, then what is left backward.
struct PipelineOrder
{
    int chunks = 1; ///< of a stage
    int microBatches = 1;
    /// Interleaved stages take so many micro-batches through one chunk before the next chunk's
    /// turn; 0: as many as there are stages, as Megatron-Core does.
    int group = 0;
    bool fillsFirst = false; ///< all passes forward come before the first one backward: GPipe

    int passes() const { return chunks * microBatches; } ///< of a stage in each direction
    int groupOf(int stages) const;
    /// Passes forward of a stage before its first pass backward is the next.
    int warmUp(int stages, int stage) const;
    /// Micro-batches of which a stage holds the activations at most, chunk by chunk.
    int inFlight(int stages, int stage) const;
    PipelinePlace at(int stages, bool isBackward, int number) const;
    bool operator==(const PipelineOrder &) const = default;
};

/// The schedule that a scenario runs: as chosen; auto: 1F1B, interleaved where stages have chunks.
PipelineKind scheduleFor(const Scenario &scenario);
/// Whether the scenario's engine has such a schedule. Megatron-Core 0.20
/// (pipeline_parallel/schedules.py): 1F1B and interleaved; torch 2.14
/// (distributed/pipelining/schedules.py): GPipe, too; nanotron (2025-02,
/// pipeline_parallel/engine.py): GPipe, as AFAB, and 1F1B.
bool runsSchedule(const Scenario &scenario);

/// The order of a scenario's engine. Megatron-Core, torch and nanotron go through 1F1B alike;
/// interleaved, torch makes as many rounds as there are whole ones, of the same size each
/// (ScheduleInterleaved1F1B).
PipelineOrder pipelineOrder(const Scenario &scenario, const Mesh &mesh);

} // namespace shardscope
