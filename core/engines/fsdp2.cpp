// SPDX-License-Identifier: GPL-3.0-or-later
// FSDP2 (torch 2.14 fully_shard): _fsdp_state.py, _fsdp_param_group.py, _fsdp_collectives.py.
#include "core/engines/fsdp2gathers.h"
#include "core/engines/offload/offload.h"
#include "core/engines/optimizerstate.h"
#include "core/engines/rounding.h"

#include <algorithm>
#include <vector>

namespace shardscope {

namespace {

constexpr std::string_view fsdp2LastSource
    = "torch 2.14 fully_shard foreach_reduce: a loop variable refers to the last gradient";
constexpr std::string_view fsdp2TiedSource
    = "torch 2.14 autograd: the head's gradient of a tied table waits for the embedding's";
constexpr std::string_view dividedSource = "torchtitan b5bcd76c disable_fsdp_gradient_division: "
                                           "gradients that nobody else has are divided "
                                           "by 1";
constexpr std::string_view fsdp2ScratchSource
    = "torch 2.14 optim: scratch of an update of rank 0's shards";

using Group = Fsdp2Group;
using Kind = Fsdp2Groups::Kind;

/// Of a run that cannot start, tapes may have fewer parameters than are said to be trained: what
/// rounding takes off the optimizer's state is no more than there is.
Rounding limited(Rounding rounding, const Shares &held)
{
    double state = 0;
    for (const Share &share : held)
        state += share.id == PartId::OptimizerState ? share.term.value() : 0;
    rounding.state = std::max(rounding.state, rounding.missing - state);
    return rounding;
}

class Fsdp2Policy final : public Policy
{
public:
    Fsdp2Policy(const Workload &work, const ModelTapes &model, const Sinks &sinks)
        : Policy(work, sinks)
        , m_waitsForSchedule(work.mesh.pipeline > 1)
        , m_splits(work.mesh.splitsBackward)
        , m_offloads(offloadFor(work.scenario.parallel) != Offload::None)
        , m_hasCopies(fsdpShards(work) < work.ranks())
        , m_accumulatesWhole(work.mesh.pipeline > 1 || !reducesEachMicroStep(work.scenario))
        , m_gradient(gatheredTrainedBytes(work))
        , m_reduce(fsdpReduceBytes(work))
        , m_shard(fsdpShardBytes(work))
        , m_groups(work, model, m_ledger)
        , m_model(model)
        , m_sent(work, sinks.wire)
        , m_gathers(work, m_model, m_groups, m_sent, m_ledger)
    {
        m_last = m_ledger.open(PartId::Gradients, fsdp2LastSource, "B of the last gradient");
        m_divided = m_ledger.open(PartId::Buffers, dividedSource, "B of divided gradients");
        m_tied
            = m_ledger.open(PartId::Gradients, fsdp2TiedSource, "B of the tied table's gradient");
        m_rounding = roundingOf(m_work, m_model,
            {.ranks = fsdpShards(m_work),
                .expertRanks = fsdpExpertShards(m_work),
                .trained = m_shard});
        const double reached = m_groups.whole().reached + m_groups.wholeExperts().reached;
        const double scratch = optimizerScratch(m_work, reached, m_shard).value()
            + scratchRounding(m_work, m_rounding);
        m_scratch = m_ledger.open(
            PartId::Temporaries, fsdp2ScratchSource, "B of optimizer scratch", scratch);
    }

    bool repeatsLayers() const override { return !m_waitsForSchedule || !m_step.isLast; }

    void resident() override
    {
        if (!m_offloads) {
            const Shares held = fsdpResident(m_work, m_groups.whole(), m_groups.wholeExperts());
            holdRounded(m_work, held, limited(m_rounding, held), m_ledger);
        }
    }

    void beginMicroStep(const MicroStep &step) override
    {
        m_step = step;
        m_gathers.begin(step);
        m_chunks.resize(std::max(m_chunks.size(), static_cast<std::size_t>(step.chunk) + 1));
    }

    void beginPass() override { m_gathers.beginPass(); }

