// SPDX-License-Identifier: GPL-3.0-or-later
// TRL 1.10.0.dev0 (f2cd57710) experimental/ppo/ppo_trainer.py, PolicyAndValueWrapper and train.
#pragma once

#include "core/step/forwardwalk.h"

namespace shardscope {

/// The passes of PPO's value model within a micro-step: its forward pass comes before the policy's,
/// its backward pass behind.
template <class Stage>
class ValueWalk : UnitWalk<Stage>
{
    using Base = UnitWalk<Stage>;
    using Base::m_layers;
    using Base::m_modules;
    using Base::m_settings;
    using Base::m_stage;

public:
    ValueWalk(const StepModules &modules, Stage &stage)
        : Base(modules, stage)
    { }

    void forward()
    {
        const bool checkpoints = m_modules.checkpoints();
        const double positions = checkpoints ? storageBytes(m_settings.tokens(), Dtype::Wide) : 0;
        const double masks = maskBytes(m_settings);
        m_stage.change(Held::Earlier, tableBytes(m_settings) + masks + positions);
        m_stage.change(Held::Locals, lookedUpBytes(m_settings, checkpoints));
        Base::forward(m_modules.embedding(), this->embeddingUnit());
        this->overLayers(0, m_layers, +1, [this](int i) {
            Base::forward(m_modules.layer(i), this->layerUnit(i));
            m_stage.change(Held::States, this->returnedBy(i, StepModules::Returned::Unkept));
        });
        m_stage.enterLayer(-1);
        m_stage.releaseAll(Held::Locals);
        if (!checkpoints)
            m_stage.change(Held::Earlier, -masks);
        Base::forward(m_modules.head(), this->headUnit());
        m_stage.change(Held::States, m_modules.returnedNormed(StepModules::Returned::Unkept));
    }

    void backward()
    {
        Base::backward(m_modules.head(), this->headUnit());
        this->overLayers(0, m_layers, -1, [this](int i) { this->backwardLayer(i); });
        m_stage.enterLayer(-1);
        Base::backward(m_modules.embedding(), this->embeddingUnit());
        m_stage.releaseAll(Held::Earlier);
    }
};

/// What PPO adds to a step whose policy `modules` are; nothing where they have no value model.
/// Names go on to refer to what the last micro-batch's policy returned, and to what was logged of
/// it, until there are new ones.
template <class Stage>
class AnswersWalk : UnitWalk<Stage>
{
    using Base = UnitWalk<Stage>;
    using Base::m_layers;
    using Base::m_modules;
    using Base::m_settings;
    using Base::m_stage;
    using Returned = StepModules::Returned;

public:
    AnswersWalk(const StepModules &modules, Stage &stage)
        : Base(modules, stage)
        , m_answers(modules.settings().beside.answers.value_or(Answers{}))
    { }

    bool exists() const { return m_modules.value() != nullptr; }

    void hold()
    {
        if (!exists())
            return;
        m_stage.change(Held::Rollout, m_answers.kept);
        m_stage.change(Held::Beside, 2 * bufferBytes(m_modules.value()->settings()));
    }

    /// Before the micro-steps: the policy answers, and the frozen models and the value model judge
    /// what it has said, all a chunk at a time. The last whole one takes most.
    void play()
    {
        if (!exists())
            return;
        m_stage.enter(PhaseId::Generation);
        m_stage.change(Held::Rollout, m_answers.listed);
        pass(*m_modules.prompter());
        blink(m_answers.stacked);
        m_stage.change(Held::Rollout, -m_answers.listed);
        blink(m_answers.padded);
        m_stage.sample();
        m_stage.enter(PhaseId::Scoring);
        m_stage.change(Held::Rollout, m_answers.names);
        m_stage.turnTo(m_settings.beside.reference);
        pass(*m_modules.reference());
        m_stage.turnTo(ReferenceModel::None);
        pass(*m_modules.judge());
        m_stage.sample();
    }

    /// A forward pass of which nothing stays.
    void pass(const StepModules &modules)
    {
        ForwardWalk(modules, m_stage).run();
        this->forgetWork();
        for (const Held held : {Held::States, Held::Referred})
            m_stage.releaseAll(held);
    }

    void seeValues()
    {
        if (!exists())
            return;
        m_lastStates = m_stage.held(Held::States);
        m_lastLogits = m_stage.held(Held::Referred);
        m_stage.change(Held::States, argumentBytes(m_settings));
        ValueWalk(*m_modules.value(), m_stage).forward();
        m_ofValue = m_stage.held(Held::States) - m_lastStates - argumentBytes(m_settings);
    }
    void behindLayer(int layer)
    {
        m_stage.change(Held::States, this->returnedBy(layer, Returned::Unkept));
    }
    /// The wrapper of both models has returned. accelerate casts what it did before names refer to
    /// that, no more to what there was before.
    void takeOutput()
    {
        const double normed = m_modules.returnedNormed(Returned::Unkept);
        m_stage.change(Held::States, normed - m_ofValue);
        if (!m_settings.convertsOutputs)
            forgetLast();
        this->score();
        if (m_settings.convertsOutputs)
            forgetLast();
        if (!m_settings.convertsStates())
            return;
        double more = castStateBytes(m_settings) - normed;
        for (int i = 0; i < m_layers; ++i)
            more -= m_modules.returnedState(i, Returned::Unkept);
        m_stage.change(Held::States, more);
    }

    void behindHeadGradients()
    {
        if (exists() && !m_settings.convertsStates())
            m_stage.change(Held::States,
                m_modules.returnedNormed(Returned::All)
                    - m_modules.returnedNormed(Returned::Unkept));
    }
    /// What the layer kept, the output refers to.
    void behindGradients(int layer)
    {
        const auto kept = [&](auto of) {
            return (m_modules.*of)(layer, Returned::All) - (m_modules.*of)(layer, Returned::Unkept);
        };
        m_stage.change(Held::States,
            kept(&StepModules::returnedKeys)
                + (m_settings.convertsStates() ? 0 : kept(&StepModules::returnedState)));
    }
    void learnValues()
    {
        if (exists())
            ValueWalk(*m_modules.value(), m_stage).backward();
    }

    /// A leaf has its gradient as long as the output refers to it, or a copy of it does.
    void behindBackward()
    {
        if (exists())
            m_stage.change(
                Held::States, (m_settings.convertsStates() ? 2 : 1) * m_modules.leafBytes());
    }

    /// The entropies of a micro-batch.
    void log()
    {
        if (!exists())
            return;
        const double chances = chanceBytes(m_settings, this->returned());
        const double last = m_stage.held(Held::Logged);
        m_stage.change(Held::Logged, chances);
        m_stage.change(Held::Logged, -last);
        m_stage.change(Held::Logged, chances); // times the logits
        m_stage.change(Held::Logged, -chances);
    }
    void end()
    {
        if (!exists())
            return;
        log();
        for (const Held held : {Held::States, Held::Referred, Held::Logged})
            m_stage.releaseAll(held);
        m_stage.change(Held::Rollout, -m_answers.names);
    }

private:
    void forgetLast()
    {
        m_stage.change(Held::States, -m_lastStates - argumentBytes(m_settings));
        m_stage.change(Held::Referred, -m_lastLogits);
    }
    void blink(double bytes)
    {
        m_stage.change(Held::Rollout, bytes);
        m_stage.change(Held::Rollout, -bytes);
    }

    Answers m_answers;
    double m_ofValue = 0; ///< bytes to which what the value model returned refers
    double m_lastStates = 0; ///< the same of the last micro-batch's policy, and its logits
    double m_lastLogits = 0;
};

} // namespace shardscope
