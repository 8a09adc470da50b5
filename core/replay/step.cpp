// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/step.h"

#include "core/replay/layers.h"
#include "core/replay/profile.h"

#include <algorithm>
#include <utility>

namespace shardscope {

namespace {

constexpr std::string_view keptSource
    = "torch 2.14 autograd: tensors that the layer's operations save, transformers 5.12";
constexpr std::string_view workSource
    = "torch 2.14 autograd: what the operation at work makes and reads";
constexpr std::string_view logitsSource
    = "ForCausalLMLoss of transformers 5.12; log_softmax and its backward pass in torch 2.14";
constexpr std::string_view copySource
    = "torch autocast: 16-bit copies of fp32 weights, cached until the forward pass is over";
constexpr std::string_view tableSource
    = "rotary tables, token ids and mask of transformers 5.12, made once for all layers";

/// A tape, run once, and its place in the ledger.
struct Module
{
    Tape tape;
    TapeTrace trace{}; ///< where somebody observes
    Profile profile{};
    Ledger::Account kept = 0;

    double keptBytes() const { return totalOf(profile.kept); }
};

class Replay
{
public:
    Replay(const Workload &work, Policy &policy, Ledger &ledger, AllocationObserver *observer)
        : m_policy(policy)
        , m_ledger(ledger)
        , m_observer(observer)
        , m_settings(work.layerSettings())
        , m_layers(static_cast<int>(work.spec().layers))
        , m_accumulation(work.training().accumulation)
        , m_checkpointing(work.training().checkpointing)
        , m_checkpoints(m_checkpointing != Checkpointing::None)
    {
        m_atWork[holding(Holding::Saved)]
            = ledger.open(PartId::Activations, workSource, "B of the layer at work");
        m_atWork[holding(Holding::Working)]
            = ledger.open(PartId::Temporaries, workSource, "B of the operation at work");
        m_atWork[holding(Holding::Logits)] = ledger.openElements(PartId::Logits, logitsSource,
            Term::count(m_settings.tokens(), "tokens")
                * Term::count(static_cast<double>(work.spec().vocabulary), "vocabulary"));
        m_atWork[holding(Holding::Copies)]
            = ledger.open(PartId::Temporaries, copySource, "B of 16-bit weight copies");
        m_tables = ledger.open(PartId::Activations, tableSource, "B of tables and token ids");
        m_masks = ledger.open(PartId::Activations, tableSource, "B of masks and positions");
        m_locals = ledger.open(PartId::Temporaries, tableSource, "B of looked-up rows");
        m_cache = ledger.open(PartId::Temporaries, copySource, "B of cached 16-bit weights");
        m_embedding = module(embeddingTape(m_settings, !work.isFull() && m_checkpoints), false, {});
        m_head = module(headTape(m_settings), false, {});
        for (const bool isSparse : {false, true}) {
            if (hasLayers(work.spec(), isSparse))
                (isSparse ? m_sparse : m_dense) = module(
                    checkpointed(layerTape(m_settings, isSparse, true)), m_checkpoints, "layer");
        }
        // A frozen embedding gives its first layer nothing to differentiate, unless checkpointing
        // makes the inputs require a gradient (enable_input_require_grads).
        m_hasFrozenStart = !work.isFull() && !m_checkpoints;
        if (m_hasFrozenStart)
            m_first = module(layerTape(m_settings, spec().isSparse(0), false), false, "layer");
        if (m_observer)
            beObserved();
    }

    void run()
    {
        m_policy.meet(tapes());
        m_policy.resident();
        for (int i = 0; i < (m_observer ? m_observer->steps() : 1); ++i)
            step();
        m_ledger.enter(PhaseId::Save);
        m_policy.save();
        m_ledger.sample();
        m_ledger.endPhase();
    }

private:
    void step()
    {
        // Micro-steps differ as the first, the last, and any in between.
        const int count = std::min(m_accumulation, 3);
        for (int i = 0; i < count; ++i)
            microStep({.index = i, .isLast = i == count - 1});
        m_ledger.enter(PhaseId::OptimizerStep);
        if (m_observer)
            m_observer->beginUpdate();
        m_policy.step();
        if (m_observer)
            m_observer->endUpdate();
        m_ledger.sample();
        m_ledger.endPhase();
        m_policy.zeroGradients();
        m_ledger.sample();
    }