    void beforeForward(const Unit &unit) override
    {
        if (unit.kind == Unit::Kind::Embedding && !m_groups.wrapsHead())
            m_gathers.unshardInForward(m_groups[Kind::Own]);
        if (Group *group = m_groups.of(unit))
            m_gathers.unshardInForward(*group);
        m_gathers.prefetchBehind(unit);
    }

    void leaveModule(const Unit &unit, std::int32_t module, bool isBackward) override
    {
        if (unit.kind == Unit::Kind::Head && m_groups.wrapsHead() && !isBackward
            && isHead(unit, module))
            m_gathers.reshardHead();
    }

    void afterForward(const Unit &unit) override
    {
        if (unit.kind == Unit::Kind::Head) {
            if (!m_groups.wrapsHead())
                m_gathers.reshardAfterForward(m_groups[Kind::Own]);
            m_gathers.releasePending();
            m_gathers.dropOwn();
        } else if (Group *group = m_groups.of(unit)) {
            m_gathers.reshardAfterForward(*group);
        }
        if (unit.kind == Unit::Kind::Embedding)
            m_gathers.keepOwn();
        if (m_gathers.endsChunk(unit))
            m_gathers.releasePending(); // with the end of its forward pass
    }

    void beginBackward() override
    {
        if (m_groups.wrapsHead()) {
            m_gathers.keepOwn();
            return m_gathers.prefetchHead();
        }
        m_gathers.unshardInBackward(m_groups[Kind::Own]);
        m_gathers.prefetch(m_model.layers() - 1);
    }

    void enterModule(const Unit &unit, std::int32_t module, bool isBackward) override
    {
        if (unit.kind == Unit::Kind::Head && m_groups.wrapsHead() && isBackward
            && isHead(unit, module)) {
            m_gathers.unshardHeadInBackward();
            m_gathers.prefetch(m_model.layers() - 1);
        }
    }

    void beforeBackward(const Unit &unit) override
    {
        Group *group = m_groups.of(unit);
        if (!group || unit.kind == Unit::Kind::Head)
            return;
        if (unit.kind == Unit::Kind::Embedding) {
            m_gathers.dropOwn();
            // The output of a frozen embedding needs no gradient: its hook is not called.
            if (m_work.ends.embedding == TableTraining::Frozen)
                return;
        }
        m_gathers.unshardInBackward(*group);
        prefetchBefore(unit);
    }
    // The hooks are within the checkpoint: the one that prefetches comes with the first gradient.
    void beforeReentry(const Unit &unit) override
    {
        if (Group *group = m_groups.of(unit))
            m_gathers.unshardAgain(*group);
    }
    void afterReentry(const Unit &unit) override
    {
        if (!m_groups.of(unit))
            return;
        m_gathers.releasePending();
        prefetchBefore(unit);
    }

    void gradient(const Unit &unit, const Parameter &parameter) override
    {
        const double bytes = m_gradient * parameter.gradientParts * parameter.elements;
        if (m_splits)
            return addToUnsharded(groupOf(unit, parameter), bytes);
        // Added in place where an earlier one of the same dtype is still there; some of a table
        // wait for the embedding's.
        const bool isAdded = m_accumulatesWhole && !m_step.isFirst() && m_reduce == m_gradient;
        const bool waits = waitsForEmbedding(unit, parameter);
        if (parameter.isShared && waits)
            return; // added to what waits already
        if (parameter.isShared)
            return m_ledger.releaseAll(m_tied);
        if (isAdded && waits)
            return m_ledger.change(m_tied, bytes);
        if (!isAdded)
            m_ledger.change(groupOf(unit, parameter).gradients, bytes);
    }

    void afterBackward(const Unit &unit) override
    {
        Group *group = m_groups.of(unit);
        if (!group)
            return;
        // Without an input that needs a gradient, a unit waits for the end of the backward pass.
        const bool isFirst = unit.kind == Unit::Kind::Embedding
            || (unit.kind == Unit::Kind::Tower && unit.part == TowerPartKind::Entry);
        const bool isStart = isFirst
            || (unit.kind != Unit::Kind::Head && unit.tape->input != NoTensor
                && !unit.tape->at(unit.tape->input).requiresGrad);
        if (isStart)
            m_waiting.push_back(group);
        else
            postBackward(*group);
    }

