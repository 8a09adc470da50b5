// SPDX-License-Identifier: GPL-3.0-or-later
// FSDP2 (torch 2.14 fully_shard): _fsdp_state.py, _fsdp_param_group.py, _fsdp_collectives.py.
#include "core/engines/fsdp2groups.h"
#include "core/engines/fsdpwire.h"
#include "core/engines/offload/offload.h"
#include "core/engines/optimizerstate.h"
#include "core/engines/rounding.h"

#include <algorithm>
#include <vector>

namespace shardscope {

namespace {

constexpr std::string_view lastSource
    = "torch 2.14 fully_shard foreach_reduce: a loop variable refers to the last gradient";
constexpr std::string_view tiedSource
    = "torch 2.14 autograd: the head's gradient of a tied table waits for the embedding's";
constexpr std::string_view scratchSource
    = "torch 2.14 optim: scratch of an update of rank 0's shards";

using Group = Fsdp2Group;
using Kind = Fsdp2Groups::Kind;

class Fsdp2Policy final : public Policy
{
public:
    Fsdp2Policy(const Workload &work, const ModelTapes &model, const Sinks &sinks)
        : Policy(work, sinks)
        , m_reshards(reshards(work) && work.mesh.pipeline == 1)
        , m_keepsHead(habitsFor(work.scenario).keepsHead)
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
    {
        m_last = m_ledger.open(PartId::Gradients, lastSource, "B of the last gradient");
        m_tied = m_ledger.open(PartId::Gradients, tiedSource, "B of the tied table's gradient");
        m_rounding = roundingOf(m_work, m_model, {.ranks = fsdpShards(m_work), .trained = m_shard});
        const double scratch = optimizerScratch(m_work, m_groups.whole().reached, m_shard).value()
            + scratchRounding(m_work, m_rounding);
        m_scratch
            = m_ledger.open(PartId::Temporaries, scratchSource, "B of optimizer scratch", scratch);
    }

    bool repeatsLayers() const override { return !m_waitsForSchedule || !m_step.isLast; }

    void resident() override
    {
        if (!m_offloads) {
            hold(fsdpResident(m_work, m_groups.whole()));
            holdRounding(m_work, m_rounding, m_ledger);
        }
    }

    void beginMicroStep(const MicroStep &step) override
    {
        m_step = step;
        m_chunks.resize(std::max(m_chunks.size(), static_cast<std::size_t>(step.chunk) + 1));
    }

    void beforeForward(const Unit &unit) override
    {
        if (unit.kind == Unit::Kind::Embedding && !m_groups.wrapsEnds())
            unshardInForward(m_groups[Kind::Ends]);
        if (Group *group = m_groups.of(unit))
            unshardInForward(*group);
    }

    void leaveModule(const Unit &unit, std::int32_t module, bool isBackward) override
    {
        if (unit.kind == Unit::Kind::Head && m_groups.wrapsEnds() && !isBackward
            && isHead(unit, module))
            reshardHead();
    }

    void afterForward(const Unit &unit) override
    {
        if (unit.kind == Unit::Kind::Head) {
            if (!m_groups.wrapsEnds())
                reshardAfterForward(m_groups[Kind::Ends]);
            releasePending();
        } else if (Group *group = m_groups.of(unit)) {
            reshardAfterForward(*group);
        }
        if (unit.isLastLayer() && !m_work.stage.hasHead)
            releasePending(); // with the end of the stage's forward pass
    }

    void beginBackward() override
    {
        if (m_groups.wrapsEnds())
            return;
        unshardInBackward(m_groups[Kind::Ends]);
        prefetch(m_model.layers() - 1);
    }

    void enterModule(const Unit &unit, std::int32_t module, bool isBackward) override
    {
        if (unit.kind == Unit::Kind::Head && m_groups.wrapsEnds() && isBackward
            && isHead(unit, module)) {
            if (!m_keepsHead)
                unshardInBackward(m_groups[Kind::Head]);
            prefetch(m_model.layers() - 1);
        }
    }

    void beforeBackward(const Unit &unit) override
    {
        Group *group = m_groups.of(unit);
        if (!group || unit.kind == Unit::Kind::Head)
            return;
        // The output of a frozen embedding needs no gradient: its hook is not called.
        if (unit.kind == Unit::Kind::Embedding && m_work.ends.embedding == TableTraining::Frozen)
            return;
        unshardInBackward(*group);
        if (unit.kind == Unit::Kind::Layer)
            prefetch(unit.index - 1);
        else if (unit.isTowerBlock())
            prefetchTower(unit.index - 1);
    }

    void gradient(const Unit &unit, const Parameter &parameter) override
    {
        const double bytes = m_gradient * parameter.gradientParts * parameter.elements;
        if (m_splits)
            return addToUnsharded(unit, bytes);
        // Added in place where an earlier one of the same dtype is still there; a tied table's from
        // the head waits for the embedding's.
        const bool isAdded = m_accumulatesWhole && !m_step.isFirst() && m_reduce == m_gradient;
        if (parameter.isShared)
            return m_ledger.releaseAll(m_tied);
        if (isAdded && isTied(unit, parameter))
            return m_ledger.change(m_tied, bytes);
        Group *group = m_groups.of(unit);
        if (!isAdded)
            m_ledger.change((group ? *group : m_groups[Kind::Ends]).gradients, bytes);
    }