    void beObserved()
    {
        m_ledger.observe(m_observer);
        m_observer->meet(tapes());
        for (const Ledger::Account account : m_atWork)
            m_observer->leaveOut(account);
        m_observer->leaveOut(m_cache);
        for (const Module *module : {&m_embedding, &m_first, &m_dense, &m_sparse, &m_head}) {
            if (!module->tape.ops.empty())
                m_observer->leaveOut(module->kept);
        }
    }

    const ModelSpec &spec() const { return m_settings.spec; }
    static std::size_t holding(Holding value) { return static_cast<std::size_t>(value); }

    static bool hasLayers(const ModelSpec &spec, bool isSparse)
    {
        if (!spec.experts)
            return !isSparse;
        const auto &sparse = spec.experts->layers;
        return std::find(sparse.begin(), sparse.end(), isSparse) != sparse.end();
    }

    Tape checkpointed(Tape tape) const
    {
        if (m_checkpointing == Checkpointing::Selective)
            pickForSelectiveCheckpoint(tape);
        return tape;
    }

    Module module(Tape tape, bool isCheckpointed, std::string_view what)
    {
        Module module{.tape = std::move(tape)};
        module.profile = profileOf(module.tape,
            {.isCheckpointed = isCheckpointed,
                .isReentrant = m_settings.stack != Stack::Transformers5,
                .addsInPlace = m_settings.fusedKernels,
                .hasModuleEvents = what.empty() || m_policy.wantsModules()},
            m_observer ? &module.trace : nullptr);
        const double tokens = m_settings.tokens();
        const Term each = what.empty()
            ? Term{}
            : Term::count(tokens, "tokens") * Term::each(module.keptBytes() / tokens);
        module.kept = what.empty()
            ? m_ledger.open(PartId::Activations, keptSource, "B of embedding and head")
            : m_ledger.open(PartId::Activations, keptSource, each);
        return module;
    }

    ModelTapes tapes() const
    {
        int sparse = 0;
        for (int i = 0; i < m_layers; ++i)
            sparse += spec().isSparse(i) ? 1 : 0;
        const int dense = m_layers - sparse;
        return {.embedding = &m_embedding.tape,
            .dense = dense > 0 ? &m_dense.tape : nullptr,
            .sparse = sparse > 0 ? &m_sparse.tape : nullptr,
            .head = &m_head.tape,
            .denseLayers = dense,
            .sparseLayers = sparse};
    }

    Module &layer(int index)
    {
        if (index == 0 && m_hasFrozenStart)
            return m_first;
        return spec().isSparse(index) ? m_sparse : m_dense;
    }
    Unit unit(Unit::Kind kind, const Module &module, int index = 0) const
    {
        return {kind, index, m_layers, &module.tape};
    }

    void microStep(const MicroStep &step)
    {
        m_ledger.enter(PhaseId::Forward);
        m_ledger.enterMicroStep(step.index);
        m_policy.beginMicroStep(step);
        if (m_observer)
            m_observer->beginMicroStep();
        m_ledger.change(m_tables, tableBytes());
        m_ledger.change(m_masks, maskBytes());
        m_ledger.change(m_locals, embeddingBytes());
        forward(m_embedding, unit(Unit::Kind::Embedding, m_embedding));
        overLayers(+1, [this](int i) { forward(layer(i), unit(Unit::Kind::Layer, layer(i), i)); });
        m_ledger.releaseAll(m_locals);
        if (!m_checkpoints)
            m_ledger.releaseAll(m_masks);
        m_ledger.enter(PhaseId::Loss);
        forward(m_head, unit(Unit::Kind::Head, m_head));
        m_ledger.releaseAll(m_cache);
        if (m_observer)
            m_observer->endForward();
        m_ledger.enter(PhaseId::Backward);
        m_policy.beginBackward();
        backward(m_head, unit(Unit::Kind::Head, m_head));
        overLayers(-1, [this](int i) {
            backward(layer(i), unit(Unit::Kind::Layer, layer(i), i));
            if (i == spec().modules.firstFullLayer)
                forgetFullAttention();
        });
        m_ledger.enterLayer(-1);
        m_ledger.releaseAll(m_masks);
        backward(m_embedding, unit(Unit::Kind::Embedding, m_embedding));
        // Where the table is frozen, nobody wants the first layer's gradient.
        for (const Ledger::Account account : m_atWork)
            m_ledger.releaseAll(account);
        m_policy.endBackward();
        m_ledger.releaseAll(m_tables);
        m_ledger.sample();
    }

