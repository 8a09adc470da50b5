// SPDX-License-Identifier: GPL-3.0-or-later
// FSDP2 (torch 2.14 fully_shard): _fsdp_state.py, _fsdp_param_group.py, _fsdp_collectives.py.
#include "core/frameworks/fsdp.h"
#include "core/frameworks/offload/offload.h"
#include "core/frameworks/rounding.h"
#include "core/optimizerstate.h"

#include <algorithm>
#include <array>
#include <vector>

namespace shardscope {

namespace {

constexpr std::string_view gatherSource
    = "torch 2.14 fully_shard foreach_all_gather: the buffer of a gather lives until the next "
      "unit's copy-out (forward) or its own (backward)";
constexpr std::string_view unshardedSource
    = "torch 2.14 fully_shard: unsharded parameters of a unit, padded to the ranks";
constexpr std::string_view gradientSource
    = "torch 2.14 fully_shard: a unit's gradients wait whole for its reduce-scatter";
constexpr std::string_view reduceSource
    = "torch 2.14 fully_shard foreach_reduce: the input lives until the next unit's reduce-scatter "
      "(reduce_scatter_max_input_buffers = 1)";
constexpr std::string_view shardSource
    = "torch 2.14 fully_shard: sharded gradients in the parameters' dtype";
constexpr std::string_view accumulationSource
    = "torch 2.14 fully_shard without gradient sync (transformers 5.12 Trainer between "
      "micro-steps): whole gradients in the dtype of the reduction";
constexpr std::string_view scratchSource
    = "torch 2.14 optim: scratch of an update of rank 0's shards";

/// Parameters that are gathered and reduced together.
struct Group
{
    bool isUsed = false; ///< under the way that modules are wrapped
    FsdpShards sizes;
    double lastTrained = 0; ///< elements of the last trained parameter, in module order
    Ledger::Account gather = 0;
    Ledger::Account unsharded = 0;
    Ledger::Account gradients = 0;
    Ledger::Account accumulated = 0;
    Ledger::Account reduceInput = 0;
    Ledger::Account sharded = 0;
};

enum GroupKind : std::size_t { Ends, Embedding, Head, Dense, Sparse, GroupCount };

class Fsdp2Policy final : public Policy
{
public:
    Fsdp2Policy(const Workload &work, const ModelTapes &model, Ledger &ledger)
        : Policy(work, ledger)
        , m_ranks(fsdpShards(work))
        , m_reshards(reshards(work))
        , m_offloads(offloadFor(work.scenario.parallel) != Offload::None)
        , m_wrapsEnds(work.scenario.parallel.wrap == Wrap::EmbedHead && !work.spec().tiedEmbeddings)
        , m_reducesEach(reducesEachMicroStep(work))
        , m_castsFrozen(work.training().method == Method::Lora
              && recipe(work.training().precision).weight != gatheredBytes(work))
        , m_compute(gatheredBytes(work))
        , m_reduce(fsdpReduceBytes(work))
        , m_shard(fsdpShardBytes(work))
        , m_casts(ledger.open(PartId::Buffers, gatherSource, "B of 16-bit shards"))
        , m_reduced(ledger.open(PartId::Buffers, reduceSource, "B of reduced gradients"))
        , m_last(ledger.open(PartId::Gradients, gradientSource, "B of the last gradient"))
        , m_scratch(ledger.open(PartId::Temporaries, scratchSource, "B of optimizer scratch"))
        , m_model(model)
    {
        // FSDPCommContext: copy-in and reduce-scatter have streams of their own.
        ledger.setStream(m_casts, Stream::Gather);
        ledger.setStream(m_reduced, Stream::Reduce);
        const FsdpShards ends = fsdpShardsOf(*model.embedding, m_ranks);
        const FsdpShards head = fsdpShardsOf(*model.head, m_ranks);
        if (m_wrapsEnds) {
            open(Embedding, ends, model.embedding);
            open(Head, head, model.head);
        } else {
            open(Ends, ends + head);
        }
        if (model.dense)
            open(Dense, fsdpShardsOf(*model.dense, m_ranks), model.dense);
        if (model.sparse)
            open(Sparse, fsdpShardsOf(*model.sparse, m_ranks), model.sparse);
        m_whole = ends + head;
        m_whole = m_whole + model.denseLayers * m_groups[Dense].sizes;
        m_whole = m_whole + model.sparseLayers * m_groups[Sparse].sizes;
        m_groups[Embedding].lastTrained = lastTrained(*model.embedding);
        m_groups[Head].lastTrained = lastTrained(*model.head);
        // Modules list a tied table first, and the norms of a layer last.
        m_groups[Ends].lastTrained = m_work.spec().tiedEmbeddings
            ? static_cast<double>(m_work.spec().hidden)
            : m_groups[Head].lastTrained;
        for (const GroupKind kind : {Dense, Sparse}) {
            const Tape *tape = kind == Dense ? model.dense : model.sparse;
            if (tape && !(m_work.isFull() && m_work.spec().normsPerLayer > 0))
                m_groups[kind].lastTrained = lastTrained(*tape);
        }
    }

