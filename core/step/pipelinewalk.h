// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/chunkwalk.h"

#include <algorithm>
#include <utility>

namespace shardscope {

/// The order in which things happen in one training step on a stage of a pipeline, pass by pass of
/// its chunks (torch 2.14 distributed/pipelining/stage.py; nanotron's engine goes through the same
/// passes, parallel/pipeline_parallel/engine.py).
template <class Stage>
class PipelineWalk : ChunkWalk<Stage>
{
    using Base = ChunkWalk<Stage>;
    using Base::isEnd;
    using Base::isStart;
    using Base::layersOf;
    using Base::m_modules;
    using Base::m_passes;
    using Base::m_settings;
    using Base::m_stage;
    using Base::m_stream;
    using Base::overChunk;

public:
    PipelineWalk(const StepModules &modules, const PipelineOrder &order, Stage &stage)
        : Base(modules, order, stage)
        , m_accumulation(order.microBatches)
        , m_isV(order.isV())
        , m_keptGradients(keptGradients(modules.settings(), order, m_passes))
    { }

    void run()
    {
        m_stage.tell([](Policy &policy) { policy.resident(); });
        m_stage.change(Held::Tables, inputBytes(m_settings));
        m_stage.change(Held::Masks, maskBytes(m_settings));
        receive(receiveBuffers(m_settings, m_accumulation));
        step();
        this->save();
    }

private:
    void step()
    {
        // Those that are not followed return logits, too.
        const int unfollowed = m_accumulation - m_passes.back().microBatch - 1;
        m_stage.change(Held::Returned, unfollowed * returned());
        m_stage.change(Held::InFlight, unfollowed * graphsBehindOutput());
        receive(m_keptGradients * m_stream);
        for (const StageOp &pass : m_passes) {
            begin(pass);
            if (pass.isBackward)
                backwardPart(pass);
            else
                forward(pass);
        }
        m_stage.releaseAll(Held::Schedule);
        this->update();
        if (m_settings.outputs == Outputs::Step) {
            m_stage.releaseAll(Held::Returned);
            m_stage.releaseAll(Held::InFlight);
        }
        m_stage.sample();
    }

    void begin(const StageOp &pass)
    {
        this->hear(pass);
        // Each chunk reduces its gradients behind its last backward pass.
        const bool isDone = pass.isBackward && pass.part != BackwardPart::Inputs;
        const MicroStep step{.index = pass.microBatch,
            .isLast = isDone && this->isOfLastMicroBatch(pass),
            .chunk = pass.chunk,
            .part = isStart(pass) ? BackwardPart::Whole : pass.part};
        m_stage.tell([&](Policy &policy) { policy.beginMicroStep(step); });
    }

    /// The chunk that comes next, or the one before, is on the same stage: what goes there takes
    /// the place of a receive buffer (stage.py, set_local_fwd_input and set_local_bwd_input).
    bool passesOnHere(const StageOp &pass) const { return turnsHere() && pass.chunk == 0; }
    bool comesFromHere(const StageOp &pass) const { return turnsHere() && pass.chunk == 1; }
    bool turnsHere() const
    {
        const auto &stage = m_settings.cut.stage;
        return m_isV && stage.index == stage.stages - 1;
    }
    /// Logits that ranks have gathered of each other are a view (DTensor.to_local), which is not
    /// detached (stage.py, backward_one_chunk): where they are returned, what is left of the graph
    /// hangs on them when its weights have their gradients.
    bool keepsGraph() const
    {
        const MeshCut &cut = m_settings.cut;
        return m_settings.outputs != Outputs::Dropped && cut.tensor > 1 && !cut.splitsLoss
            && m_settings.isTorchtitan();
    }
    /// Of a micro-batch whose backward passes come in two parts.
    double graphsBehindOutput()
    {
        const auto last
            = std::find_if(m_passes.begin(), m_passes.end(), [this](const StageOp &pass) {
                  return pass.part == BackwardPart::Weights && isEnd(pass) && !isStart(pass);
              });
        double bytes = 0;
        if (keepsGraph() && last != m_passes.end())
            forEachLayer(*last,
                [&bytes](const Module &layer) { bytes += totalOf(layer.profile.keptToEnd); });
        return bytes;
    }
    double returned() const { return m_settings.cut.stage.hasHead ? returnedBytes(m_settings) : 0; }

