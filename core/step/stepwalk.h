// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/modules/seq2seq.h"
#include "core/step/anchorwalk.h"
#include "core/step/forwardwalk.h"
#include "core/step/valuewalk.h"

#include <algorithm>
#include <limits>

namespace shardscope {

/// The order in which things happen in one training step, micro-step by micro-step, unit by unit.
/// Of a pipeline of Megatron-Core's whose stages are of one piece one micro-batch runs beside the
/// others that are in flight.
template <class Stage>
class StepWalk : ImageWalk<Stage>
{
    using Base = ImageWalk<Stage>;
    using Base::m_layers;
    using Base::m_modules;
    using Base::m_settings;
    using Base::m_stage;

public:
    StepWalk(const StepModules &modules, const PipelineOrder &order, Stage &stage)
        : Base(modules, stage)
        , m_accumulation(microSteps(order, modules.settings()))
        , m_schedule(modules, order)
        , m_answers(modules, stage)
    { }

    void run()
    {
        m_stage.tell([](Policy &policy) { policy.resident(); });
        if (m_settings.beside.reference == ReferenceModel::Separate) {
            m_stage.turnTo(ReferenceModel::Separate);
            m_stage.tell([](Policy &policy) { policy.resident(); });
            m_stage.turnTo(ReferenceModel::None);
            if (const StepModules *other = m_modules.reference())
                m_stage.change(
                    Held::Beside, bufferBytes(other->settings()) + other->tower().buffers);
        }
        m_answers.hold();
        m_stage.change(Held::Tables, inputBytes(m_settings));
        // GRPO's of all answers, which are generated at once (TRL 1.10.0.dev0, _buffered_inputs).
        const int batches = m_settings.objective == Objective::Grpo ? m_accumulation : 1;
        const TowerModules &tower = m_modules.tower();
        m_stage.change(Held::Tower, batches * tower.pixels + tower.buffers);
        if (m_settings.activationOffload == ActivationOffload::Inputs)
            m_stage.change(Held::HostBuffers, inputBufferBytes(m_settings));
        m_stage.change(Held::LeftBehind, m_modules.leftByHooks());
        for (int i = 0; i < m_layers; ++i) {
            if (m_modules.layer(i).routerGraph > 0)
                CommonTensors::moveRouters(m_stage, m_modules.layer(i), +1);
        }
        leaveTables(tableBytes(m_settings));
        if (m_settings.outputs == Outputs::Next)
            m_stage.change(Held::Returned, returnedBytes(m_settings));
        if (m_stage.isBeyondLimit())
            return;
        step();
        if (!m_isStopped)
            this->save();
    }

    void step()
    {
        // Micro-steps differ as the first, the last, and any in between.
        if (m_settings.objective == Objective::Grpo)
            generate();
        m_answers.play();
        m_stage.change(Held::Earlier, cachedEmbeddingBytes(m_settings));
        m_stage.change(Held::InFlight, m_schedule.inFlight());
        m_stage.change(Held::Schedule, m_schedule.held(false));
        const int count = std::min(m_accumulation, 3);
        const bool isLike = count == 3 && m_stage.repeatsMicroSteps();
        for (int i = 0; i < (isLike ? count - 1 : count); ++i) {
            m_stage.mark(m_stepMark);
            microStep({.index = i, .isLast = i == count - 1});
            if (m_isStopped)
                return;
        }
        if (isLike) {
            m_stage.repeatMicroStep(m_stepMark);
            m_stage.enterMicroStep(count - 1);
        }
        m_stage.releaseAll(Held::InFlight);
        m_stage.releaseAll(Held::Schedule);
        m_stage.releaseAll(Held::Earlier);
        this->update();
        m_answers.end();
        dropReturned();
        m_stage.sample();
    }

private:
    static int microSteps(const PipelineOrder &order, const LayerSettings &settings)
    {
        const double chunks = settings.contrasts ? settings.contrasts->chunks() : 1;
        return static_cast<int>(
            std::min(chunks * order.microBatches, 1.0 * std::numeric_limits<int>::max()));
    }
    void dropReturned()
    {
        if (m_settings.outputs == Outputs::Step)
            m_stage.releaseAll(Held::Returned);
    }
    /// The loop's name refers to the new output now, and no more to the last one.
    void keepReturned()
    {
        m_stage.releaseAll(Held::PastKeys);
        if (m_settings.outputs == Outputs::Dropped)
            return;
        const double last = m_stage.held(Held::Returned);
        m_stage.change(Held::Returned, returnedBytes(m_settings));
        m_stage.change(Held::Returned, -last);
    }

