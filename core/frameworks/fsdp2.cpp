// SPDX-License-Identifier: GPL-3.0-or-later
// FSDP2 (torch 2.14 fully_shard): _fsdp_state.py, _fsdp_param_group.py, _fsdp_collectives.py.
#include "core/frameworks/fsdp.h"
#include "core/frameworks/offload/offload.h"
#include "core/frameworks/rounding.h"
#include "core/optimizerstate.h"
#include "core/replay/amountwriter.h"

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
    const Tape *unit = nullptr; ///< that is gathered as a whole
    double lastTrained = 0; ///< elements of the last trained parameter, in module order
    Ledger::Account casts = 0;
    Ledger::Account reduced = 0;
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
        , m_parallel(work.scenario.parallel)
        , m_optimizer(work.training().optimizer)
        , m_model(model)
    {
        use();
        openShared();
        for (Group &group : m_groups) {
            if (group.isUsed)
                open(group);
        }
        // Modules list a tied table first, and the norms of a layer last.
        m_groups[Embedding].lastTrained = lastTrained(*model.embedding);
        m_groups[Head].lastTrained = lastTrained(*model.head);
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
        if (!m_offloads) {
            hold(fsdpResident(m_work, m_whole));
            holdRounding(m_work, m_rounding, m_ledger);
        }
        if (m_writer.isWriting())
            m_writer.begin();
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
        m_ledger.hold(m_scratch);
        m_ledger.release(m_scratch);
    }

    void zeroGradients() override
    {
        for (Group &group : m_groups) {
            if (group.isUsed)
                m_ledger.releaseAll(group.sharded);
        }
    }

    void save() override { blink(fsdpSave(m_work)); }

    bool hasOtherSizes() const override
    {
        return differInGpusAlone(m_work.scenario.parallel, m_parallel)
            && m_work.training().optimizer == m_optimizer;
    }
    void write(Script &script) override { m_writer.write(script, m_ledger); }
    void fillSizes(std::vector<double> &bytes) override
    {
        Ledger ledger(Ledger::Detail::Totals);
        Fsdp2Policy now(m_work, m_model, ledger);
        now.resident();
        m_writer.fillSizes(ledger, bytes);
    }

private:
    static double lastTrained(const Tape &tape)
    {
        double elements = 0;
        for (const Parameter &parameter : tape.parameters)
            elements = parameter.trainable && !parameter.isShared ? parameter.elements : elements;
        return elements;
    }

    /// What is gathered together.
    void use()
    {
        const auto use = [this](GroupKind kind, const FsdpShards &sizes, const Tape *unit) {
            m_groups[kind] = {.isUsed = true, .sizes = sizes, .unit = unit};
        };
        const FsdpShards embedding = fsdpShardsOf(*m_model.embedding, m_ranks);
        const FsdpShards head = fsdpShardsOf(*m_model.head, m_ranks);
        if (m_wrapsEnds) {
            use(Embedding, embedding, m_model.embedding);
            use(Head, head, m_model.head);
        } else {
            use(Ends, embedding + head, nullptr);
        }
        if (m_model.dense)
            use(Dense, fsdpShardsOf(*m_model.dense, m_ranks), m_model.dense);
        if (m_model.sparse)
            use(Sparse, fsdpShardsOf(*m_model.sparse, m_ranks), m_model.sparse);
        m_whole = embedding + head;
        m_whole = m_whole + m_model.denseLayers * m_groups[Dense].sizes;
        m_whole = m_whole + m_model.sparseLayers * m_groups[Sparse].sizes;
    }

    /// Accounts of what no more than one group has at a time. FSDPCommContext: copy-in and
    /// reduce-scatter have streams of their own.
    void openShared()
    {
        const auto openEach
            = [this](Ledger::Account Group::*account, Stream stream, std::string_view source,
                  std::string_view what, const auto &amountOf) {
                  for (Group &group : m_groups) {
                      if (!group.isUsed)
                          continue;
                      group.*account
                          = m_ledger.open(PartId::Buffers, source, what, amountOf(group.sizes));
                      m_ledger.setStream(group.*account, stream);
                  }
              };
        openEach(&Group::casts, Stream::Gather, gatherSource, "B of 16-bit shards",
            [this](const FsdpShards &sizes) { return m_compute * cast(sizes); });
        openEach(&Group::reduced, Stream::Reduce, reduceSource, "B of reduced gradients",
            [this](const FsdpShards &sizes) { return m_reduce * sizes.trained; });
        m_last = m_ledger.open(PartId::Gradients, gradientSource, "B of the last gradient");
        m_rounding = roundingOf(m_work, m_model, {.ranks = m_ranks, .trained = m_shard});
        const double scratch = optimizerScratch(m_work, m_whole.trained, m_shard).value()
            + scratchRounding(m_work, m_rounding);
        m_scratch
            = m_ledger.open(PartId::Temporaries, scratchSource, "B of optimizer scratch", scratch);
    }

    void open(Group &group)
    {
        const FsdpShards &sizes = group.sizes;
        const double gathered = sizes.all * m_ranks;
        const double trained = sizes.trained * m_ranks;
        using Elements = Ledger::Elements;
        group.gather = m_ledger.open(PartId::Gathered, gatherSource, Elements{m_compute, gathered});
        group.unsharded
            = m_ledger.open(PartId::Gathered, unshardedSource, Elements{m_compute, gathered});
        group.gradients = m_ledger.open(
            PartId::Gradients, gradientSource, Elements{m_compute, sizes.trainedWhole});
        group.accumulated = m_ledger.open(
            PartId::Gradients, accumulationSource, Elements{m_reduce, sizes.trainedWhole});
        group.reduceInput
            = m_ledger.open(PartId::Buffers, reduceSource, Elements{m_reduce, trained});
        group.sharded
            = m_ledger.open(PartId::Gradients, shardSource, Elements{m_shard, sizes.trained});
        m_ledger.setPieces(group.unsharded, group.unit);
        m_ledger.setStream(group.gather, Stream::Gather);
        m_ledger.setStream(group.sharded, Stream::Reduce);
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
        m_ledger.hold(group.casts);
        m_ledger.hold(group.gather);
        m_ledger.release(group.casts);
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
        m_ledger.hold(group.reduced);
        if (m_reduce != m_shard)
            m_ledger.hold(group.sharded);
        if (m_reducesEach && !m_step.isFirst() && !m_offloads)
            return addToShards(group);
        m_ledger.release(group.reduced);
        if (m_reduce == m_shard)
            m_ledger.hold(group.sharded);
        m_ledger.releaseAll(m_last);
        if (m_offloads)
            m_ledger.release(group.sharded); // on its way to the host
    }

    /// That are there from the micro-step before.
    void addToShards(const Group &group)
    {
        if (m_reduce != m_shard)
            m_ledger.release(group.sharded);
        m_ledger.release(group.reduced);
        m_ledger.releaseAll(m_last);
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
    const Parallel m_parallel; ///< that it runs with
    const Optimizer m_optimizer;
    Rounding m_rounding;
    Ledger::Account m_last = 0;
    Ledger::Account m_scratch = 0;
    std::array<Group, GroupCount> m_groups{};
    FsdpShards m_whole; ///< of the model
    ModelTapes m_model;
    MicroStep m_step;
    Group *m_pending = nullptr; ///< whose gather buffer waits for the next copy-out
    Group *m_prefetched = nullptr;
    Group *m_reducing = nullptr; ///< whose reduce-scatter input is still held
    std::vector<Group *> m_waiting; ///< for the end of the backward pass
    AmountWriter m_writer;
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
