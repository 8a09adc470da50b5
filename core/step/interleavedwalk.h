// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/interleavedstreams.h"
#include "core/step/stagepasses.h"
#include "core/step/unitwalk.h"

#include <algorithm>

namespace shardscope {

/// The order in which things happen in one training step on a stage of Megatron-Core's interleaved
/// pipeline, pass by pass of its chunks (0.20, pipeline_parallel/schedules.py).
template <class Stage>
class InterleavedWalk : UnitWalk<Stage>
{
    using Base = UnitWalk<Stage>;
    using Base::m_modules;
    using Base::m_settings;
    using Base::m_stage;

public:
    InterleavedWalk(const StepModules &modules, const PipelineOrder &order, Stage &stage)
        : Base(modules, stage)
        , m_passes(passesOfStage(modules.settings().cut.stage, order))
        , m_streams(interleavedStreams(modules.settings().cut.stage, order))
        , m_schedule(modules, order)
        , m_stream(modules.settings().streamBytes())
    { }

    void run()
    {
        m_stage.tell([](Policy &policy) { policy.resident(); });
        m_stage.change(Held::Tables, inputBytes(m_settings));
        step();
        m_stage.enter(PhaseId::Save);
        m_stage.tell([](Policy &policy) { policy.save(); });
        m_stage.sample();
        m_stage.endPhase();
    }

private:
    void step()
    {
        const int followed = m_passes.back().microBatch + 1;
        for (std::size_t i = 0; i < m_passes.size(); ++i) {
            const StageOp &pass = m_passes[i];
            begin(pass, followed);
            m_stage.enter(pass.isBackward ? PhaseId::Backward : PhaseId::Forward);
            refer(m_streams[i]);
            pass.isBackward ? backward(pass) : forward(pass);
            m_stage.sample();
        }
        refer(0);
        m_stage.enter(PhaseId::OptimizerStep);
        m_stage.tell([](Policy &policy) { policy.step(); });
        m_stage.sample();
        m_stage.endPhase();
        m_stage.tell([](Policy &policy) { policy.zeroGradients(); });
        m_stage.sample();
    }

    /// The wire hears the first micro-batch, one of those like the second, and the last.
    void begin(const StageOp &pass, int followed)
    {
        const bool isLast = pass.microBatch == followed - 1;
        m_stage.enterMicroStep(isLast ? std::min(followed - 1, 2) : std::min(pass.microBatch, 1));
        m_stage.listen(isLast || pass.microBatch <= 1);
        const MicroStep step{.index = pass.microBatch, .isLast = pass.isBackward && isLast};
        m_stage.tell([&](Policy &policy) { policy.beginMicroStep(step); });
    }

    bool isStart(const StageOp &pass) const
    {
        return pass.chunk == 0 && m_settings.cut.stage.hasEmbedding;
    }
    bool isEnd(const StageOp &pass) const
    {
        return pass.chunk == m_settings.cut.chunks - 1 && m_settings.cut.stage.hasHead;
    }

    /// The schedule refers to so many tensors of the residual stream's size.
    void refer(int streams)
    {
        m_stage.change(Held::Schedule, streams * m_stream - m_stage.held(Held::Schedule));
    }

    template <class Run>
    void overChunk(const StageOp &pass, const Run &run)
    {
        const int each = m_modules.layersOfChunk();
        const int first = std::min(pass.chunk * each, m_modules.layers());
        const bool isLast = pass.chunk == m_settings.cut.chunks - 1;
        // More chunks than layers are refused, but a slider goes through them.
        const int end = isLast ? m_modules.layers() : std::min(first + each, m_modules.layers());
        Base::overLayers(first, end, pass.isBackward ? -1 : +1, run);
        m_stage.enterLayer(-1);
    }

    void forward(const StageOp &pass)
    {
        m_stage.change(Held::Masks, m_schedule.maskOfChunk(pass.chunk));
        if (isStart(pass))
            Base::forward(m_modules.embedding(), this->embeddingUnit());
        else
            m_stage.change(Held::Working, m_stream);
        overChunk(pass, [&](int i) {
            m_stage.change(Held::Masks, m_schedule.maskAtWork(pass.chunk));
            Base::forward(m_modules.layer(i), this->layerUnit(i));
            m_stage.change(Held::Masks, -m_schedule.maskAtWork(pass.chunk));
        });
        if (isEnd(pass)) {
            m_stage.enter(PhaseId::Loss);
            Base::forward(m_modules.head(), this->headUnit());
        } else {
            m_stage.change(Held::Working, -m_stream); // the schedule's from now on
        }
        m_stage.releaseAll(Held::Cache);
    }

    void backward(const StageOp &pass)
    {
        m_stage.tell([](Policy &policy) { policy.beginBackward(); });
        if (isEnd(pass))
            Base::backward(m_modules.head(), this->headUnit());
        else
            m_stage.change(Held::Working, m_stream);
        bool isNamed = isEnd(pass);
        overChunk(pass, [&](int i) {
            m_stage.change(Held::Masks, m_schedule.maskAtWork(pass.chunk));
            Base::backward(m_modules.layer(i), this->layerUnit(i));
            m_stage.change(Held::Masks, -m_schedule.maskAtWork(pass.chunk));
            // backward_step refers to the gradient that it began with.
            if (!isNamed)
                m_stage.change(Held::Schedule, m_stream);
            isNamed = true;
        });
        if (isStart(pass))
            Base::backward(m_modules.embedding(), this->embeddingUnit());
        this->forgetWork();
        m_stage.change(Held::Masks, -m_schedule.maskOfChunk(pass.chunk));
        m_stage.tell([](Policy &policy) { policy.endBackward(); });
    }

    std::vector<StageOp> m_passes;
    std::vector<int> m_streams; ///< of each pass
    StageSchedule m_schedule;
    double m_stream;
};

} // namespace shardscope