    void microStep(const MicroStep &step)
    {
        const Module &embedding = m_modules.embedding();
        const Module &head = m_modules.head();
        dropReturned();
        m_stage.enter(PhaseId::Forward);
        m_stage.enterMicroStep(step.index);
        m_stage.tell([&](Policy &policy) { policy.beginMicroStep(step); });
        m_answers.seeValues();
        if (m_modules.anchors())
            AnchorWalk(*m_modules.anchors(), m_stage).forward();
        if (m_settings.objective == Objective::Kto && m_modules.scorer())
            scoreOthers([this] { ForwardWalk(*m_modules.scorer(), m_stage).run(); });
        m_stage.tell([](Policy &policy) { policy.beginPass(); });
        this->beforeEmbedding([this] { makeTables(); });
        m_stage.change(Held::Locals,
            lookedUpBytes(m_settings, m_modules.checkpoints()) + promptBytes(m_settings));
        if (embedding.exists())
            this->forward(embedding, this->embeddingUnit());
        else
            m_stage.change(Held::Working, m_schedule.received());
        if (m_modules.between() >= 0)
            m_stage.change(Held::Locals, stackLocalBytes(m_settings, Stack::Encoder));
        this->behindEmbedding([this] { makeTables(); });
        this->overLayers(0, m_layers, +1, [this](int i) {
            if (i == m_modules.between())
                leaveEncoder();
            // The layer's own, which its tape begins with.
            if (m_settings.isPrefixed())
                m_stage.change(Held::Locals, -m_modules.bytesInFront());
            this->forward(m_modules.layer(i), this->layerUnit(i));
            if (m_modules.between() >= 0)
                behindStackLayer(i);
            m_stage.change(Held::PastKeys, keyValueBytes(m_settings));
            m_answers.behindLayer(i);
            if (i == 0)
                behindFirst(false);
        });
        m_stage.releaseAll(Held::RouterGraphs);
        if (!m_settings.isMegatron()) // its forward pass makes the loss as well
            m_stage.releaseAll(Held::Locals);
        m_stage.change(Held::Common, -m_modules.lastChoice());
        m_stage.change(Held::Locals,
            promptBytes(m_settings) + m_modules.keptByPrompt() + m_modules.keptAroundModel()
                + m_modules.cachedBytes());
        this->forgetFeatures();
        const bool keepsMasks = m_modules.checkpoints() || m_settings.isEngines()
            || m_settings.compiling == Compiling::Model;
        if (!keepsMasks)
            m_stage.releaseAll(Held::Masks);
        if ((keepsMasks || m_settings.spec.hasUnmasked()) && m_modules.hasUnusedMask())
            forgetOneKind(m_layers); // no layer keeps it
        if (head.exists()) {
            m_stage.enter(PhaseId::Loss);
            this->forward(head, this->headUnit());
        }
        m_stage.releaseAll(Held::Locals);
        if (m_modules.scores().exists())
            compare();
        if (m_modules.anchors())
            m_stage.releaseAll(Held::Referred);
        m_stage.change(Held::Tower, -m_modules.tower().arguments - m_modules.tower().returned);
        keepReturned();
        m_isStopped = m_stage.isBeyondLimit();
        if (m_isStopped)
            return;
        m_stage.releaseAll(Held::Cache);
        schedule(true);
        m_stage.enter(PhaseId::Backward);
        m_stage.releaseAll(Held::LeftBehind);
        if (m_modules.scores().exists())
            this->unscore();
        if (m_answers.exists())
            this->referToLogits();
        m_stage.tell([this](Policy &policy) {
            policy.beginBackward();
            policy.expectSecondPass(m_modules.anchors() != nullptr);
        });
        m_stage.change(Held::Returned, outputGradientBytes(m_settings));
        // What was sent makes room for its gradient, which comes from the next stage.
        if (head.exists())
            this->backward(head, this->headUnit());
        m_answers.behindHeadGradients();
        const int first = m_modules.firstLearning();
        const int attending = m_modules.firstAttending();
        this->overLayers(first, m_layers, -1, [this, first, attending](int i) {
            this->backwardLayer(i, m_schedule.maskAtWork(i));
            if (i < m_modules.tower().deepLayers && m_modules.tower().needsGradient)
                m_stage.change(Held::Tower, m_modules.tower().deepFeatures);
            if (i == m_modules.groupOf(m_layers - 1).first && !m_modules.head().exists())
                m_stage.change(Held::Schedule, m_schedule.received());
            m_answers.behindGradients(i);
            if (m_modules.isFirstOfKind(i) && !keepsNamed())
                forgetOneKind(i);
            if (m_modules.between() >= 0)
                behindStackGradients(i);
            if (i == attending)
                this->forgetImages();
            if (i == first)
                behindFirst(true);
        });
        m_stage.releaseAll(Held::Embedded);
        m_stage.enterLayer(-1);
        if (!keepsNamed())
            m_stage.releaseAll(Held::Masks);
        if (m_modules.tower().exists() && !this->attendsToImages())
            this->learnImages();
        if (embedding.exists())
            this->backward(embedding, this->embeddingUnit());
        m_answers.learnValues();
        if (m_modules.anchors())
            learnAnchors();
        if (this->attendsToImages())
            this->learnAttended();
        m_stage.releaseAll(Held::Masks);
        m_stage.change(Held::Returned, -outputGradientBytes(m_settings));
        this->forgetWork();
        m_answers.behindBackward();
        m_stage.stash().clear(m_stage);
        m_stage.change(Held::LeftBehind, m_modules.leftByHooks());
        m_stage.tell([](Policy &policy) { policy.endBackward(); });
        leaveTables(madeTables());
        m_stage.change(Held::Tables, -madeTables());
        schedule(false);
        if (!step.isLast)
            m_answers.log();
        m_stage.sample();
    }