    bool repeatsLayers() const override { return true; }

    void resident() override
    {
        if (m_offloads)
            return;
        hold(fsdpResident(m_work, m_whole));
        const KeptParameters kept{.ranks = m_ranks, .trained = m_shard};
        m_rounding = scratchRounding(m_work, holdRounding(m_work, m_model, kept, m_ledger));
    }

    void beginMicroStep(const MicroStep &step) override { m_step = step; }

    void beforeForward(const Unit &unit) override
    {
        if (unit.kind == Unit::Kind::Embedding && !m_wrapsEnds)
            unshardInForward(m_groups[Ends]);
        if (Group *group = groupOf(unit))
            unshardInForward(*group);
    }

    void leaveModule(const Unit &unit, std::int32_t module, bool isBackward) override
    {
        if (unit.kind == Unit::Kind::Head && m_wrapsEnds && !isBackward && isHead(unit, module))
            reshardAfterForward(m_groups[Head]);
    }

    void afterForward(const Unit &unit) override
    {
        if (unit.kind == Unit::Kind::Head) {
            if (!m_wrapsEnds)
                reshardAfterForward(m_groups[Ends]);
            releasePending();
        } else if (Group *group = groupOf(unit)) {
            reshardAfterForward(*group);
        }
    }

    void beginBackward() override
    {
        if (m_wrapsEnds)
            return;
        unshardInBackward(m_groups[Ends]);
        prefetch(m_model.layers() - 1);
    }

    void enterModule(const Unit &unit, std::int32_t module, bool isBackward) override
    {
        if (unit.kind == Unit::Kind::Head && m_wrapsEnds && isBackward && isHead(unit, module)) {
            unshardInBackward(m_groups[Head]);
            prefetch(m_model.layers() - 1);
        }
    }

    void beforeBackward(const Unit &unit) override
    {
        Group *group = groupOf(unit);
        if (!group || unit.kind == Unit::Kind::Head)
            return;
        // The output of a frozen embedding needs no gradient: its hook is not called.
        if (unit.kind == Unit::Kind::Embedding && !m_work.isFull())
            return;
        unshardInBackward(*group);
        if (unit.kind == Unit::Kind::Layer)
            prefetch(unit.index - 1);
    }

    void gradient(const Unit &unit, const Parameter &parameter) override
    {
        // Added in place where an earlier one of the same dtype is still there.
        const bool isAdded = parameter.isShared
            || (accumulatesWhole() && !m_step.isFirst() && m_reduce == m_compute);
        Group *group = groupOf(unit);
        if (!isAdded)
            m_ledger.change(
                (group ? *group : m_groups[Ends]).gradients, m_compute * parameter.elements);
    }

    void afterBackward(const Unit &unit) override
    {
        Group *group = groupOf(unit);
        if (!group)
            return;
        // Without an input that needs a gradient, a unit waits for the end of the backward pass.
        const bool isStart = unit.kind == Unit::Kind::Embedding
            || (unit.isFirstLayer() && !m_work.isFull()
                && m_work.training().checkpointing != Checkpointing::Full);
        if (isStart)
            m_waiting.push_back(group);
        else
            postBackward(*group);
    }