    void afterBackward(const Unit &unit) override
    {
        Group *group = m_groups.of(unit);
        if (!group)
            return;
        // Without an input that needs a gradient, a unit waits for the end of the backward pass.
        const bool isStart = unit.kind == Unit::Kind::Embedding
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
            accumulate(group);
    }

    void endBackward() override
    {
        if (m_step.part == BackwardPart::Weights)
            return endWeights();
        if (!m_groups.wrapsEnds())
            postBackward(m_groups[Kind::Ends]);
        // Modules in order: the embedding before the layers.
        for (auto group = m_waiting.rbegin(); group != m_waiting.rend(); ++group)
            postBackward(**group);
        m_waiting.clear();
        reshardUnreached();
        if (m_splits && (m_step.part == BackwardPart::Whole || chunk().hasGradients))
            chunk() = {.hasAccumulated = true};
        endChunk();
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
        return group ? *group : m_groups[Kind::Ends];
    }
    bool casts() const { return m_reduce != m_gradient; }

    /// stage_backward_weight: `weight.grad += dw`, where there is one; the name of the last
    /// gradient refers to it until the next one is made.
    void addToUnsharded(const Unit &unit, double bytes)
    {
        const bool isThere = chunk().hasGradients || (!casts() && chunk().hasAccumulated);
        if (!isThere)
            m_ledger.change(groupOf(unit).gradients, bytes);
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

    void gather(Group &group)
    {
        m_sent.gather(group.sizes);
        m_ledger.hold(group.casts);
        m_ledger.hold(group.gather);
        m_ledger.release(group.casts);
    }

    void unshardInForward(Group &group)
    {
        if (m_waitsForSchedule && !m_step.isFirst())
            return; // all micro-batches of a pipeline use what was gathered for the first
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

    /// torchtitan (models/llama3/parallelize.py) does not: the backward pass begins with it. The
    /// loss comes when the model has returned, and with it the last gather's buffer has gone.
    void reshardHead()
    {
        if (m_keepsHead)
            releasePending();
        else
            reshardAfterForward(m_groups[Kind::Head]);
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
            next = &m_groups.ofLayer(layer);
        else if (m_groups.wrapsEnds())
            next = &m_groups[Kind::Embedding];
        else if (!m_model.tower.empty())
            next = &m_groups.ofTower();
        m_prefetched = next;
        if (next)
            gather(*next);
    }

    /// Of a vision tower's parts the first is no unit.
    void prefetchTower(int part)
    {
        if (!m_reshards)
            return;
        m_prefetched = part > 0 ? &m_groups.ofTower() : nullptr;
        if (m_prefetched)
            gather(*m_prefetched);
    }

    void postBackward(Group &group)
    {
        if (m_waitsForSchedule) {
            if (m_step.isLast)
                m_late.push_back(&group);
            return m_splits ? accumulateLate(group) : keepWhole(group);
        }
        const bool wasKept = m_accumulatesWhole && !m_step.isFirst();
        if (m_step.isLast || !m_accumulatesWhole)
            fit(group, wasKept ? group.accumulated : group.gradients);
        if (isUnsharded(group))
            m_ledger.release(group.unsharded);
        if (!m_step.isLast && m_accumulatesWhole)
            return keepWhole(group);
        if (group.sizes.reached == 0)
            return releaseReduceInput();
        releaseReduceInput();
        if (wasKept && m_reduce != m_gradient)
            m_ledger.releaseAll(group.gradients); // added to what was accumulated
        m_ledger.hold(group.reduceInput);
        m_reducing = &group;
        // All that there are: a router's adapters may have none.
        if (wasKept)
            releaseAccumulated(group);
        else
            m_ledger.releaseAll(group.gradients);
        m_ledger.change(m_last, (wasKept ? m_reduce : m_gradient) * group.lastTrained);
        reduce(group);
    }

    void reduce(Group &group)
    {
        m_sent.reduce(group.sizes);
        m_ledger.hold(group.reduced);
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
            reduceLate(**group);
        m_late.clear();
    }
    void reduceLate(Group &group)
    {
        const bool isWhole = !m_splits || chunk().hasAccumulated;
        if (isWhole && m_splits && chunk().hasGradients)
            letGoOfGradients(group); // added up
        fit(group, group.accumulated);
        m_ledger.release(group.unsharded);
        releaseReduceInput();
        m_ledger.hold(group.reduceInput);
        if (isWhole)
            releaseAccumulated(group);
        else
            letGoOfGradients(group);
        m_reducing = &group;
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
        if (m_reducing)
            m_ledger.release(m_reducing->reduceInput);
        m_reducing = nullptr;
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

    bool m_reshards = true;
    bool m_keepsHead = false; ///< unsharded, from its forward to its backward pass
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
    Ledger::Account m_scratch = 0;
    Fsdp2Groups m_groups;
    ModelTapes m_model;
    FsdpWire m_sent;
    MicroStep m_step;
    Group *m_pending = nullptr; ///< whose gather buffer waits for the next copy-out
    Group *m_prefetched = nullptr;
    Group *m_reducing = nullptr; ///< whose reduce-scatter input is still held
    std::vector<Group *> m_waiting; ///< for the end of the backward pass
    std::vector<Group *> m_late; ///< units that have run backward for the last micro-batch
};

} // namespace

const Convention fsdp2Convention{.name = "FSDP2 (torch 2.14 fully_shard, accelerate 1.14)",
    .policy = policyOf<Fsdp2Policy>,
    .host = fsdp2Host};

} // namespace shardscope