    /// Runs all layers in one direction. Where the framework does the same in each, only the first
    /// and last of a row of like layers are played; those between repeat.
    template <class Run>
    void overLayers(int direction, const Run &run)
    {
        const int end = direction > 0 ? m_layers : -1;
        int inRow = 1;
        for (int i = direction > 0 ? 0 : m_layers - 1; i != end; i += direction) {
            const bool mayRepeat = m_policy.repeatsLayers() && inRow == 3 && !m_observer;
            const Ledger::Mark before = mayRepeat ? m_ledger.mark() : Ledger::Mark{};
            m_ledger.enterLayer(i);
            run(i);
            inRow = isLike(i, i + direction) ? inRow + 1 : 1;
            const int repeats = mayRepeat ? likeAfter(i, direction) - 2 : 0;
            if (repeats > 0) {
                m_ledger.repeat(before, repeats, direction);
                i += repeats * direction;
            }
        }
    }
    bool isLike(int index, int other)
    {
        const int special = spec().modules.firstFullLayer;
        return other >= 0 && other < m_layers && &layer(index) == &layer(other) && index != special
            && other != special;
    }
    int likeAfter(int index, int direction)
    {
        int count = 0;
        for (int i = index; isLike(i, i + direction); i += direction)
            ++count;
        return count;
    }

    /// cos and sin, and token ids.
    double tableBytes() const
    {
        const ModuleTraits &traits = m_settings.spec.modules;
        const double width = m_settings.spec.latent
            ? static_cast<double>(m_settings.spec.latent->ropeDim)
            : static_cast<double>(m_settings.spec.headDim) * traits.rotaryShare;
        const double ids = storageBytes(m_settings.tokens(), Dtype::Wide);
        if (traits.rotary == Rotary::None)
            return ids;
        const double share = traits.rotary == Rotary::Halves ? 0.5 : 1;
        const Dtype dtype
            = traits.rotary == Rotary::WholeInSingle ? Dtype::Single : m_settings.weights;
        return ids
            + 2 * traits.rotaryTables * storageBytes(m_settings.sequence * width * share, dtype);
    }

    /// What eager attention adds to the scores, and the position ids. The model's forward pass
    /// holds them; checkpointing also needs them to compute the layers again.
    double maskBytes() const
    {
        const double ids = storageBytes(m_settings.sequence, Dtype::Wide);
        if (m_settings.attention == Attention::Flash)
            return ids;
        // SDPA takes a mask of true and false.
        const Dtype dtype
            = m_settings.attention == Attention::Eager ? m_settings.weights : Dtype::Byte;
        const double pairs = m_settings.tokens() * m_settings.sequence;
        return ids + m_settings.spec.modules.masks * storageBytes(pairs, dtype);
    }

    /// Where positions are looked up as well, the forward pass refers to both summands to its end.
    double embeddingBytes() const
    {
        const ModelSpec &spec = m_settings.spec;
        if (spec.positions == 0)
            return 0;
        const auto h = static_cast<double>(spec.hidden);
        const double ids = spec.modules.attention == AttentionCode::Opt ? m_settings.tokens()
                                                                        : m_settings.sequence;
        // A frozen table's rows are already kept where they require a gradient.
        const bool isKept = !m_settings.trainsBase && m_checkpoints;
        return storageBytes(ids * h, m_settings.weights)
            + (isKept ? 0 : storageBytes(m_settings.tokens() * h, m_settings.weights));
    }

    /// Only layers with sliding attention are left: their mask and table differ.
    void forgetFullAttention()
    {
        const ModuleTraits &traits = m_settings.spec.modules;
        if (traits.masks > 1)
            m_ledger.change(m_masks, -m_ledger.held(m_masks) / traits.masks);
        if (traits.rotaryTables > 1)
            m_ledger.change(m_tables, -m_ledger.held(m_tables) / traits.rotaryTables);
    }

