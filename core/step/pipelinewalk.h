// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/stagepasses.h"
#include "core/step/unitwalk.h"

#include <algorithm>
#include <utility>

namespace shardscope {

/// The order in which things happen in one training step on a stage of a pipeline, pass by pass of
/// its chunks (torch 2.14 distributed/pipelining/stage.py; nanotron's engine goes through the same
/// passes, parallel/pipeline_parallel/engine.py).
template <class Stage>
class PipelineWalk : UnitWalk<Stage>
{
    using Base = UnitWalk<Stage>;
    using Base::m_modules;
    using Base::m_settings;
    using Base::m_stage;

public:
    PipelineWalk(const StepModules &modules, const PipelineOrder &order, Stage &stage)
        : Base(modules, stage)
        , m_accumulation(order.microBatches)
        , m_passes(passesOfStage(modules.settings().cut.stage, order))
        , m_stream(modules.settings().streamBytes())
    { }

    void run()
    {
        m_stage.tell([](Policy &policy) { policy.resident(); });
        m_stage.change(Held::Tables, inputBytes(m_settings));
        m_stage.change(Held::Masks, maskBytes(m_settings));
        receive(receiveBuffers(m_settings, m_accumulation));
        step();
        m_stage.enter(PhaseId::Save);
        m_stage.tell([](Policy &policy) { policy.save(); });
        m_stage.sample();
        m_stage.endPhase();
    }

private:
    void step()
    {
        // Those that are not followed return logits, too.
        const int followed = m_passes.back().microBatch + 1;
        m_stage.change(Held::Returned, (m_accumulation - followed) * returned());
        for (const StageOp &pass : m_passes) {
            begin(pass, followed);
            if (pass.isBackward)
                backward(pass);
            else
                forward(pass);
        }
        m_stage.releaseAll(Held::Schedule);
        m_stage.enter(PhaseId::OptimizerStep);
        m_stage.tell([](Policy &policy) { policy.step(); });
        m_stage.sample();
        m_stage.endPhase();
        m_stage.tell([](Policy &policy) { policy.zeroGradients(); });
        if (m_settings.outputs == Outputs::Step)
            m_stage.releaseAll(Held::Returned);
        m_stage.sample();
    }

    /// The wire hears the first micro-batch, one of those like the second, and the last.
    void begin(const StageOp &pass, int followed)
    {
        const bool isLast = pass.microBatch == followed - 1;
        const int heard = isLast ? std::min(followed - 1, 2) : std::min(pass.microBatch, 1);
        m_stage.enterMicroStep(heard);
        m_stage.listen(isLast || pass.microBatch <= 1);
        // Each chunk reduces its gradients behind its last backward pass.
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
    double returned() const { return m_settings.cut.stage.hasHead ? returnedBytes(m_settings) : 0; }

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

    /// From a receive buffer, which the chunk then counts as its own, to an output that stays.
    void forward(const StageOp &pass)
    {
        m_stage.enter(PhaseId::Forward);
        if (isStart(pass))
            Base::forward(m_modules.embedding(), this->embeddingUnit());
        else
            lend();
        overChunk(pass, [this](int i) { Base::forward(m_modules.layer(i), this->layerUnit(i)); });
        if (!isEnd(pass))
            return keepOutput();
        m_stage.enter(PhaseId::Loss);
        Base::forward(m_modules.head(), this->headUnit());
        if (m_settings.isNanotron())
            return; // its engine keeps losses alone
        // The schedule's variable refers to these logits now, and no more to the last ones.
        m_stage.change(Held::Schedule, logitBytes(m_settings) - m_lastLogits);
        m_lastLogits = 0;
        if (m_settings.outputs != Outputs::Dropped) {
            m_stage.change(Held::Returned, returned());
            m_stage.change(Held::Schedule, -logitBytes(m_settings));
        }
    }

    void backward(const StageOp &pass)
    {
        m_stage.enter(PhaseId::Backward);
        m_stage.tell([](Policy &policy) { policy.beginBackward(); });
        if (isEnd(pass))
            Base::backward(m_modules.head(), this->headUnit());
        else
            lend(); // the gradient of the output
        bool isBehindLast = isEnd(pass);
        overChunk(pass, [&](int i) {
            Base::backward(m_modules.layer(i), this->layerUnit(i));
            if (!isBehindLast)
                receive(m_stream);
            isBehindLast = true;
        });
        if (isStart(pass))
            Base::backward(m_modules.embedding(), this->embeddingUnit());
        else
            receive(m_stream); // the input's
        this->forgetWork();
        m_stage.tell([](Policy &policy) { policy.endBackward(); });
        if (isEnd(pass))
            m_lastLogits = m_settings.outputs == Outputs::Dropped && !m_settings.isNanotron()
                ? logitBytes(m_settings)
                : 0;
        else
            m_stage.change(Held::Schedule, -m_stream);
        // Schedule1F1B: the input's gradient, until that of the next one takes its name.
        const bool isNamed = m_settings.cut.chunks == 1 && !isStart(pass);
        if (isNamed && !std::exchange(m_keepsGradient, true))
            m_stage.change(Held::Schedule, m_stream);
        m_stage.sample();
    }

    void lend()
    {
        m_stage.change(Held::Working, m_stream);
        receive(-m_stream);
    }
    /// torch's receive buffers stay; nanotron makes a tensor for what comes (p2p.py).
    void receive(double bytes)
    {
        if (!m_settings.isNanotron())
            m_stage.change(Held::Received, bytes);
    }
    void keepOutput()
    {
        m_stage.change(Held::Working, -m_stream);
        m_stage.change(Held::Schedule, m_stream);
    }

    int m_accumulation;
    std::vector<StageOp> m_passes;
    double m_stream;
    double m_lastLogits = 0; ///< of the micro-batch that has gone backward last
    bool m_keepsGradient = false;
};

} // namespace shardscope
