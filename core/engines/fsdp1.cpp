// SPDX-License-Identifier: GPL-3.0-or-later
// FSDP1 (torch 2.14 FullyShardedDataParallel) as accelerate 1.14 sets it up: limit_all_gathers, no
// prefetch, one flat parameter for each decoder layer and the root.
#include "core/engines/fsdpwire.h"
#include "core/engines/offload/offload.h"
#include "core/engines/optimizerstate.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace shardscope {

namespace {

constexpr std::string_view fsdp1GatherSource
    = "torch 2.14 FullyShardedDataParallel: unsharded flat parameter of the unit at work";
constexpr std::string_view fsdp1CastSource
    = "torch 2.14 FullyShardedDataParallel: 16-bit shard of a unit while it is gathered";
constexpr std::string_view pieceSource
    = "torch 2.14 autograd: gradients of a unit until they are joined";
constexpr std::string_view fsdp1FlatSource
    = "torch 2.14 FullyShardedDataParallel: unsharded flat gradient while it is reduced";
constexpr std::string_view fsdp1ShardSource
    = "torch 2.14 FullyShardedDataParallel: sharded gradients in the shards' dtype";
constexpr std::string_view fsdp1InputSource
    = "torch 2.14 _register_post_backward_reshard_only_hook: holds the inputs of frozen units, "
      "with their gradients where a reentrant checkpoint made them leaves, until the pass is over";
constexpr std::string_view fsdp1ScratchSource
    = "torch 2.14 optim: scratch of an update of rank 0's shards";

struct FlatUnit
{
    FsdpShards sizes;
    double gathered = 0; ///< bytes of the unsharded flat parameter
    Ledger::Account unsharded = 0;
    Ledger::Account pieces = 0; ///< gradients of the parameters in it
    Ledger::Account whole = 0; ///< the same, joined, between micro-steps without reduction
    Ledger::Account sharded = 0;
};

/// The root, and behind it a group for each form of layer.
constexpr std::size_t root = 0;
constexpr std::size_t groupOf(std::size_t form)
{
    return 1 + form;
}

class Fsdp1Policy final : public Policy
{
public:
    Fsdp1Policy(const Workload &work, const ModelTapes &model, const Sinks &sinks)
        : Policy(work, sinks)
        , m_ranks(fsdpShards(work))
        , m_habits(habitsFor(work.scenario))
        , m_reshards(reshards(work))
        , m_offloads(offloadFor(work.scenario.parallel) != Offload::None)
        , m_reducesEach(reducesEachMicroStep(work.scenario))
        , m_compute(gatheredBytes(work))
        , m_reduce(fsdpReduceBytes(work))
        , m_shard(fsdpShardBytes(work))
        , m_casts(m_ledger.open(PartId::Buffers, fsdp1CastSource, "B of 16-bit shards"))
        , m_flat(m_ledger.open(PartId::Buffers, fsdp1FlatSource, "B of flat gradients"))
        , m_reduced(m_ledger.open(PartId::Buffers, fsdp1FlatSource, "B of flat gradients"))
        , m_inputs(
              m_ledger.open(PartId::Activations, fsdp1InputSource, "B of frozen units' inputs"))
        , m_scratch(
              m_ledger.open(PartId::Temporaries, fsdp1ScratchSource, "B of optimizer scratch"))
        , m_model(model)
        , m_groups(groupOf(model.forms.count()))
        , m_sent(work, sinks.wire)
    {
        // _init_streams: pre-unshard and post-backward have streams of their own.
        m_ledger.setStream(m_casts, Stream::Cast);
        m_ledger.setStream(m_reduced, Stream::Reduce);
        if (holdsInputs())
            m_ledger.setStream(m_inputs, Stream::Inputs);
        FsdpShards own = flatOf(*model.embedding) + flatOf(*model.head);
        double ownBytes = gatheredOf(*model.embedding) + gatheredOf(*model.head);
        if (model.between >= 0) {
            own = own + flatOf(model.ofLayer(model.between));
            ownBytes += gatheredOf(model.ofLayer(model.between));
        }
        open(root, own, ownBytes);
        model.forEachForm([this, &model](std::size_t form, const Tape &tape, int /*layers*/) {
            if (!model.isBetween(form))
                open(groupOf(form), flatOf(tape), gatheredOf(tape));
        });
    }

