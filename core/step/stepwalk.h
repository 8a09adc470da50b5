// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/modules/megatron/layers.h"
#include "core/step/stepmodules.h"

#include <algorithm>

namespace shardscope {

/// The order in which things happen in one training step, micro-step by micro-step, unit by unit.
/// A `Stage` is where they happen: it counts the activations that the walk makes and lets go of,
/// runs the passes of modules, and asks the framework's policy at the right moments.
template <class Stage>
class StepWalk
{
public:
    StepWalk(const StepModules &modules, int accumulation, Stage &stage)
        : m_modules(modules)
        , m_settings(modules.settings())
        , m_layers(modules.layers())
        , m_accumulation(accumulation)
        , m_stage(stage)
    { }

    void run()
    {
        m_stage.tell([](Policy &policy) { policy.resident(); });
        m_stage.change(Held::Tables, inputBytes(m_settings));
        if (m_settings.outputs == Outputs::Next)
            m_stage.change(Held::Returned, returnedBytes(m_settings));
        step();
        m_stage.enter(PhaseId::Save);
        m_stage.tell([](Policy &policy) { policy.save(); });
        m_stage.sample();
        m_stage.endPhase();
    }

    void step()
    {
        // Micro-steps differ as the first, the last, and any in between.
        m_stage.change(Held::InFlight, m_modules.inFlight(m_accumulation));
        m_stage.change(Held::Schedule, m_modules.heldBySchedule(m_accumulation, false));
        const int count = std::min(m_accumulation, 3);
        const bool isLike = count == 3 && m_stage.repeatsMicroSteps();
        for (int i = 0; i < (isLike ? count - 1 : count); ++i) {
            m_stage.mark(m_stepMark);
            microStep({.index = i, .isLast = i == count - 1});
        }
        if (isLike) {
            m_stage.repeatMicroStep(m_stepMark);
            m_stage.enterMicroStep(count - 1);
        }
        m_stage.releaseAll(Held::InFlight);
        m_stage.releaseAll(Held::Schedule);
        m_stage.enter(PhaseId::OptimizerStep);
        m_stage.tell([](Policy &policy) { policy.step(); });
        m_stage.sample();
        m_stage.endPhase();
        m_stage.tell([](Policy &policy) { policy.zeroGradients(); });
        dropReturned();
        m_stage.sample();
    }

private:
    void dropReturned()
    {
        if (m_settings.outputs == Outputs::Step)
            m_stage.releaseAll(Held::Returned);
    }
    /// The loop's name refers to the new output now, and no more to the last one.
    void keepReturned()
    {
        if (m_settings.outputs == Outputs::Dropped)
            return;
        const double last = m_stage.held(Held::Returned);
        m_stage.change(Held::Returned, returnedBytes(m_settings));
        m_stage.change(Held::Returned, -last);
    }

    Unit unit(Unit::Kind kind, const Module &module, int index = 0) const
    {
        return {kind, index, m_layers, &module.tape};
    }
    Unit layerUnit(int index) const
    {
        return unit(Unit::Kind::Layer, m_modules.layer(index), index);
    }

    void microStep(const MicroStep &step)
    {
        const Module &embedding = m_modules.embedding();
        const Module &head = m_modules.head();
        dropReturned();
        m_stage.enter(PhaseId::Forward);
        m_stage.enterMicroStep(step.index);
        m_stage.tell([&](Policy &policy) { policy.beginMicroStep(step); });
        m_stage.change(Held::Tables, tableBytes(m_settings));
        m_stage.change(Held::Masks, maskBytes(m_settings));
        m_stage.change(Held::Locals, lookedUpBytes(m_settings, m_modules.checkpoints()));
        if (embedding.exists())
            forward(embedding, unit(Unit::Kind::Embedding, embedding));
        else
            m_stage.change(Held::Working, streamBytes(m_settings)); // received
        overLayers(+1, [this](int i) {
            if (i > 0 && i % ofChunk() == 0)
                m_stage.change(Held::InFlight, -m_modules.keptByChunk());
            forward(m_modules.layer(i), layerUnit(i));
            if (i == 0)
                m_stage.change(Held::Locals, m_modules.keptByModel());
        });
        m_stage.releaseAll(Held::Locals);
        if (!m_modules.checkpoints() && !m_settings.megatron)
            m_stage.releaseAll(Held::Masks);
        else if (m_modules.hasUnusedMask())
            forgetOneKind(); // no layer keeps it
        if (head.exists()) {
            m_stage.enter(PhaseId::Loss);
            forward(head, unit(Unit::Kind::Head, head));
        }
        keepReturned();
        m_stage.releaseAll(Held::Cache);
        schedule(true);
        m_stage.enter(PhaseId::Backward);
        m_stage.tell([](Policy &policy) { policy.beginBackward(); });
        // What was sent makes room for its gradient, which comes from the next stage.
        if (head.exists())
            backward(head, unit(Unit::Kind::Head, head));
        overLayers(-1, [this](int i) {
            backward(m_modules.layer(i), layerUnit(i));
            if (i == m_layers - 1 && !m_modules.head().exists())
                m_stage.change(Held::Schedule, streamBytes(m_settings)); // the gradient received
            if (i > 0 && i % ofChunk() == 0)
                m_stage.change(Held::InFlight, refilled());
            if (m_modules.isFirstOfKind(i))
                forgetOneKind();
        });
        m_stage.enterLayer(-1);
        m_stage.releaseAll(Held::Masks);
        if (embedding.exists())
            backward(embedding, unit(Unit::Kind::Embedding, embedding));
        // Where the table is frozen, nobody wants the first layer's gradient.
        for (const Held held : {Held::Saved, Held::Working, Held::Logits, Held::Copies})
            m_stage.releaseAll(held);
        m_stage.tell([](Policy &policy) { policy.endBackward(); });
        m_stage.change(Held::Tables, -madeTables());
        schedule(false);
        m_stage.sample();
    }

