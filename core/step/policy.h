// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/tape.h"
#include "core/model/layerforms.h"
#include "core/scenario/pipelineorder.h"
#include "core/step/ledger.h"
#include "core/step/wire.h"
#include "core/step/workload.h"

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <vector>

namespace shardscope {

/// A stretch of the model that is run as one: the embedding, a decoder layer, or final norm, head
/// and loss.
struct Unit
{
    enum class Kind { Embedding, Layer, Head, Tower };

    Kind kind = Kind::Layer;
    int index = 0; ///< of a layer, or of a part of the vision tower
    int layers = 0; ///< of the model
    int towerParts = 0; ///< of its vision tower, where that is at work
    const Tape *tape = nullptr; ///< its parameters
    TowerPartKind part = TowerPartKind::Block; ///< of a vision tower

    bool isTowerBlock() const { return kind == Kind::Tower && part == TowerPartKind::Block; }

    bool isFirstLayer() const { return kind == Kind::Layer && index == 0; }
    bool isLastLayer() const { return kind == Kind::Layer && index == layers - 1; }
};

/// A tape of a vision tower.
struct TowerTape
{
    const Tape *tape = nullptr;
    int count = 1; ///< parts that run it, or one with the same parameters
    TowerPartKind part = TowerPartKind::Block;
};

/// The tapes of a whole model.
struct ModelTapes
{
    std::vector<TowerTape> tower{}; ///< in the order of its modules; empty: none at work
    std::vector<std::size_t> towerOrder{}; ///< of its parts, as they run: which of these tapes
    bool towerNeedsGradient = false; ///< its features
    const Tape *embedding = nullptr;
    const Tape *head = nullptr;
    LayerForms forms; ///< of the layers that there are
    std::vector<const Tape *> ofForm{};
    /// Of an encoder-decoder: the layer's place that holds what is in neither stack, a final norm
    /// and what embeds the target; -1: none.
    int between = -1;
    std::vector<ModelTapes> beside{}; ///< of a value model that learns with it

    int layers() const { return forms.layers(); }
    /// Whether a unit is one of the layers that a framework wraps one by one.
    bool isWrapped(const Unit &unit) const
    {
        return unit.kind == Unit::Kind::Layer && unit.index != between;
    }
    /// Whether a form is that of what stands between two stacks.
    bool isBetween(std::size_t form) const { return between >= 0 && form == forms.of(between); }
    /// The layer that runs before another one; -1: none.
    int layerBefore(int layer) const
    {
        const bool skips = between >= 0 && layer - 1 == between;
        return layer - (skips ? 2 : 1);
    }
    const Tape &ofLayer(int layer) const { return *ofForm[forms.of(layer)]; }
    /// The first layer that has a backward pass: something in it or before it is trained. As many
    /// as there are where none has.
    int firstLearning() const
    {
        int layer = 0;
        while (layer < layers() && !ofLayer(layer).at(ofLayer(layer).output).requiresGrad)
            ++layer;
        return layer;
    }
    /// Each form of layer that there is: its index, its tape, and how many layers run it.
    template <class Use>
    void forEachForm(const Use &use) const
    {
        for (std::size_t form = 0; form < forms.count(); ++form)
            use(form, *ofForm[form], forms.layersOf(form));
    }

    /// Each tape that there is, and how many units run it, a value model's as well.
    template <class Use>
    void forEach(const Use &use) const
    {
        use(*embedding, 1);
        use(*head, 1);
        for (const TowerTape &part : tower)
            use(*part.tape, part.count);
        forEachForm([&use](std::size_t, const Tape &tape, int layers) { use(tape, layers); });
        for (const ModelTapes &model : beside)
            model.forEach(use);
    }
};

/// Which micro-step of a step, as far as it makes a difference.
struct MicroStep
{
    int index = 0;
    bool isLast = true; ///< the one that reduces gradients where a framework waits for it
    int chunk = 0; ///< of a pipeline stage
    BackwardPart part = BackwardPart::Whole; ///< of a backward pass, what it makes gradients of

    bool isFirst() const { return index == 0; }
};

/// A row of layers that repeat, as far as it has been run in one direction.
struct LayerRow
{
    Unit last{};
    bool isBackward = false;
    int period = 1; ///< layers after which the forms of layers repeat
    int run = 0; ///< layers, with those that were skipped
    int left = 0;
    int remembered = 0; ///< layers that had been run at the instant to compare with

    /// Layers run since that instant.
    int since() const { return run - remembered; }
    /// Of `layers`, those that make whole groups of as many as were run since.
    int inGroups(int layers) const { return std::max(layers, 0) / since() * since(); }
    /// `layers` of those left taken as run.
    LayerRow without(int layers) const
    {
        LayerRow row = *this;
        row.last.index += isBackward ? -layers : layers;
        row.run += layers;
        row.left -= layers;
        return row;
    }
};

/// What listens to a step: one counts what is held, one what is sent.
struct Sinks
{
    Ledger &ledger;
    Wire &wire;
};

/// What a framework holds and sends on one GPU over a step, activations and logits apart. The walk
/// through the step calls it in the order in which things happen; it answers by changing accounts
/// of the ledger and by calls on the wire. A new framework is one file with one of these and a line
/// in `conventionFor`.
class Policy
{
public:
    virtual ~Policy() = default;