    void afterWeights(const Unit &unit) override
    {
        Group &group = groupOf(unit);
        if (m_step.isLast)
            m_late.insert(m_late.begin(), &group);
        if (!casts())
            group.forEach([this](Group &one) { accumulate(one); });
    }

    void endBackward() override
    {
        if (m_step.part == BackwardPart::Weights)
            return endWeights();
        if (!m_groups.wrapsHead())
            postBackward(m_groups[Kind::Own]);
        // Modules in order: the embedding before the layers.
        for (auto group = m_waiting.rbegin(); group != m_waiting.rend(); ++group)
            postBackward(**group);
        m_waiting.clear();
        reshardUnreached();
        if (m_splits && (m_step.part == BackwardPart::Whole || chunk().hasGradients))
            chunk() = {.hasAccumulated = true};
        endChunk();
        m_gathers.finish();
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
        releaseAllOf(&Group::sharded);
        m_chunks.clear();
    }

    void save() override { blink(fsdpSave(m_work)); }

private:
    /// Of a chunk of a stage whose backward passes are split. Passes for weights leave gradients in
    /// the dtype of computation, as no hook of fully_shard's runs in them; the next pass that runs
    /// hooks casts them to the dtype of the reduction.
    struct Chunk
    {
        bool hasGradients = false;
        bool hasAccumulated = false;
    };
    Chunk &chunk() { return m_chunks[static_cast<std::size_t>(m_step.chunk)]; }
    Group &groupOf(const Unit &unit)
    {
        Group *group = m_groups.of(unit);
        return group ? *group : m_groups[Kind::Own];
    }
    Group &groupOf(const Unit &unit, const Parameter &parameter)
    {
        Group &group = groupOf(unit);
        return group.experts && parameter.isExpert ? *group.experts : group;
    }
    void prefetchBefore(const Unit &unit)
    {
        if (unit.kind == Unit::Kind::Layer)
            m_gathers.prefetch(m_model.layerBefore(unit.index));
        else if (unit.isTowerBlock())
            m_gathers.prefetchTower(unit.index - 1);
    }
    bool casts() const { return m_reduce != m_gradient; }

    /// stage_backward_weight: `weight.grad += dw`, where there is one; the name of the last
    /// gradient refers to it until the next one is made.
    void addToUnsharded(const Group &group, double bytes)
    {
        const bool isThere = chunk().hasGradients || (!casts() && chunk().hasAccumulated);
        if (!isThere)
            m_ledger.change(group.gradients, bytes);
        else if (m_step.part == BackwardPart::Weights)
            m_ledger.change(m_last, bytes - m_ledger.held(m_last));
    }

    /// to_accumulated_grad_if_needed, accumulate_unsharded_grad_if_needed.
    void accumulate(Group &group)
    {
        if (!chunk().hasAccumulated) {
            const double all = m_ledger.held(group.gradients);
            const double last = casts() ? std::min(all, m_gradient * group.lastTrained) : 0;
            letGoOfGradients(group, -last);
            m_ledger.hold(group.accumulated);
            m_ledger.change(group.gradients, -last);
        } else if (casts()) {
            letGoOfGradients(group);
        }
    }
    void letGoOfGradients(const Group &group, double beside = 0)
    {
        const double parts = (group.lastParts - 1) * group.lastTrained;
        const double own = m_gradient * (group.sizes.reachedWhole + parts) + beside;
        m_ledger.change(group.gradients, -std::min(own, m_ledger.held(group.gradients)));
    }

    /// In a pass for inputs there may be nothing new.
    void accumulateLate(Group &group)
    {
        if (m_step.part == BackwardPart::Whole || chunk().hasGradients)
            accumulate(group);
    }