    void learnAnchors()
    {
        m_stage.releaseAll(Held::Masks);
        m_stage.change(Held::Tables, -madeTables());
        this->forgetWork();
        m_stage.tell([](Policy &policy) { policy.expectSecondPass(false); });
        AnchorWalk(*m_modules.anchors(), m_stage).backward();
    }

    /// What layers look up and add, which the language model makes when it has its embeddings.
    void makeTables()
    {
        m_stage.change(Held::Tables, tableBytes(m_settings));
        m_stage.change(Held::Masks, maskBytes(m_settings) + m_schedule.masks());
    }

    /// transformers 5 hands layers all but their stream by name, but for those of its time's first
    /// encoders (modeling_layers.py, GradientCheckpointingLayer): a reentrant checkpoint refers to
    /// what has a name as long as there is a graph.
    bool keepsNamed() const
    {
        const ModelSpec &spec = m_settings.spec;
        const bool isByPlace
            = spec.seq2seq || (spec.encoder && spec.encoder->code != EncoderCode::ModernBert);
        return m_modules.checkpoints() && m_settings.reentersCheckpoints && !isByPlace
            && !precedesFive(m_settings.library);
    }

    // Encoder-decoders: what each stack refers to, and what its layers share.
    void leaveEncoder()
    {
        m_stage.releaseAll(Held::Locals);
        if (!m_modules.checkpoints())
            m_stage.releaseAll(Held::Masks);
    }
    void behindStackLayer(int layer)
    {
        if (layer == m_modules.between()) {
            m_stage.change(Held::Masks, stackMaskBytes(m_settings, Stack::Decoder));
            m_stage.change(Held::Locals, stackLocalBytes(m_settings, Stack::Decoder));
        }
        if (layer == m_modules.between() + 1)
            m_stage.change(Held::Tables, crossLeafBytes(m_settings));
    }
    void behindStackGradients(int layer)
    {
        const int decoder = m_modules.between() + 1;
        const bool isChecked = m_modules.checkpoints();
        if (layer == m_modules.between())
            m_stage.change(Held::Tables, targetLeafBytes(m_settings));
        if (isChecked && layer == 1 && layer < m_modules.between())
            m_stage.change(Held::Common, -stackBiasBytes(m_settings, Stack::Encoder));
        if (isChecked && layer == decoder + 1)
            m_stage.change(Held::Common, -stackBiasBytes(m_settings, Stack::Decoder));
        if (layer != decoder)
            return;
        m_stage.change(Held::Tables, crossLeafBytes(m_settings)); // their gradient
        if (keepsStates(m_settings))
            m_stage.change(Held::Common, -stateBytes(m_settings));
        if (isChecked && !keepsNamed())
            m_stage.change(Held::Masks, -stackMaskBytes(m_settings, Stack::Decoder));
    }

