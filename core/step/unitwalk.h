// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/modules/scores.h"
#include "core/step/commontensors.h"
#include "core/step/hoststash.h"
#include "core/step/stageschedule.h"

#include <algorithm>
#include <bit>

namespace shardscope {

/// How the passes of single units run in a `Stage`: it counts the activations that they make and
/// let go of, runs the passes of modules, and asks the framework's policy at the right moments.
template <class Stage>
class UnitWalk
{
protected:
    UnitWalk(const StepModules &modules, Stage &stage)
        : m_modules(modules)
        , m_settings(modules.settings())
        , m_layers(modules.layers())
        , m_stage(stage)
    { }

    Unit unit(Unit::Kind kind, const Module &module, int index = 0) const
    {
        return {kind, index, m_layers, m_modules.tower().units(), &module.tape};
    }
    Unit embeddingUnit() const { return unit(Unit::Kind::Embedding, m_modules.embedding()); }
    Unit headUnit() const { return unit(Unit::Kind::Head, m_modules.head()); }
    Unit towerUnit(int index) const
    {
        const Module &module = m_modules.tower().part(index);
        Unit part = unit(Unit::Kind::Tower, module, index);
        part.part = module.towerPart;
        return part;
    }
    Unit behindTowerUnit() const
    {
        const TowerModules &tower = m_modules.tower();
        Unit part = unit(Unit::Kind::Tower, tower.kinds[*tower.behind], tower.size());
        part.part = TowerPartKind::Behind;
        return part;
    }
    Unit layerUnit(int index) const
    {
        return unit(Unit::Kind::Layer, m_modules.layer(index), index);
    }

    /// Runs the layers from `first` on, to `end`, forward (+1) or backward (-1). Of a row of layers
    /// that repeat those in which the framework does the same are played once, and then repeat.
    template <class Run>
    void overLayers(int first, int end, int direction, const Run &run)
    {
        const int begin = direction > 0 ? first : end - 1;
        const int stop = direction > 0 ? end : first - 1;
        LayerRow row;
        Instants instants;
        for (int i = begin; i != stop; i += direction) {
            if (row.left == 0) {
                row = rowFrom(i, stop, direction);
                instants = {};
            }
            row.last = layerUnit(i);
            ++row.run;
            --row.left;
            m_stage.enterLayer(i);
            run(i);
            if (row.left < row.period || row.run % row.period != 0)
                continue;
            if (const int layers = skip(row, direction); layers > 0) {
                row = row.without(layers);
                i = row.last.index;
                instants = {};
            }
            if (instants.isNextRemembered()) {
                row.remembered = row.run;
                m_stage.remember(m_layerMark, row);
            }
        }
    }

    void forward(const Module &module, const Unit &unit)
    {
        m_stage.tell([&](Policy &policy) { policy.beforeForward(unit); });
        m_stage.play(module, module.profile.forward, unit);
        m_stage.change(Held::Cache, module.profile.cached);
        moveKept(module, -1);
        const bool isLayer = unit.kind == Unit::Kind::Layer;
        m_stage.change(module.kept, isLayer ? m_modules.keptBy(unit.index) : module.keptBytes());
        if (isLayer)
            m_stage.change(Held::Common, m_modules.choiceHeldBehind(unit.index));
        CommonTensors::lend(m_stage, module);
        if (m_settings.offloadsActivations())
            leaveForHost(module, unit);
        m_stage.tell([&](Policy &policy) { policy.afterForward(unit); });
        m_stage.sample();
    }

    void backward(const Module &module, const Unit &unit)
    {
        if (unit.kind == Unit::Kind::Layer && unit.index + 1 < m_layers)
            m_stage.change(Held::Common, -m_modules.choiceHeldBehind(unit.index));
        m_stage.tell([&](Policy &policy) {
            if (module.isReentered())
                policy.beforeReentry(unit);
            else
                policy.beforeBackward(unit);
        });
        m_stage.change(module.kept, -module.keptBytes());
        moveKept(module, +1);
        m_stage.play(module, module.profile.backward, unit);
        if (const double bytes = module.profile.referred; bytes > 0) {
            m_stage.change(Held::Saved, -bytes);
            m_stage.change(Held::Referring, bytes);
        }
        if (m_settings.offloadsActivations())
            keepFromHost(module, unit);
        if (!module.isReentered())
            m_stage.tell([&](Policy &policy) { policy.afterBackward(unit); });
        m_stage.sample();
    }

