// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/mesh.h"

#include <vector>

namespace shardscope {

/// Which micro-batch goes through which chunk of a stage.
struct PipelinePlace
{
    int microBatch = 0;
    int chunk = 0;
};

/// Gradients that a backward pass makes: all, those of the chunk's input, which the stage before
/// waits for, or those of its weights, which nobody waits for.
enum class BackwardPart { Whole, Inputs, Weights };

/// A pass of one chunk for one micro-batch.
struct StageOp
{
    int chunk = 0;
    int microBatch = 0;
    bool isBackward = false;
    BackwardPart part = BackwardPart::Whole; ///< of a backward pass

    bool operator==(const StageOp &) const = default;
};

/// Whether backward passes come in two parts.
constexpr bool splitsBackward(PipelineKind kind)
{
    return kind == PipelineKind::ZeroBubble || kind == PipelineKind::ZeroBubbleV
        || kind == PipelineKind::DualPipeV;
}
/// Whether micro-batches go through two chunks of each stage, down and up again.
constexpr bool isV(PipelineKind kind)
{
    return kind == PipelineKind::ZeroBubbleV || kind == PipelineKind::DualPipeV;
}

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
    /// One that splits backward passes; else all of these are whole.
    PipelineKind kind = PipelineKind::Auto;

    int passes() const { return chunks * microBatches; } ///< of a stage in each direction
    int groupOf(int stages) const;
    bool isV() const { return shardscope::isV(kind); }
    bool splitsBackward() const { return shardscope::splitsBackward(kind); }
    /// Where a chunk of a stage stands among all chunks that micro-batches go through, from 0 on.
    int placeInModel(int stages, int stage, int chunk) const;
    /// The stage that has the chunk at such a place.
    int stageAt(int stages, int place) const;
    /// Passes forward of a stage before its first pass backward is the next.
    int warmUp(int stages, int stage) const;
    /// Micro-batches of which a stage holds the activations at most, chunk by chunk.
    int inFlight(int stages, int stage) const;
    PipelinePlace at(int stages, bool isBackward, int number) const;
    /// All passes of a stage, in order.
    std::vector<StageOp> passesOf(int stages, int stage) const;
    bool operator==(const PipelineOrder &) const = default;
};

/// The schedule that a scenario runs: as chosen; auto: 1F1B, interleaved where stages have chunks.
PipelineKind scheduleFor(const Scenario &scenario);
/// Whether the scenario's engine has such a schedule. Megatron-Core 0.20
/// (pipeline_parallel/schedules.py): 1F1B and interleaved; torch 2.14
/// (distributed/pipelining/schedules.py): GPipe, too, and those that split backward passes;
/// nanotron (2025-02, pipeline_parallel/engine.py): GPipe, as AFAB, and 1F1B; DeepSpeed 0.19.6
/// (runtime/pipe/schedule.py, TrainSchedule): 1F1B. Backward passes are
/// not split where layers are checkpointed: a pass for weights would compute a layer again for each
/// of its weights, and selective checkpointing refuses to do so (torch 2.14, utils/checkpoint.py:
/// "Trying to backward an extra time").
bool runsSchedule(const Scenario &scenario);

/// The order of a scenario's engine. Megatron-Core, torch, nanotron and DeepSpeed go through 1F1B
/// alike; interleaved, torch makes as many rounds as there are whole ones, of the same size each
/// (ScheduleInterleaved1F1B).
PipelineOrder pipelineOrder(const Scenario &scenario, const Mesh &mesh);

} // namespace shardscope
