// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/chunkwalk.h"
#include "core/step/interleavedstreams.h"

namespace shardscope {

/// The order in which things happen in one training step on a stage of Megatron-Core's interleaved
/// pipeline, pass by pass of its chunks (0.20, pipeline_parallel/schedules.py).
template <class Stage>
class InterleavedWalk : ChunkWalk<Stage>
{
    using Base = ChunkWalk<Stage>;
    using Base::isEnd;
    using Base::isStart;
    using Base::m_modules;
    using Base::m_passes;
    using Base::m_settings;
    using Base::m_stage;
    using Base::m_stream;

public:
    InterleavedWalk(const StepModules &modules, const PipelineOrder &order, Stage &stage)
        : Base(modules, order, stage)
        , m_streams(interleavedStreams(modules.settings().cut.stage, order))
        , m_schedule(modules, order)
    { }

    void run()
    {
        m_stage.tell([](Policy &policy) { policy.resident(); });
        m_stage.change(Held::Tables, inputBytes(m_settings));
        step();
        this->save();
    }

private:
    void step()
    {
        for (std::size_t i = 0; i < m_passes.size(); ++i) {
            const StageOp &pass = m_passes[i];
            begin(pass);
            m_stage.enter(pass.isBackward ? PhaseId::Backward : PhaseId::Forward);
            refer(m_streams[i]);
            pass.isBackward ? backward(pass) : forward(pass);
            m_stage.sample();
        }
        refer(0);
        this->update();
        m_stage.sample();
    }

    void begin(const StageOp &pass)
    {
        this->hear(pass);
        const MicroStep step{
            .index = pass.microBatch, .isLast = pass.isBackward && this->isOfLastMicroBatch(pass)};
        m_stage.tell([&](Policy &policy) { policy.beginMicroStep(step); });
    }

    /// The schedule refers to so many tensors of the residual stream's size.
    void refer(int streams)
    {
        m_stage.change(Held::Schedule, streams * m_stream - m_stage.held(Held::Schedule));
    }

    void forward(const StageOp &pass)
    {
        m_stage.change(Held::Masks, m_schedule.maskOfChunk(pass.chunk));
        if (isStart(pass))
            Base::forward(m_modules.embedding(), this->embeddingUnit());
        else
            m_stage.change(Held::Working, m_stream);
        this->overChunk(pass, [&](int i) {
            m_stage.change(Held::Masks, m_schedule.maskAtWork(i));
            Base::forward(m_modules.layer(i), this->layerUnit(i));
            m_stage.change(Held::Masks, -m_schedule.maskAtWork(i));
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
        this->overChunk(pass, [&](int i) {
            m_stage.change(Held::Masks, m_schedule.maskAtWork(i));
            this->backwardLayer(i, m_schedule.maskAtWork(i));
            m_stage.change(Held::Masks, -m_schedule.maskAtWork(i));
            // backward_step refers to the gradient that it began with, as the checkpoint does.
            if (i != m_modules.groupOf(i).first)
                return;
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

    std::vector<int> m_streams; ///< of each pass
    StageSchedule m_schedule;
};

} // namespace shardscope