    /// From the logits that the model returned to log-probabilities; the loop refers to the logits
    /// on.
    void score()
    {
        const Module &scores = m_modules.scores();
        m_stage.play(scores, scores.profile.forward, headUnit());
        moveKept(scores, -1);
        m_stage.change(scores.kept, scores.keptBytes());
        const bool areKept
            = m_settings.tracks && scores.profile.kept[index(Holding::Logits)] > 0 && keepsLogits();
        const bool areNamed = m_settings.packed == 0; // by the loop, not by a function that returns
        if (areNamed && !areKept)
            m_stage.change(Held::Referred, scoredLogitBytes(m_settings, returned()));
    }
    void unscore()
    {
        const Module &scores = m_modules.scores();
        m_stage.change(scores.kept, -scores.keptBytes());
        moveKept(scores, +1);
        m_stage.play(scores, scores.profile.backward, headUnit());
    }
    /// The logits, as the head makes them.
    const Tensor &returned() const
    {
        const Tape &head = m_modules.head().tape;
        return head.at(head.output);
    }
    /// Bytes of a layer to which what the model returns refers.
    double returnedBy(int layer, StepModules::Returned which) const
    {
        return m_modules.returnedState(layer, which) + m_modules.returnedKeys(layer, which);
    }
    /// Whose names, and what the model returned, refer to the logits when their graph is gone.
    void referToLogits()
    {
        m_stage.change(Held::Referred,
            scoredLogitBytes(m_settings, returned()) - m_stage.held(Held::Referred));
    }
    /// The entropies that the trainer logs.
    void logEntropies()
    {
        const double bytes = entropyBytes(m_settings, returned());
        m_stage.change(Held::Logits, bytes);
        m_stage.change(Held::Logits, -bytes);
    }

    /// The means of liked and of disliked answers' logits that KTO logs.
    void logSorted()
    {
        const double bytes = sortedLogitBytes(m_settings, returned());
        m_stage.change(Held::Logits, bytes);
        m_stage.change(Held::Logits, -bytes);
    }

    /// The backward pass of a layer. The last of several under one checkpoint has all of them run
    /// again; `mask`: bytes of what each of them then makes for itself.
    void backwardLayer(int index, double mask = 0)
    {
        const LayerGroup group = m_modules.groupOf(index);
        if (!group.isSeveral())
            return backward(m_modules.layer(index), layerUnit(index));
        const Module &module = m_modules.inGroup(index);
        const double streams = 2 * module.tape.storageOf(module.tape.output);
        if (index == group.end - 1) {
            runAgain(group);
            m_stage.change(Held::Masks, (group.size() - 1) * mask);
        }
        backward(module, layerUnit(index));
        if (index == group.first)
            m_stage.change(Held::Working, -streams); // the output and its gradient
        else
            m_stage.change(Held::Masks, -mask);
    }

    /// The first part of a backward pass in two: gradients of inputs. What the other part needs
    /// goes back to the module's account.
    void inputsOf(const Module &module, const Unit &unit)
    {
        m_stage.tell([&](Policy &policy) { policy.beforeBackward(unit); });
        m_stage.change(module.kept, -module.keptBytes());
        moveKept(module, +1);
        m_stage.play(module, module.profile.inputs, unit);
        park(module, module.profile.keptForWeights);
        park(module, module.profile.keptForInputs);
        m_stage.tell([&](Policy &policy) { policy.afterBackward(unit); });
        m_stage.sample();
    }

    /// The second part: gradients of weights. `isLast`: no unit of the chunk comes behind.
    void weightsOf(const Module &module, const Unit &unit, bool isLast = false)
    {
        const Profile &profile = module.profile;
        unpark(module, profile.keptForWeights);
        m_stage.play(module, isLast ? profile.lastWeights : profile.weights, unit);
        if (!isLast)
            park(module, profile.keptToEnd);
        m_stage.tell([&](Policy &policy) { policy.afterWeights(unit); });
        m_stage.sample();
    }

    void drop(const Module &module, const Holdings &holdings)
    {
        m_stage.change(module.kept, -totalOf(holdings));
    }

    void update()
    {
        m_stage.enter(PhaseId::OptimizerStep);
        m_stage.tell([](Policy &policy) { policy.step(); });
        m_stage.sample();
        m_stage.endPhase();
        m_stage.tell([](Policy &policy) { policy.zeroGradients(); });
    }
    void save()
    {
        m_stage.enter(PhaseId::Save);
        m_stage.tell([](Policy &policy) { policy.save(); });
        m_stage.sample();
        m_stage.endPhase();
    }

    /// Where the table is frozen, nobody wants the first layer's gradient.
    void forgetWork()
    {
        for (const Held held :
            {Held::Saved, Held::Working, Held::Logits, Held::Copies, Held::Referring})
            m_stage.releaseAll(held);
    }