    void endBackward() override
    {
        if (!m_wrapsEnds)
            postBackward(m_groups[Ends]);
        // Modules in order: the embedding before the layers.
        for (auto group = m_waiting.rbegin(); group != m_waiting.rend(); ++group)
            postBackward(**group);
        m_waiting.clear();
        releaseReduceInput();
        // finalize_backward: a gather that nobody waited for.
        if (m_prefetched)
            m_ledger.release(m_prefetched->gather);
        m_prefetched = nullptr;
    }

    void step() override
    {
        if (m_offloads)
            return;
        const double scratch = optimizerScratch(m_work, m_whole.trained, m_shard).value();
        m_ledger.blink(m_scratch, scratch + m_rounding);
    }

    void zeroGradients() override
    {
        for (Group &group : m_groups) {
            if (group.isUsed)
                m_ledger.releaseAll(group.sharded);
        }
    }

    void save() override { blink(fsdpSave(m_work)); }

private:
    static double lastTrained(const Tape &tape)
    {
        double elements = 0;
        for (const Parameter &parameter : tape.parameters)
            elements = parameter.trainable && !parameter.isShared ? parameter.elements : elements;
        return elements;
    }

    void open(GroupKind kind, const FsdpShards &sizes, const Tape *unit = nullptr)
    {
        const double gathered = sizes.all * m_ranks;
        const double trained = sizes.trained * m_ranks;
        using Elements = Ledger::Elements;
        m_groups[kind] = {.isUsed = true,
            .sizes = sizes,
            .gather = m_ledger.open(PartId::Gathered, gatherSource, Elements{m_compute, gathered}),
            .unsharded
            = m_ledger.open(PartId::Gathered, unshardedSource, Elements{m_compute, gathered}),
            .gradients = m_ledger.open(
                PartId::Gradients, gradientSource, Elements{m_compute, sizes.trainedWhole}),
            .accumulated = m_ledger.open(
                PartId::Gradients, accumulationSource, Elements{m_reduce, sizes.trainedWhole}),
            .reduceInput
            = m_ledger.open(PartId::Buffers, reduceSource, Elements{m_reduce, trained}),
            .sharded
            = m_ledger.open(PartId::Gradients, shardSource, Elements{m_shard, sizes.trained})};
        m_ledger.setPieces(m_groups[kind].unsharded, unit);
        m_ledger.setStream(m_groups[kind].gather, Stream::Gather);
        m_ledger.setStream(m_groups[kind].sharded, Stream::Reduce);
    }

    Group *groupOf(const Unit &unit)
    {
        if (unit.kind == Unit::Kind::Layer)
            return &m_groups[m_work.spec().isSparse(unit.index) ? Sparse : Dense];
        if (!m_wrapsEnds)
            return nullptr;
        return &m_groups[unit.kind == Unit::Kind::Embedding ? Embedding : Head];
    }
    static bool isHead(const Unit &unit, std::int32_t module)
    {
        return std::any_of(unit.tape->parameters.begin(), unit.tape->parameters.end(),
            [module](const Parameter &parameter) {
                return parameter.module == module && parameter.name == "lm_head";
            });
    }

    bool isUnsharded(const Group &group) const { return m_ledger.held(group.unsharded) > 0; }

    /// Elements of shards that are not in the dtype of the gather.
    double cast(const FsdpShards &sizes) const
    {
        // From the host one after the other, and then cast: more only for a moment.
        if (m_offloads)
            return sizes.all;
        return (m_shard == m_compute ? 0 : sizes.trained)
            + (m_castsFrozen ? sizes.all - sizes.trained : 0);
    }

    void gather(Group &group)
    {
        m_ledger.change(m_casts, m_compute * cast(group.sizes));
        m_ledger.hold(group.gather);
        m_ledger.releaseAll(m_casts);
    }

    void unshardInForward(Group &group)
    {
        gather(group);
        m_ledger.hold(group.unsharded);
        if (m_pending)
            m_ledger.release(m_pending->gather);
        m_pending = &group;
    }

    void releasePending()
    {
        if (m_pending)
            m_ledger.release(m_pending->gather);
        m_pending = nullptr;
    }

    void reshardAfterForward(Group &group)
    {
        if (m_reshards)
            m_ledger.release(group.unsharded);
    }

    void unshardInBackward(Group &group)
    {
        if (!m_reshards)
            return;
        if (&group != m_prefetched)
            gather(group);
        m_prefetched = nullptr;
        m_ledger.hold(group.unsharded);
        m_ledger.release(group.gather);
    }