    void endWeights()
    {
        m_ledger.releaseAll(m_last);
        (casts() ? chunk().hasGradients : chunk().hasAccumulated) = true;
        endChunk();
    }
    void endChunk()
    {
        reduceChunk();
        releaseReduceInput();
        if (m_hasCopies)
            releaseAllOf(&Group::reduced);
    }

    static bool isHead(const Unit &unit, std::int32_t module)
    {
        return std::any_of(unit.tape->parameters.begin(), unit.tape->parameters.end(),
            [module](const Parameter &parameter) {
                return parameter.module == module && parameter.name == "lm_head";
            });
    }

    void releaseAllOf(Ledger::Account Group::*account)
    {
        for (Group &group : m_groups.all()) {
            if (group.isUsed)
                m_ledger.releaseAll(group.*account);
        }
    }

    bool isUnsharded(const Group &group) const { return m_ledger.held(group.unsharded) > 0; }

    void postBackward(Group &group)
    {
        if (m_waitsForSchedule && m_step.isLast)
            m_late.push_back(&group);
        group.forEachBackward([this](Group &one) { postBackwardOf(one); });
    }

    void postBackwardOf(Group &group)
    {
        if (m_waitsForSchedule)
            return m_splits ? accumulateLate(group) : keepWhole(group);
        const bool wasKept = m_accumulatesWhole && !m_step.isFirst();
        if (m_step.isLast || !m_accumulatesWhole)
            fit(group, wasKept ? group.accumulated : group.gradients);
        if (isUnsharded(group))
            m_ledger.release(group.unsharded);
        if (!m_step.isLast && m_accumulatesWhole)
            return keepWhole(group);
        recycleReduceInput(group);
        if (group.sizes.reached == 0)
            return;
        if (wasKept && m_reduce != m_gradient)
            m_ledger.releaseAll(group.gradients); // added to what was accumulated
        const double last = (wasKept ? m_reduce : m_gradient) * group.lastTrained;
        // All that there are: a router's adapters may have none.
        copyIn(group, last, [&] {
            if (wasKept)
                releaseAccumulated(group);
            else
                m_ledger.releaseAll(group.gradients);
        });
        reduce(group);
    }

    /// The groups of a unit keep what they reduce at the same time.
    void recycleReduceInput(const Group &group)
    {
        if (!group.experts)
            releaseReduceInput();
    }

    /// foreach_reduce, up to the reduction. `last`: bytes of the gradient that a name refers to.
    template <class LetGo>
    void copyIn(Group &group, double last, const LetGo &letGo)
    {
        if (group.isRearranged)
            m_ledger.change(m_last, last);
        m_ledger.hold(group.reduceInput);
        m_reducing.push_back(&group);
        letGo();
        if (!group.isRearranged)
            m_ledger.change(m_last, last);
    }

    void reduce(Group &group)
    {
        if (group.isOfExperts)
            m_sent.reduceExperts(group.sizes);
        else
            m_sent.reduce(group.sizes);
        m_ledger.hold(group.reduced);
        // disable_fsdp_gradient_division: what nobody else has is divided by one.
        if (group.isAlone())
            m_ledger.blink(m_divided, m_reduce * group.sizes.reached);
        if (m_reduce != m_shard)
            m_ledger.hold(group.sharded);
        if (!m_accumulatesWhole && !m_step.isFirst() && !m_offloads)
            return addToShards(group);
        if (m_reduce == m_shard) {
            m_ledger.release(group.reduced);
            m_ledger.hold(group.sharded);
        } else {
            letGoOfReduced(group);
        }
        m_ledger.releaseAll(m_last);
        if (m_offloads)
            m_ledger.release(group.sharded); // on its way to the host
    }

    /// That are there from the micro-step before.
    void addToShards(const Group &group)
    {
        if (m_reduce != m_shard)
            m_ledger.release(group.sharded);
        letGoOfReduced(group);
        m_ledger.releaseAll(m_last);
    }

    /// AllReduceState keeps what copies of the model have summed up, in the dtype of the reduction,
    /// to the end of the backward pass (torch 2.14 _fsdp_param_group.py, finalize_backward).
    void letGoOfReduced(const Group &group)
    {
        if (!m_hasCopies)
            m_ledger.release(group.reduced);
    }