    void forward(Module &module, const Unit &unit)
    {
        m_policy.beforeForward(unit);
        if (m_observer)
            m_observer->enterUnit(unit, module.trace, false);
        play(module, module.profile.forward, unit);
        if (m_observer)
            m_observer->leaveUnit();
        m_ledger.change(m_cache, module.profile.cached);
        // What the layer keeps moves to its account.
        for (const Holding kind : {Holding::Saved, Holding::Logits, Holding::Copies})
            m_ledger.change(m_atWork[holding(kind)], -module.profile.kept[holding(kind)]);
        m_ledger.change(module.kept, module.keptBytes());
        m_policy.afterForward(unit);
        m_ledger.sample();
    }

    void backward(Module &module, const Unit &unit)
    {
        m_policy.beforeBackward(unit);
        m_ledger.change(module.kept, -module.keptBytes());
        for (const Holding kind : {Holding::Saved, Holding::Logits, Holding::Copies})
            m_ledger.change(m_atWork[holding(kind)], module.profile.kept[holding(kind)]);
        if (m_observer)
            m_observer->enterUnit(unit, module.trace, true);
        play(module, module.profile.backward, unit);
        if (m_observer)
            m_observer->leaveUnit();
        m_policy.afterBackward(unit);
        m_ledger.sample();
    }

    void play(const Module &module, const Segments &segments, const Unit &unit)
    {
        Holdings base{};
        for (std::size_t i = 0; i < HoldingCount; ++i)
            base[i] = m_ledger.held(m_atWork[i]);
        for (const Segment &segment : segments) {
            if (!segment.isStill) {
                set(base, segment.most);
                set(base, segment.end);
            }
            if (m_observer)
                m_observer->advance();
            tell(module, segment, unit);
        }
    }

    /// The accounts at work are neighbours, in the order of the holdings.
    void set(const Holdings &base, const Holdings &now)
    {
        Holdings values{};
        for (std::size_t i = 0; i < HoldingCount; ++i)
            values[i] = base[i] + now[i];
        m_ledger.assign(m_atWork.front(), values);
    }

    void tell(const Module &module, const Segment &segment, const Unit &unit)
    {
        switch (segment.event) {
        case Event::End:
            break;
        case Event::Enter:
        case Event::EnterBackward:
            m_policy.enterModule(unit, segment.index, segment.event == Event::EnterBackward);
            break;
        case Event::Leave:
        case Event::LeaveBackward:
            m_policy.leaveModule(unit, segment.index, segment.event == Event::LeaveBackward);
            break;
        case Event::Gradient:
            tellGradient(unit, module.tape.parameters[static_cast<std::size_t>(segment.index)]);
            break;
        }
    }

    void tellGradient(const Unit &unit, const Parameter &parameter)
    {
        // A tied table's gradients meet in one buffer: torch adds them in place, but for tensors of
        // a Python class (aten InputBuffer.cpp).
        if (parameter.isShared && !m_settings.fusedKernels)
            m_ledger.blink(m_atWork[holding(Holding::Working)],
                2 * storageBytes(parameter.elements, parameter.dtype));
        m_policy.gradient(unit, parameter);
    }

    Policy &m_policy;
    Ledger &m_ledger;
    AllocationObserver *m_observer = nullptr;
    const LayerSettings m_settings;
    int m_layers = 0;
    int m_accumulation = 1;
    Checkpointing m_checkpointing = Checkpointing::Full;
    bool m_checkpoints = false;
    bool m_hasFrozenStart = false;
    std::array<Ledger::Account, HoldingCount> m_atWork{};
    Ledger::Account m_tables = 0;
    Ledger::Account m_masks = 0;
    Ledger::Account m_locals = 0;
    Ledger::Account m_cache = 0;
    Module m_embedding;
    Module m_first; ///< layer 0 where it differs from the others
    Module m_dense;
    Module m_sparse;
    Module m_head;
};

} // namespace

void replayStep(const Workload &work, Policy &policy, Ledger &ledger)
{
    Replay(work, policy, ledger, nullptr).run();
}

void replaySteps(
    const Workload &work, Policy &policy, Ledger &ledger, AllocationObserver &observer)
{
    Replay(work, policy, ledger, &observer).run();
}

} // namespace shardscope