    const StepModules &m_modules;
    const LayerSettings &m_settings;
    int m_layers;
    Stage &m_stage;

private:
    /// Copies to the host are on their way when a unit's forward pass is over. Unsloth leaves the
    /// last layer's input on the GPU.
    void leaveForHost(const Module &module, const Unit &unit)
    {
        const bool isFirst = unit.isFirstLayer();
        const bool isNamed
            = isFirst && (m_modules.keptByModel() > 0 || m_modules.keptByEmbedding() > 0);
        m_stage.stash().leave(m_stage, module, isNamed);
        if (module.options.hostCopies != HostCopies::Input)
            return m_stage.copyToHost(module);
        if (unit.isLastLayer())
            m_stage.change(Held::Stash, m_settings.streamBytes());
        else
            m_stage.copyToHost(module);
    }
    void keepFromHost(const Module &module, const Unit &unit)
    {
        HostStash::keep(m_stage, module);
        const bool isInput = module.options.hostCopies == HostCopies::Input;
        if (isInput && unit.isLastLayer())
            return m_stage.releaseAll(Held::Stash);
        m_stage.copyToGpu(module);
    }

    static std::size_t index(Holding holding) { return static_cast<std::size_t>(holding); }
    /// fp32 logits are read again in the backward pass; of 16-bit ones their log-probabilities.
    bool keepsLogits() const
    {
        return !distills(m_settings.objective)
            && (m_settings.convertsOutputs || returned().dtype == Dtype::Single);
    }

    /// Layers under one checkpoint run forward from the input that it has kept, and keep all that
    /// they need. The last one's output stays.
    void runAgain(const LayerGroup &group)
    {
        const Module &checkpoint = m_modules.layer(group.first);
        m_stage.change(checkpoint.kept, -checkpoint.keptBytes());
        m_stage.change(Held::Working, checkpoint.keptBytes());
        for (int i = group.first; i < group.end; ++i) {
            const Module &module = m_modules.inGroup(i);
            const Unit again = layerUnit(i);
            m_stage.tell([&](Policy &policy) { policy.beforeBackward(again); });
            m_stage.play(module, module.profile.forward, again);
            moveKept(module, -1);
            m_stage.change(module.kept, module.keptBytes());
        }
    }

    /// Which instants between groups of layers later ones are compared with. A framework comes
    /// back to a state that it has been in, but who knows after how many layers; so the instant is
    /// another one at ever greater distances (R. P. Brent, An improved Monte Carlo factorization
    /// algorithm, BIT 20, 1980). Most do the same from one of the first layers on.
    class Instants
    {
    public:
        bool isNextRemembered()
        {
            constexpr unsigned first = 8;
            ++m_count;
            return m_count <= first || std::has_single_bit(m_count);
        }

    private:
        unsigned m_count = 0;
    };

    /// How many layers were left out, whole groups of those since the instant to compare with.
    int skip(const LayerRow &row, int direction)
    {
        const int layers = row.remembered > 0 ? m_stage.skip(row) : 0;
        if (layers > 0)
            m_stage.repeatLayers(m_layerMark, layers / row.since(), direction * row.since());
        return layers;
    }

    /// The row that a layer stands in, from there on.
    LayerRow rowFrom(int index, int stop, int direction) const
    {
        const LayerRun &run = m_modules.runOf(index);
        const int left = direction > 0 ? std::min(stop, run.end) - index
                                       : index - std::max(stop, run.first - 1);
        return {.isBackward = direction < 0, .period = run.period, .left = left};
    }

    /// What the layer keeps moves between the module's account and those at work.
    void moveKept(const Module &module, double direction)
    {
        for (const Holding kind : {Holding::Saved, Holding::Logits, Holding::Copies})
            m_stage.change(
                heldAtWork(kind), direction * module.profile.kept[static_cast<std::size_t>(kind)]);
    }

    /// Moves what is at work to the module's account.
    void park(const Module &module, const Holdings &holdings)
    {
        moveWork(holdings, -1);
        m_stage.change(module.kept, totalOf(holdings));
    }
    void unpark(const Module &module, const Holdings &holdings)
    {
        m_stage.change(module.kept, -totalOf(holdings));
        moveWork(holdings, +1);
    }
    void moveWork(const Holdings &holdings, double direction)
    {
        for (std::size_t kind = 0; kind < HoldingCount; ++kind)
            m_stage.change(heldAtWork(static_cast<Holding>(kind)), direction * holdings[kind]);
    }

    typename Stage::Mark m_layerMark{};
};

/// Tells a policy what a module's pass has come to.
void tellEvent(Policy &policy, const Segment &segment, const Unit &unit);

} // namespace shardscope