    /// torch 2.14 pipelining/stage.py, perform_reduce_grad: when all micro-batches of a chunk have
    /// run, post_backward of its modules, in order.
    void reduceChunk()
    {
        for (auto group = m_late.rbegin(); group != m_late.rend(); ++group)
            (*group)->forEach([this](Group &one) { reduceLate(one); });
        m_late.clear();
    }
    void reduceLate(Group &group)
    {
        const bool isWhole = !m_splits || chunk().hasAccumulated;
        if (isWhole && m_splits && chunk().hasGradients)
            letGoOfGradients(group); // added up
        fit(group, group.accumulated);
        m_ledger.release(group.unsharded);
        recycleReduceInput(group);
        const double last = (isWhole ? m_reduce : m_gradient) * group.lastTrained;
        copyIn(group, last, [&] {
            if (isWhole)
                releaseAccumulated(group);
            else
                letGoOfGradients(group);
        });
        reduce(group);
    }

    /// Of a gradient that is part of a larger storage the part is copied (_fsdp_param.py,
    /// unsharded_grad_data: DTensor's redistribution), and the rest let go of.
    void fit(Group &group, Ledger::Account account)
    {
        if (group.lastParts <= 1)
            return;
        const double whole = m_ledger.held(account);
        m_ledger.change(account, whole / group.lastParts);
        m_ledger.change(account, -whole);
    }
    void releaseAccumulated(Group &group)
    {
        if (group.lastParts > 1)
            m_ledger.releaseAll(group.accumulated);
        else
            m_ledger.release(group.accumulated);
    }

    /// torch 2.14 _fsdp_state.py, _root_post_backward_final_callback: what no gradient has reached;
    /// all others are sharded again by now.
    void reshardUnreached()
    {
        if (!m_waitsForSchedule)
            releaseAllOf(&Group::unsharded);
    }

    void releaseReduceInput()
    {
        for (const Group *group : m_reducing)
            m_ledger.release(group->reduceInput);
        m_reducing.clear();
    }

    /// no_sync: whole gradients stay, cast one after the other to the dtype of the reduction.
    void keepWhole(Group &group)
    {
        const bool casts = m_reduce != m_gradient;
        if (m_step.isFirst()) {
            const double all = m_ledger.held(group.gradients);
            const double last
                = casts ? std::min(all, m_gradient * group.lastParts * group.lastTrained) : 0;
            m_ledger.change(group.gradients, last - all);
            m_ledger.hold(group.accumulated);
        }
        if (m_step.isFirst() || casts)
            m_ledger.releaseAll(group.gradients);
    }

    bool m_waitsForSchedule = false; ///< of a pipeline, with all gradients
    bool m_splits = false; ///< backward passes come in two parts
    std::vector<Chunk> m_chunks;
    bool m_offloads = false;
    bool m_hasCopies = false; ///< of all shards: hybrid sharding
    bool m_accumulatesWhole = true; ///< between micro-steps, where they do not reduce
    // Bytes of an element.
    double m_gradient = 2;
    double m_reduce = 2;
    double m_shard = 4;
    Rounding m_rounding;
    Ledger::Account m_last = 0;
    Ledger::Account m_tied = 0;
    Ledger::Account m_divided = 0;
    Ledger::Account m_scratch = 0;
    Fsdp2Groups m_groups;
    ModelTapes m_model;
    FsdpWire m_sent;
    Fsdp2Gathers m_gathers;
    MicroStep m_step;
    std::vector<Group *> m_reducing; ///< whose reduce-scatter inputs are still held
    std::vector<Group *> m_waiting; ///< for the end of the backward pass
    std::vector<Group *> m_late; ///< units that have run backward for the last micro-batch
};

} // namespace

const Convention fsdp2Convention{.name = "FSDP2 (torch 2.14 fully_shard, accelerate 1.14)",
    .policy = policyOf<Fsdp2Policy>,
    .host = fsdp2Host};

} // namespace shardscope