    template <class Use>
    void forEachLayer(const StageOp &pass, const Use &use)
    {
        const auto [first, end] = layersOf(pass);
        for (int i = first; i < end; ++i)
            use(m_modules.layer(i));
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
            return keepOutput(pass);
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

    /// The chunk that begins the model has no input to differentiate: all of its gradients are
    /// made in the pass for weights (stage.py, backward_one_chunk).
    void backwardPart(const StageOp &pass)
    {
        if (pass.part == BackwardPart::Whole || isStart(pass)) {
            if (pass.part != BackwardPart::Inputs)
                backward(pass);
        } else if (pass.part == BackwardPart::Inputs) {
            inputs(pass);
        } else {
            weights(pass);
        }
    }

    /// The output, its gradient and the input stay for the other part. The input's gradient is not
    /// let go of before the next step (_backward.py, stage_backward_input: inp.grad).
    void inputs(const StageOp &pass)
    {
        m_stage.enter(PhaseId::Backward);
        m_stage.tell([](Policy &policy) { policy.beginBackward(); });
        if (isEnd(pass))
            Base::inputsOf(m_modules.head(), this->headUnit());
        else
            lend(); // the gradient of the output
        overChunk(pass, [this](int i) { Base::inputsOf(m_modules.layer(i), this->layerUnit(i)); });
        if (isEnd(pass)) {
            Base::drop(m_modules.head(), m_modules.head().profile.keptForInputs);
            dropLogits();
        } else if (!keepsGradient(pass)) {
            receive(m_stream);
        }
        if (!comesFromHere(pass))
            receive(m_stream);
        this->forgetWork();
        m_stage.tell([](Policy &policy) { policy.endBackward(); });
        m_stage.sample();
    }

    /// Modules in order.
    void weights(const StageOp &pass)
    {
        m_stage.enter(PhaseId::Backward);
        const auto [first, end] = layersOf(pass);
        const bool endsInLayer = !isEnd(pass) && end > first;
        const int behind = endsInLayer ? end - 1 : end;
        Base::overLayers(first, behind, +1,
            [this](int i) { Base::weightsOf(m_modules.layer(i), this->layerUnit(i)); });
        if (endsInLayer) {
            m_stage.enterLayer(behind);
            Base::weightsOf(m_modules.layer(behind), this->layerUnit(behind), true);
        }
        m_stage.enterLayer(-1);
        if (isEnd(pass))
            Base::weightsOf(m_modules.head(), this->headUnit());
        for (int i = first; i < behind; ++i)
            Base::drop(m_modules.layer(i), m_modules.layer(i).profile.keptToEnd);
        receive(m_stream); // the input's
        if (isEnd(pass)) {
            Base::drop(m_modules.head(), m_modules.head().profile.keptToEnd);
            m_stage.change(Held::InFlight, graphsBehindOutput());
        } else {
            if (keepsGradient(pass))
                receive(m_stream);
            dropOutput(pass);
        }
        this->forgetWork();
        m_stage.tell([](Policy &policy) { policy.endBackward(); });
        m_stage.sample();
    }

    /// A weight waits for the gradient of the output as it is in its buffer, not for what is
    /// gathered of it.
    bool keepsGradient(const StageOp &pass) const
    {
        const int end = layersOf(pass).second;
        return end > 0 && m_modules.layer(end - 1).profile.keepsOutputGradient;
    }

    /// The runtime of schedules with chunks does not refer to logits beyond the backward pass.
    void dropLogits()
    {
        if (m_settings.outputs == Outputs::Dropped)
            m_stage.change(Held::Schedule, -logitBytes(m_settings));
    }
    void dropOutput(const StageOp &pass)
    {
        if (!passesOnHere(pass))
            m_stage.change(Held::Schedule, -m_stream);
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
            dropOutput(pass);
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
    void keepOutput(const StageOp &pass)
    {
        m_stage.change(Held::Working, -m_stream);
        if (!passesOnHere(pass))
            m_stage.change(Held::Schedule, m_stream);
    }

    int m_accumulation;
    bool m_isV;
    int m_keptGradients; ///< of inputs, of micro-batches that are not followed
    double m_lastLogits = 0; ///< of the micro-batch that has gone backward last
    bool m_keepsGradient = false;
};

} // namespace shardscope