    /// TRL 1.10.0.dev0 grpo_trainer.py, _generate_and_score_completions: answers of all
    /// micro-steps, and their log-probabilities, a micro-batch at a time, then the reference's.
    void generate()
    {
        const Companions &beside = m_settings.beside;
        stow(beside.stowed);
        m_stage.enter(PhaseId::Generation);
        m_stage.change(Held::Rollout, beside.rolloutAwake - m_stage.held(Held::Rollout));
        write();
        m_stage.sample();
        m_stage.change(Held::Rollout, beside.rolloutAsleep - beside.rolloutAwake);
        if (m_modules.scorer() || m_modules.reference())
            scoreAll();
        if (beside.stowed == Stowed())
            return;
        m_stage.enter(PhaseId::Forward);
        stow({});
    }

    /// The trained model reads all prompts, and writes the answers. Their ids, places and mask grow
    /// (transformers 5.12 generation/utils.py), and names still refer to what the last word but one
    /// was drawn from.
    void write()
    {
        if (!m_modules.writer())
            return;
        const LayerSettings &writing = m_modules.writer()->settings();
        const auto listed = [&writing](double tokens) {
            return 3 * storageBytes(writing.batch * tokens, Dtype::Wide);
        };
        const auto read = [this](const StepModules &modules, double beside) {
            m_stage.change(Held::Rollout, beside);
            m_answers.pass(modules);
            m_stage.change(Held::Rollout, -beside);
        };
        const StepModules &prompter = *m_modules.prompter();
        read(prompter, listed(prompter.settings().sequence));
        read(*m_modules.writer(), listed(m_settings.sequence) + 2 * drawnBytes(writing));
    }

    void scoreAll()
    {
        const Stowed &stowed = m_settings.beside.stowed;
        m_stage.enter(PhaseId::Scoring);
        stow({.optimizer = stowed.optimizer});
        // As many micro-batches as micro-steps, of which the wire tells three apart, or fewer that
        // are larger.
        const StepModules *scorer = m_modules.scorer();
        m_stage.listen(m_settings.scoringShare());
        const bool arePacked = scorer && scorer->settings().packed > 0;
        const double words = arePacked ? packedWordBytes(scorer->settings()) : 0;
        m_stage.change(Held::Tables, words);
        for (int i = 0; i < std::min(m_accumulation, 3); ++i) {
            m_stage.enterMicroStep(i);
            if (scorer)
                ForwardWalk(*scorer, m_stage).run();
            m_stage.releaseAll(Held::Referred);
        }
        stow(stowed);
        for (int i = 0; m_modules.reference() && i < std::min(m_accumulation, 3); ++i) {
            m_stage.enterMicroStep(i);
            refer();
            m_stage.releaseAll(Held::Referred);
        }
        m_stage.listen(1);
        m_stage.change(Held::Tables, -words);
        this->forgetWork();
        m_stage.sample();
    }
    void stow(const Stowed &stowed)
    {
        m_stage.tell([&stowed](Policy &policy) { policy.stow(stowed); });
    }

    /// KTO's answers to other prompts: nothing is left of their logits.
    template <class Score>
    void scoreOthers(const Score &score)
    {
        const double referred = m_stage.held(Held::Referred);
        score();
        m_stage.change(Held::Referred, referred - m_stage.held(Held::Referred));
    }

