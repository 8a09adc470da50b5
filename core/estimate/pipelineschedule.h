// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/pipelinepace.h"
#include "core/scenario/pipelineorder.h"

#include <span>
#include <vector>

namespace shardscope {

/// What a stage does without a break: one chunk of it, for one micro-batch, forward, backward or a
/// part of that; or the update.
struct PipelineCell
{
    Pass pass = Pass::Forward;
    BackwardPart part = BackwardPart::Whole; ///< of a backward pass
    int microBatch = 0; ///< from 0 on; of the update 0
    int chunk = 0; ///< of the stage; of the update 0
    Seconds begin{}; ///< from the beginning of the step on
    Seconds end{};
    Seconds waited{}; ///< for links, at its end
    bool isCut = false; ///< begins before what is left out, or ends after it

    Seconds length() const { return end - begin; }
    bool operator==(const PipelineCell &) const = default;
};

/// One step of a pipeline, all stages side by side. Of many micro-batches those are laid out that
/// fill and drain the pipeline; between `cutBegin` and `cutEnd` all stages go on as they do before.
struct PipelineSchedule
{
    int chunks = 1; ///< of a stage
    bool fillsFirst = false; ///< all go forward before the first goes backward: GPipe
    PipelineKind kind = PipelineKind::Auto; ///< one that splits backward passes
    std::vector<std::vector<PipelineCell>> stages{}; ///< in order; cells in the order of time
    int microBatches = 0;
    int microBatchesLeftOut = 0;
    Seconds cutBegin{}; ///< as `cutEnd` where nothing is left out
    Seconds cutEnd{};
    /// From here to `steadyEnd` every stage has come to its first backward pass and none to the end
    /// of its last forward pass; the other way round where micro-batches are too few for that.
    Seconds steadyBegin{};
    Seconds steadyEnd{};
    Seconds drained{}; ///< the last backward pass is over: all stages update
    Seconds end{};

    bool isEmpty() const { return stages.empty(); }
    bool hasSteadyPhase() const { return steadyEnd > steadyBegin; }
    bool operator==(const PipelineSchedule &) const = default;
};

/// Lays out what stages do (Megatron-Core 0.20, pipeline_parallel/schedules.py at d98e8a64d:
/// get_pp_rank_microbatches, get_schedule_table): the order in which each stage goes through its
/// passes is fixed, and a pass begins once the stage is free and what it needs has come from its
/// neighbour. Gradients of weights, where they come in a pass of their own, wait for those of the
/// same chunk's input alone; a chunk that begins the model makes all of its gradients then (torch
/// 2.14, pipelining/stage.py, backward_weight_one_chunk). What is sent takes the sender's time.
/// Empty where nothing is known of the times, or the micro-batches do not divide so that each stage
/// gets what it waits for.
PipelineSchedule pipelineSchedule(std::span<const StagePace> stages, const PipelineOrder &order);
/// The same without leaving anything out.
PipelineSchedule wholePipelineSchedule(
    std::span<const StagePace> stages, const PipelineOrder &order);

/// How long the step takes. Stages that are all alike wait (stages - 1) / chunks micro-steps for
/// the first and the last micro-batch (Narayanan et al. 2021, section 2.2); others as they are laid
/// out. Where that cannot be done, the slowest stage waits for a micro-step of a chunk of each
/// other one.
Seconds pipelineStep(std::span<const StagePace> stages, const PipelineOrder &order);

/// That of a plan; empty without a pipeline.
PipelineSchedule pipelineSchedule(const Plan &plan);
PipelineSchedule wholePipelineSchedule(const Plan &plan);

} // namespace shardscope