    bool repeatsLayers() const override { return true; }

    void resident() override
    {
        if (m_offloads)
            return; // CPUOffload(offload_params=True): shards, gradients and states are on the host
        for (const Share &share : fsdpResident(m_work, total())) {
            if (!share.term.isZero())
                m_resident.push_back(m_ledger.open(share.id, share.source, share.term));
        }
        for (const Ledger::Account account : m_resident)
            m_ledger.hold(account);
    }

    void stow(const Stowed &stowed) override
    {
        for (const Ledger::Account account : m_resident) {
            const bool isState = m_ledger.partOf(account) == PartId::OptimizerState;
            const bool isHere = m_ledger.held(account) > 0;
            const bool stays = isState ? !stowed.optimizer : !stowed.weights;
            if (stays && !isHere)
                m_ledger.hold(account);
            if (!stays && isHere)
                m_ledger.release(account);
        }
    }

    void beginMicroStep(const MicroStep &step) override
    {
        m_step = step;
        // zero_grad lets go of the parameters' views; the flat gradient goes with the next forward
        // pass (_reset_flat_param_grad_info_if_needed).
        if (step.isFirst())
            releaseShards();
    }

    void beforeForward(const Unit &unit) override
    {
        if (unit.kind != Unit::Kind::Embedding && !m_model.isWrapped(unit))
            return;
        FlatUnit &group = groupFor(unit);
        const bool isThere = &group == &m_groups[root] && m_isRootThere;
        if (!isThere && (m_step.isFirst() || m_reducesEach || m_reshards))
            unshard(group);
    }
    void endPass() override
    {
        if (!m_habits.releasesRoot || !m_isRootThere)
            return;
        m_ledger.release(m_groups[root].unsharded);
        m_isRootThere = false;
    }
    void afterForward(const Unit &unit) override
    {
        if (m_model.isWrapped(unit) && m_reshards)
            m_ledger.release(layer(unit).unsharded);
    }

    void beforeBackward(const Unit &unit) override
    {
        // The root's hook comes before all others, and gathers the last layer beside the head.
        if (unit.kind == Unit::Kind::Head && m_reshards && prefetchesBackward(m_work)
            && m_model.layers() > 0)
            unshard(layer({.index = m_model.layers() - 1}));
        if (!m_model.isWrapped(unit) || !m_reshards)
            return;
        if (!prefetchesBackward(m_work))
            unshard(layer(unit));
        if (prefetchesBackward(m_work) && !unit.isFirstLayer())
            unshard(layer({.index = m_model.layerBefore(unit.index)}));
    }
    void gradient(const Unit &unit, const Parameter &parameter) override
    {
        FlatUnit &group = groupFor(unit);
        if (!parameter.isShared)
            m_ledger.change(group.pieces, m_compute * parameter.elements);
    }
    void afterBackward(const Unit &unit) override
    {
        if (!m_model.isWrapped(unit))
            return;
        reduce(layer(unit));
        if (holdsInputs())
            m_ledger.change(m_inputs, (unit.isLastLayer() ? 1 : 2) * inputBytes(*unit.tape));
    }
    void endBackward() override
    {
        reduce(m_groups[root]);
        m_ledger.releaseAll(m_inputs);
        // prepare_gradient_for_optim: from here on the gradient is the host's _cpu_grad.
        if (m_offloads)
            releaseShards();
    }