    void refer()
    {
        m_stage.turnTo(m_settings.beside.reference);
        ForwardWalk(*m_modules.reference(), m_stage).run();
        m_stage.turnTo(ReferenceModel::None);
    }

    /// The model has returned: TRL computes the loss from its logits, and logs of them what it can.
    void compare()
    {
        m_stage.releaseAll(Held::Cache);
        const Objective objective = m_settings.objective;
        if (m_answers.exists()) {
            return m_answers.takeOutput();
        }
        if (distills(objective) && m_modules.reference())
            refer(); // the teacher's logits come before the loss
        this->score();
        if (distills(objective))
            return m_stage.releaseAll(Held::Referred);
        const bool refers = m_modules.reference() && objective != Objective::Grpo;
        if (refers && objective == Objective::Kto)
            scoreOthers([this] { refer(); });
        if (refers)
            refer();
        if (!comparesAlone(objective) && m_settings.packed == 0)
            this->logEntropies();
        if (objective == Objective::Kto)
            this->logSorted();
        m_stage.releaseAll(Held::Referred);
    }

    void schedule(bool isBackward)
    {
        const double now = m_schedule.held(isBackward);
        m_stage.change(Held::Schedule, now - m_stage.held(Held::Schedule));
    }

    /// Queries and keys that led to a router's logits refer to them.
    void leaveTables(double bytes)
    {
        if (m_stage.held(Held::RouterGraphs) > 0)
            m_stage.change(Held::RouterGraphs, bytes);
    }
    double madeTables() const { return m_stage.held(Held::Tables) - inputBytes(m_settings); }

    /// The first layer has run, and with its backward pass the last checkpoint of layers.
    void behindFirst(bool isBackward)
    {
        if (isBackward) {
            m_stage.releaseAll(Held::Common);
            if (m_settings.spec.mixed)
                m_stage.change(Held::Tables, -madeTables());
        } else {
            m_stage.change(Held::Locals, m_modules.keptByModel());
        }
        if (m_modules.firstKeepsInput() == isBackward)
            m_stage.change(Held::Embedded, m_modules.keptByEmbedding());
    }

    /// Of the kind whose first layer that is; m_layers: of the one that no layer takes.
    double maskOfKind(int layer) const
    {
        const ModelSpec &spec = m_settings.spec;
        const double held = m_stage.held(Held::Masks);
        const double positions = storageBytes(m_settings.sequence, Dtype::Wide);
        if (m_settings.isUnpaddedSdpa)
            return layer == spec.modules.firstSlidingLayer ? held - positions : 0;
        return (held - (spec.mixed ? positions : 0)) / spec.modules.masks;
    }

    /// With a layer, the first of its kind, only layers with the other kind of attention are left:
    /// their mask and table differ.
    void forgetOneKind(int layer)
    {
        const ModuleTraits &traits = m_settings.spec.modules;
        if (m_settings.spec.mixed)
            return forgetOneOfMixed(layer);
        if (traits.masks > 1)
            m_stage.change(Held::Masks, -maskOfKind(layer));
        if (traits.rotaryTables > 1)
            m_stage.change(Held::Tables, -madeTables() / traits.rotaryTables);
        if (!m_settings.spec.hasUnmasked())
            return;
        // Layers without attention are given no mask, and tables that checkpoints alone keep.
        m_stage.releaseAll(Held::Masks);
        if (!m_modules.checkpoints())
            m_stage.change(Held::Tables, -madeTables());
    }

    /// Tables differ in size. Under checkpoints the keys that the model refers to hold on to them.
    void forgetOneOfMixed(int layer)
    {
        const ModuleTraits &traits = m_settings.spec.modules;
        m_stage.change(Held::Masks, -maskOfKind(layer));
        if (!m_modules.checkpoints())
            m_stage.change(
                Held::Tables, -kindTableBytes(m_settings, layer == traits.firstFullLayer));
    }

    int m_accumulation;
    StageSchedule m_schedule;
    AnswersWalk<Stage> m_answers;
    bool m_isStopped = false; ///< more is held than anybody asks about
    typename Stage::Mark m_stepMark{};
};

} // namespace shardscope