    /// Whether it does the same in each of a row of like layers, its first two and last one apart.
    virtual bool repeatsLayers() const { return false; }

    /// Between two layers of a row: this is the instant to compare with.
    virtual void remember(const LayerRow &) { }
    /// How many of a row's next layers may be skipped: those in which the policy would do the same
    /// as in the `row.since()` before, group by group, so that what it holds changes by as much,
    /// but for single moments. From then on they count as run. The largest moment of such groups is
    /// in the first or the last of them; the former has been run, and the latter must not be
    /// skipped where they grow.
    virtual int skip(const LayerRow &row)
    {
        const bool isWithin = repeatsLayers() && row.remembered > 1;
        return isWithin ? row.inGroups(row.left - row.since() - 1) : 0;
    }

    /// Whether the last of several micro-steps does the same as those between the first and it.
    virtual bool repeatsMicroSteps() const { return false; }

    /// Weights, optimizer state, persistent buffers: held between steps and all the way through.
    virtual void resident() = 0;

    virtual void beginMicroStep(const MicroStep &) { }
    /// A forward pass of the model begins, of a micro-step or without autograd.
    virtual void beginPass() { }
    /// One without autograd is over.
    virtual void endPass() { }
    /// From now on, until the next call, that is on the host, and the rest on the GPU.
    virtual void stow(const Stowed &) { }
    /// The passes that follow run the model with its adapters, or with these disabled.
    virtual void switchAdapters(bool /*areOn*/) { }
    virtual void beforeForward(const Unit &) { }
    virtual void afterForward(const Unit &) { }
    virtual void beginBackward() { }
    /// Another pass of the same model follows or not, whose gradients autograd adds to those of
    /// this one before a parameter has them.
    virtual void expectSecondPass(bool /*follows*/) { }
    /// Before the first gradient of a unit is computed, and before it is computed again.
    virtual void beforeBackward(const Unit &) { }
    /// The same, of a unit that a reentrant checkpoint runs again as any forward pass.
    virtual void beforeReentry(const Unit &unit) { beforeBackward(unit); }
    /// It has; the first gradient of the unit is computed next.
    virtual void afterReentry(const Unit &) { }
    /// A parameter's gradient has just been made: up to now it is counted as working memory, from
    /// now on it is the framework's. Second micro-steps find the first one's still there.
    virtual void gradient(const Unit &, const Parameter &) { }
    /// All gradients of a unit are there. A reentrant checkpoint's function is not over by then.
    virtual void afterBackward(const Unit &) { }
    /// Where gradients of weights come in a pass of their own: a unit's are there.
    virtual void afterWeights(const Unit &) { }
    virtual void endBackward() { }
    /// A module with parameters of its own is about to use them, has used them; in a recomputation
    /// as in any forward pass.
    virtual void enterModule(const Unit &, std::int32_t /*module*/, bool /*isBackward*/) { }
    virtual void leaveModule(const Unit &, std::int32_t /*module*/, bool /*isBackward*/) { }
    /// A recomputation begins within a module, or has stopped there: hooks behind it do not run.
    virtual void abandonModule(const Unit &unit, std::int32_t module)
    {
        leaveModule(unit, module, false);
    }
    /// Autograd keeps a view of a parameter's storage for the backward pass, or lets go of it.
    /// Comes with the two above.
    virtual void view(const Unit &, const Parameter &, bool /*isKept*/) { }

    /// optimizer.step(), then zero_grad.
    virtual void step() = 0;
    virtual void zeroGradients() = 0;
    /// Writing the model, or the adapters.
    virtual void save() { }

protected:
    Policy(const Workload &work, const Sinks &sinks)
        : m_work(work)
        , m_ledger(sinks.ledger)
        , m_wire(sinks.wire)
    { }

    /// The head's gradient of a tied table: the embedding's, which comes last, is added to it.
    bool isTied(const Unit &unit, const Parameter &parameter) const
    {
        return m_work.spec().tiedEmbeddings && m_work.ends.head == TableTraining::Trained
            && unit.kind == Unit::Kind::Head && parameter.name == "lm_head";
    }
    /// Whether a gradient of the table of words waits for the embedding's: that of a tied head, and
    /// of what embeds the target.
    bool waitsForEmbedding(const Unit &unit, const Parameter &parameter) const
    {
        const bool isOfTarget = m_work.spec().seq2seq && parameter.name == "shared"
            && unit.kind != Unit::Kind::Embedding;
        return isTied(unit, parameter) || isOfTarget;
    }

    /// Opens an account for each share and holds it from now on.
    void hold(const Shares &shares)
    {
        for (const Share &share : shares)
            hold(share.id, share.source, share.term);
    }
    void hold(PartId part, std::string_view source, const Term &term)
    {
        if (!term.isZero())
            m_ledger.hold(m_ledger.open(part, source, term));
    }
    /// The same for a moment only.
    void blink(const Shares &shares)
    {
        for (const Share &share : shares)
            m_ledger.blink(m_ledger.open(share.id, share.source, share.term), share.term.value());
    }

    const Workload &m_work;
    Ledger &m_ledger;
    Wire &m_wire;
};

} // namespace shardscope
