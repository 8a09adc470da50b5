// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/chunkwalk.h"

#include <utility>

namespace shardscope {

/// The order in which things happen in one training step on a stage of a pipeline of DeepSpeed's,
/// pass by pass (0.19.6 runtime/pipe/engine.py; its TrainSchedule is 1F1B). Where ranks share
/// matrices, each sends and buffers its part of what goes between stages, and gathers the whole
/// (PartitionedTensor; is_pipe_partitioned, is_grad_partitioned).
template <class Stage>
class DeepSpeedWalk : ChunkWalk<Stage>
{
    using Base = ChunkWalk<Stage>;
    using Base::isEnd;
    using Base::isStart;
    using Base::m_modules;
    using Base::m_passes;
    using Base::m_settings;
    using Base::m_stage;
    using Base::m_stream;
    using Base::overChunk;

public:
    DeepSpeedWalk(const StepModules &modules, const PipelineOrder &order, Stage &stage)
        : Base(modules, order, stage)
        , m_part(storageBytes(m_stream / m_settings.cut.tensor))
        , m_logits(m_settings.cut.stage.hasHead ? storageBytes(
                       m_settings.tokens() * m_settings.cut.vocabulary / m_settings.cut.tensor,
                       Dtype::Single)
                                                : 0)
    { }

    void run()
    {
        m_stage.tell([](Policy &policy) { policy.resident(); });
        hold();
        step();
        this->save();
    }

    /// What the engine refers to between steps.
    void hold()
    {
        m_stage.change(Held::Tables, inputBytes(m_settings));
        // Inputs and gradients come in one and the same, whatever is in flight
        // (_allocate_or_extend_buffers).
        m_stage.change(Held::Received, m_settings.cut.stage.stages > 1 ? m_part : 0);
        // The last stage's outputs stay in their buffers, from step to step, and with them the
        // leaves of their graphs.
        for (int i = 0; i < m_settings.cut.pipeBuffers; ++i) {
            m_stage.change(Held::Returned, m_logits);
            m_stage.change(Held::Schedule, leaves());
        }
    }

    void step()
    {
        for (const StageOp &pass : m_passes) {
            this->hear(pass);
            const MicroStep step{.index = pass.microBatch,
                .isLast = pass.isBackward && this->isOfLastMicroBatch(pass)};
            m_stage.tell([&](Policy &policy) { policy.beginMicroStep(step); });
            sendGradient();
            if (pass.isBackward)
                backward(pass);
            else
                forward(pass);
        }
        sendGradient();
        this->update();
        m_stage.sample();
    }

private:
    /// Of a graph that ends in logits: the stage's input, and its gradient.
    double leaves() const
    {
        const auto &stage = m_settings.cut.stage;
        return stage.hasHead && !stage.hasEmbedding ? 2 * m_stream : 0;
    }
    bool isPartitioned() const { return m_settings.cut.tensor > 1; }

    /// What a stage receives is cloned for the layers; gathered, they have the leaf itself, which
    /// their checkpoint keeps.
    void forward(const StageOp &pass)
    {
        m_stage.enter(PhaseId::Forward);
        if (isStart(pass)) {
            Base::forward(m_modules.embedding(), this->embeddingUnit());
        } else {
            m_stage.change(Held::Working, m_stream);
            if (!isPartitioned())
                m_stage.change(Held::Schedule, m_stream);
        }
        overChunk(pass, [this](int i) { Base::forward(m_modules.layer(i), this->layerUnit(i)); });
        if (!isEnd(pass)) {
            m_stage.change(Held::Working, -m_stream);
            return m_stage.change(Held::Schedule, m_part); // the output
        }
        m_stage.enter(PhaseId::Loss);
        m_stage.change(Held::Returned, m_logits);
        Base::forward(m_modules.head(), this->headUnit());
        // These take the place of others in their buffer.
        m_stage.change(Held::Returned, -m_logits);
        m_stage.change(Held::Schedule, -leaves());
        m_stage.sample();
    }

    void backward(const StageOp &pass)
    {
        m_stage.enter(PhaseId::Backward);
        m_stage.tell([](Policy &policy) { policy.beginBackward(); });
        // Gathered, the output and its gradient have names to the end.
        const double named = isPartitioned() && !isEnd(pass) ? m_stream : 0;
        m_stage.change(Held::Schedule, named);
        bool isBehindLast = isEnd(pass);
        if (isEnd(pass))
            Base::backward(m_modules.head(), this->headUnit());
        else
            lend();
        overChunk(pass, [&](int i) {
            Base::backward(m_modules.layer(i), this->layerUnit(i));
            if (!std::exchange(isBehindLast, true))
                takeBack();
        });
        if (isStart(pass))
            Base::backward(m_modules.embedding(), this->embeddingUnit());
        else
            keepGradient();
        this->forgetWork();
        const double output = isEnd(pass) ? 0 : m_part + named + (isPartitioned() ? m_stream : 0);
        // Gradients are reduced when all have been sent.
        if (this->isOfLastMicroBatch(pass)) {
            m_stage.change(Held::Schedule, -output);
            sendGradient();
        }
        m_stage.tell([](Policy &policy) { policy.endBackward(); });
        if (!this->isOfLastMicroBatch(pass))
            m_stage.change(Held::Schedule, -output);
        m_stage.sample();
    }

    /// The gradient of the output: the receive buffer itself, or what is gathered from it.
    void lend()
    {
        m_stage.change(Held::Working, m_stream);
        if (!isPartitioned())
            m_stage.change(Held::Received, -m_part);
    }
    void takeBack() { m_stage.change(isPartitioned() ? Held::Schedule : Held::Received, m_stream); }
    /// The leaf and its gradient, until that is sent before the next pass.
    void keepGradient()
    {
        m_stage.change(Held::Schedule, isPartitioned() ? 2 * m_stream : m_stream);
        m_toSend = leaves() > 0 ? 0 : 2 * m_stream;
    }
    void sendGradient() { m_stage.change(Held::Schedule, -std::exchange(m_toSend, 0)); }

    double m_part; ///< bytes of the stream that a rank sends
    double m_logits; ///< bytes of a micro-batch's, in fp32
    double m_toSend = 0; ///< bytes of an input and of its gradient
};

} // namespace shardscope