    /// While a unit runs backward, the one before it is gathered.
    void prefetch(int layer)
    {
        if (!m_reshards)
            return;
        Group *next = nullptr;
        if (layer >= 0)
            next = &m_groups[m_work.spec().isSparse(layer) ? Sparse : Dense];
        else if (m_wrapsEnds)
            next = &m_groups[Embedding];
        m_prefetched = next;
        if (next)
            gather(*next);
    }

    void postBackward(Group &group)
    {
        if (isUnsharded(group))
            m_ledger.release(group.unsharded);
        if (!m_step.isLast && accumulatesWhole())
            return keepWhole(group);
        if (group.sizes.trained == 0)
            return releaseReduceInput();
        releaseReduceInput();
        const bool wasKept = accumulatesWhole() && !m_step.isFirst();
        if (wasKept && m_reduce != m_compute)
            m_ledger.releaseAll(group.gradients); // added to what was accumulated
        m_ledger.hold(group.reduceInput);
        m_reducing = &group;
        // All that there are: a router's adapters may have none.
        if (wasKept)
            m_ledger.release(group.accumulated);
        else
            m_ledger.releaseAll(group.gradients);
        reduce(group);
    }

    void reduce(Group &group)
    {
        // foreach_reduce: a loop variable keeps the last gradient until the function returns.
        m_ledger.change(m_last, m_compute * group.lastTrained);
        m_ledger.change(m_reduced, m_reduce * group.sizes.trained);
        if (m_reducesEach && !m_step.isFirst() && !m_offloads) {
            // Added to the shards that are there.
            if (m_reduce != m_shard)
                m_ledger.change(m_reduced, m_shard * group.sizes.trained);
            m_ledger.releaseAll(m_reduced);
            return m_ledger.releaseAll(m_last);
        }
        if (m_reduce != m_shard)
            m_ledger.hold(group.sharded);
        m_ledger.releaseAll(m_reduced);
        if (m_reduce == m_shard)
            m_ledger.hold(group.sharded);
        m_ledger.releaseAll(m_last);
        if (m_offloads)
            m_ledger.release(group.sharded); // on its way to the host
    }

    /// Between micro-steps, where they do not reduce.
    bool accumulatesWhole() const { return !m_reducesEach; }

    void releaseReduceInput()
    {
        if (m_reducing)
            m_ledger.release(m_reducing->reduceInput);
        m_reducing = nullptr;
    }

    /// no_sync: whole gradients stay, in the dtype of the reduction.
    void keepWhole(Group &group)
    {
        if (m_step.isFirst())
            m_ledger.hold(group.accumulated);
        if (m_step.isFirst() || m_reduce != m_compute)
            m_ledger.releaseAll(group.gradients);
    }

    int m_ranks = 1;
    bool m_reshards = true;
    bool m_offloads = false;
    bool m_wrapsEnds = false;
    bool m_reducesEach = false;
    bool m_castsFrozen = false; ///< they keep their load dtype
    double m_compute = 2;
    double m_reduce = 2;
    double m_shard = 4;
    double m_rounding = 0; ///< of the optimizer's scratch, B
    Ledger::Account m_casts;
    Ledger::Account m_reduced;
    Ledger::Account m_last;
    Ledger::Account m_scratch;
    std::array<Group, GroupCount> m_groups{};
    FsdpShards m_whole; ///< of the model
    ModelTapes m_model;
    MicroStep m_step;
    Group *m_pending = nullptr; ///< whose gather buffer waits for the next copy-out
    Group *m_prefetched = nullptr;
    Group *m_reducing = nullptr; ///< whose reduce-scatter input is still held
    std::vector<Group *> m_waiting; ///< for the end of the backward pass
};

std::unique_ptr<Policy> policy(const Workload &work, const ModelTapes &model, Ledger &ledger)
{
    return std::make_unique<Fsdp2Policy>(work, model, ledger);
}

} // namespace

const Convention fsdp2Convention{.name = "FSDP2 (torch 2.14 fully_shard, accelerate 1.14)",
    .policy = policy,
    .traffic = fsdpTraffic,
    .host = fsdp2Host,
    .copies = fsdpCopies};

} // namespace shardscope