    void step() override
    {
        if (m_offloads)
            return;
        m_ledger.blink(m_scratch, optimizerScratch(m_work, total().trained, m_shard).value());
    }
    void zeroGradients() override
    {
        if (m_habits.trainsFlat)
            releaseShards();
    }
    void save() override { blink(fsdpSave(m_work)); }

private:
    void releaseShards()
    {
        for (FlatUnit &group : m_groups)
            m_ledger.releaseAll(group.sharded);
    }

    /// A flat parameter is cut as one: no padding to speak of.
    FsdpShards flatOf(const Tape &tape) const
    {
        const FsdpShards whole = fsdpShardsOf(tape, 1);
        return {.all = whole.all / m_ranks,
            .quantized = whole.quantized / m_ranks,
            .trained
            = flattensAdapters(m_work.scenario) ? fullestShare(tape) : whole.trained / m_ranks,
            .trainedWhole = whole.trainedWhole,
            .graded = whole.graded / m_ranks,
            .reached = whole.reached / m_ranks,
            .reachedWhole = whole.reachedWhole};
    }
    /// Elements that an optimizer updates of the rank that has most of them: adapters stand beside
    /// the matrices that they adapt, not evenly among all weights.
    double fullestShare(const Tape &tape) const
    {
        const double share = fsdpShardsOf(tape, 1).all / m_ranks;
        double most = 0;
        for (int rank = 0; rank < m_ranks; ++rank) {
            double begin = 0;
            double held = 0;
            for (const Parameter &parameter : tape.parameters) {
                const double end = begin + (parameter.isShared ? 0 : parameter.elements);
                const double from = std::max(begin, rank * share);
                const double to = std::min(end, (rank + 1) * share);
                if (parameter.trainable && parameter.isUpdated)
                    held += std::max(0.0, to - from);
                begin = end;
            }
            most = std::max(most, held);
        }
        return most;
    }
    FsdpShards total() const
    {
        FsdpShards sum = m_groups[root].sizes;
        m_model.forEachForm([&](std::size_t form, const Tape &, int layers) {
            // What stands between two stacks belongs to the root, and is nothing here.
            sum = sum + layers * m_groups[groupOf(form)].sizes;
        });
        return sum;
    }

    bool holdsInputs() const
    {
        return !m_work.isFull() && m_work.training().checkpointing == Checkpointing::Full
            && hasReentrantCheckpoints(m_work.scenario);
    }
    static double inputBytes(const Tape &tape) { return tape.storageOf(tape.input); }

    /// Bytes of the unsharded flat parameter; 4-bit weights travel packed.
    double gatheredOf(const Tape &tape) const
    {
        double bytes = 0;
        for (const Parameter &parameter : tape.parameters) {
            if (!parameter.isShared)
                bytes += parameter.elements * (parameter.isQuantized ? 0.5 : m_compute);
        }
        return bytes;
    }

    void open(std::size_t kind, const FsdpShards &sizes, double gathered)
    {
        using Elements = Ledger::Elements;
        const Elements gradients{m_compute, sizes.trainedWhole};
        m_groups[kind] = {.sizes = sizes,
            .gathered = gathered,
            .unsharded = m_ledger.open(PartId::Gathered, fsdp1GatherSource, Elements{1, gathered}),
            .pieces = m_ledger.open(PartId::Gradients, pieceSource, gradients),
            .whole = m_ledger.open(PartId::Gradients, fsdp1FlatSource, gradients),
            .sharded
            = m_ledger.open(PartId::Gradients, fsdp1ShardSource, Elements{m_shard, sizes.graded})};
        m_ledger.setStream(m_groups[kind].unsharded, Stream::Gather);
        m_ledger.setStream(m_groups[kind].sharded, Stream::Reduce);
    }
    FlatUnit &groupFor(const Unit &unit)
    {
        return m_model.isWrapped(unit) ? layer(unit) : m_groups[root];
    }
    FlatUnit &layer(const Unit &unit) { return m_groups[groupOf(m_model.forms.of(unit.index))]; }

