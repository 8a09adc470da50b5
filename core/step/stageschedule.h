// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/pipelineorder.h"
#include "core/step/stepmodules.h"

namespace shardscope {

/// What Megatron-Core's schedules make a stage of a pipeline hold beside the micro-batch at work,
/// in bytes; nothing where there is one stage (0.20, pipeline_parallel/schedules.py).
class StageSchedule
{
public:
    StageSchedule(const StepModules &modules, const PipelineOrder &order);

    /// Activations of other micro-batches, whose backward pass has not come yet, when a forward
    /// pass begins.
    double inFlight() const { return m_inFlight; }
    /// Masks that unfused attention keeps for the backward passes of all micro-batches in flight,
    /// the present one among them.
    double masks() const { return m_masks; }
    /// Of them, those that a micro-batch in flight in one chunk adds.
    double maskOfChunk(int chunk) const;
    /// That a layer makes and does not keep.
    double maskAtWork(int layer) const;
    /// What the schedule's variables refer to in a forward or a backward pass.
    double held(bool isBackward) const;
    /// The input that a stage receives, and the gradient of its output.
    double received() const { return m_settings.streamBytes(); }

private:
    const MeshCut &cut() const { return m_settings.cut; }
    const Stage &stage() const { return m_settings.cut.stage; }
    double oneMask() const; ///< of one sequence
    double mostMasks(const PipelineOrder &order) const;
    /// Whether the chunk gets a mask with each micro-batch.
    bool isGiven(int chunk) const;

    const StepModules &m_modules;
    const LayerSettings &m_settings;
    int m_microBatches;
    double m_inFlight = 0;
    double m_masks = 0;
};

} // namespace shardscope