    /// Layers of a chunk, where chunks of a stage interleave: when one of them runs, as many others
    /// are in flight whichever it is.
    int ofChunk() const { return m_modules.layersOfChunk(); }

    /// Bytes that are in flight more when the backward pass of a chunk is over: of a forward pass
    /// that has come between, or fewer, where all have run, of the other micro-batches.
    double refilled() const
    {
        const double others = m_stage.held(Held::InFlight);
        return m_modules.isDraining(m_accumulation)
            ? -std::min(others, m_modules.groupInFlight(m_accumulation) * m_modules.keptByChunk())
            : m_modules.keptByChunk();
    }

    void schedule(bool isBackward)
    {
        const double now = m_modules.heldBySchedule(m_accumulation, isBackward);
        m_stage.change(Held::Schedule, now - m_stage.held(Held::Schedule));
    }

    double madeTables() const { return m_stage.held(Held::Tables) - inputBytes(m_settings); }

    /// Runs all layers in one direction. Of a row of like layers those in which the framework does
    /// the same are played once, and then repeat.
    template <class Run>
    void overLayers(int direction, const Run &run)
    {
        const int end = direction > 0 ? m_layers : -1;
        LayerRow row{.isBackward = direction < 0};
        for (int i = direction > 0 ? 0 : m_layers - 1; i != end; i += direction) {
            if (row.left == 0)
                row = {.isBackward = direction < 0, .left = likeAfter(i, direction) + 1};
            row.last = layerUnit(i);
            ++row.run;
            --row.left;
            // The first one may differ, in what the model keeps beside its layers.
            if (row.run > 1 && row.left > 0)
                m_stage.mark(m_layerMark);
            m_stage.enterLayer(i);
            run(i);
            const bool interleaves = ofChunk() < m_layers;
            const int repeats = row.left > 0 && !interleaves ? m_stage.skip(row) : 0;
            if (repeats > 0) {
                m_stage.repeatLayer(m_layerMark, repeats, direction);
                row = row.without(repeats);
                i = row.last.index;
            }
        }
    }
    int likeAfter(int index, int direction) const
    {
        int count = 0;
        for (int i = index; m_modules.areLike(i, i + direction); i += direction)
            ++count;
        return count;
    }

    /// Only layers with the other kind of attention are left: their mask and table differ.
    void forgetOneKind()
    {
        const ModuleTraits &traits = m_settings.spec.modules;
        if (traits.masks > 1)
            m_stage.change(Held::Masks, -m_stage.held(Held::Masks) / traits.masks);
        if (traits.rotaryTables > 1)
            m_stage.change(Held::Tables, -madeTables() / traits.rotaryTables);
    }

    /// What the layer keeps moves between the module's account and those at work.
    void moveKept(const Module &module, double direction)
    {
        for (const Holding kind : {Holding::Saved, Holding::Logits, Holding::Copies})
            m_stage.change(
                heldAtWork(kind), direction * module.profile.kept[static_cast<std::size_t>(kind)]);
    }

    void forward(const Module &module, const Unit &unit)
    {
        m_stage.tell([&](Policy &policy) { policy.beforeForward(unit); });
        m_stage.play(module, module.profile.forward, unit);
        m_stage.change(Held::Cache, module.profile.cached);
        moveKept(module, -1);
        m_stage.change(module.kept, module.keptBytes());
        m_stage.tell([&](Policy &policy) { policy.afterForward(unit); });
        m_stage.sample();
    }

    void backward(const Module &module, const Unit &unit)
    {
        m_stage.tell([&](Policy &policy) { policy.beforeBackward(unit); });
        m_stage.change(module.kept, -module.keptBytes());
        moveKept(module, +1);
        m_stage.play(module, module.profile.backward, unit);
        m_stage.tell([&](Policy &policy) { policy.afterBackward(unit); });
        m_stage.sample();
    }

    const StepModules &m_modules;
    const LayerSettings &m_settings;
    int m_layers;
    int m_accumulation;
    Stage &m_stage;
    typename Stage::Mark m_layerMark{};
    typename Stage::Mark m_stepMark{};
};

/// Tells a policy what a module's pass has come to.
void tellEvent(Policy &policy, const Segment &segment, const Unit &unit);

} // namespace shardscope