    void unshard(FlatUnit &group)
    {
        m_isRootThere |= &group == &m_groups[root];
        // The 16-bit copy of an fp32 shard, or the copy of one that is on the host.
        const double copied = m_work.isFull() ? group.sizes.all : group.sizes.trained;
        if (m_offloads)
            m_ledger.change(m_casts, group.gathered / m_ranks);
        else if (m_shard != m_compute)
            m_ledger.change(m_casts, m_compute * copied);
        // _use_low_precision_shard: what comes from the host is in the shard's dtype.
        if (m_offloads && m_shard != m_compute)
            m_ledger.blink(m_casts, m_shard * copied);
        m_ledger.hold(group.unsharded);
        m_ledger.releaseAll(m_casts);
        m_sent.gather(group.sizes);
    }

    /// _should_free_in_backward: without gradient sync, what is not resharded after the forward
    /// pass stays for the next one.
    bool staysGathered() const { return !m_reshards && !m_reducesEach && !m_step.isLast; }

    /// _get_reduce_scatter_tensors: a gradient that the ranks do not divide is padded in a copy.
    /// Under use_orig_params flat parameters are padded themselves.
    bool isPaddedForRanks(const FlatUnit &group) const
    {
        return m_habits.trainsFlat && std::fmod(group.sizes.trainedWhole, m_ranks) > 0;
    }

    void reduce(FlatUnit &group)
    {
        m_ledger.change(m_flat, m_compute * group.sizes.trainedWhole); // joined
        m_ledger.releaseAll(group.pieces);
        if (!staysGathered()) {
            m_ledger.release(group.unsharded);
            m_isRootThere &= &group != &m_groups[root];
        }
        if (!m_step.isLast && !m_reducesEach) {
            m_ledger.releaseAll(m_flat);
            if (m_step.isFirst())
                m_ledger.hold(group.whole);
            return;
        }
        m_sent.reduce(group.sizes);
        const double input = m_reduce * group.sizes.trainedWhole;
        if (m_reduce != m_compute)
            m_ledger.change(m_reduced, input);
        if (isPaddedForRanks(group))
            m_ledger.change(m_reduced, input);
        m_ledger.change(m_reduced, m_reduce * group.sizes.graded);
        // _cast_grad_to_param_dtype, _accumulate_sharded_grad.
        const bool isAdded = m_reducesEach && !m_step.isFirst() && !m_offloads;
        const bool casts = m_reduce != m_shard;
        if (casts && isAdded)
            m_ledger.change(m_reduced, m_shard * group.sizes.graded);
        if (casts && !isAdded)
            m_ledger.hold(group.sharded);
        // Until _post_backward_hook returns it refers to what the backward pass has summed up, and
        // the engine to what that was given.
        m_ledger.releaseAll(m_flat);
        if (!m_step.isFirst() && !m_reducesEach)
            m_ledger.release(group.whole);
        m_ledger.releaseAll(m_reduced);
        if (!casts && !isAdded)
            m_ledger.hold(group.sharded);
    }

    int m_ranks = 1;
    LoopHabits m_habits;
    bool m_reshards = true;
    bool m_offloads = false;
    bool m_reducesEach = false;
    /// What a forward pass gathers for the root, the backward pass alone lets go of
    /// (_post_forward_reshard).
    bool m_isRootThere = false;
    double m_compute = 2;
    double m_reduce = 2;
    double m_shard = 4;
    Ledger::Account m_casts;
    Ledger::Account m_flat;
    Ledger::Account m_reduced;
    Ledger::Account m_inputs;
    Ledger::Account m_scratch;
    ModelTapes m_model;
    std::vector<Ledger::Account> m_resident;
    std::vector<FlatUnit> m_groups;
    FsdpWire m_sent;
    MicroStep m_step;
};

} // namespace

const Convention fsdp1Convention{.name = "FSDP1 (torch 2.14, accelerate 1.14)",
    .policy = policyOf<Fsdp1Policy>,
    .host = fsdp1Host};

} // namespace shardscope
