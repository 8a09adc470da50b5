// SPDX-License-Identifier: GPL-3.0-or-later
// TRL 1.10.0.dev0 (f2cd57710): dpo_trainer.py and grpo_trainer.py, __init__; models/utils.py,
// prepare_deepspeed and prepare_fsdp; accelerate 1.14 prepare_model.
#include "core/engines/reference.h"

#include "core/engines/fsdp.h"
#include "core/engines/zerocoordinator.h"

namespace shardscope {

namespace {

constexpr std::string_view referenceWholeSource
    = "TRL 1.10 trainers: the reference model is loaded like the trained one, and stays "
      "whole on each GPU unless all weights are sharded";
constexpr std::string_view referenceShardSource
    = "TRL 1.10 models/utils.py, prepare_fsdp: fully_shard on the whole model, in its load dtype";
constexpr std::string_view flatReferenceSource
    = "TRL 1.10 models/utils.py, prepare_fsdp: FullyShardedDataParallel, as the trained model is "
      "wrapped; torch 2.14 _runtime_utils.py, _post_forward_reshard";
constexpr std::string_view referencePartitionSource
    = "DeepSpeed 0.19.6 partition_parameters.py: shards of a model without an optimizer, each in a "
      "storage of its own";
constexpr std::string_view referenceGatherSource
    = "torch 2.14 fully_shard: a model that is one unit is gathered whole, and copied out of the "
      "buffer that it arrives in";
constexpr std::string_view referenceRoundingSource
    = "torch 2.14 CUDACachingAllocator.cpp: storages are multiples of 512 B";

/// Bytes of the parameters on a GPU, each in a storage of its own.
double storedBytes(const ModelTapes &model, int ranks, double each, int copies)
{
    double sum = 0;
    model.forEach([&](const Tape &tape, int units) {
        for (const Parameter &parameter : tape.parameters) {
            if (!parameter.isShared)
                sum += units * storageBytes(copies * each * fsdpShardElements(parameter, ranks));
        }
    });
    return sum;
}

class ReferencePolicy final : public Policy
{
public:
    ReferencePolicy(const Workload &work, const ModelTapes &model, const Sinks &sinks)
        : Policy(work, sinks)
        , m_model(model)
        , m_ranks(isFsdp(frameworkFor(work.scenario.parallel)) ? fsdpShards(work) : 1)
        , m_bytes(m_ranks > 1 && work.isFull() ? fsdpShardBytes(work)
                                               : recipe(work.training().precision).weight)
        , m_reshards(m_ranks > 1 && reshards(work))
        , m_buffer(
              m_ledger.open(PartId::Gathered, referenceGatherSource, "B of the gathered reference"))
        , m_whole(m_ledger.open(
              PartId::Gathered, referenceGatherSource, "B of the reference's weights"))
    {
        if (m_reshards)
            m_gather = m_wire.open({.payload = Payload::Weights,
                .op = CollectiveOp::AllGather,
                .source = referenceGatherSource,
                .overlaps = false});
    }

    bool repeatsLayers() const override { return true; }

    void resident() override
    {
        const bool isWhole = m_ranks == 1;
        const Term weights = isWhole
            ? baseWeights(m_work)
            : shard(Term::each(m_bytes) * Term::count(m_work.parameters), m_ranks);
        hold(PartId::Reference, isWhole ? referenceWholeSource : referenceShardSource, weights);
        if (!isWhole && !m_reshards) // the first step has gathered it
            m_ledger.change(m_whole, wholeBytes());
        if (m_work.training().method == Method::Qlora)
            return;
        const double rounding = storedBytes(m_model, m_ranks, m_bytes, 1) - weights.value();
        m_ledger.change(
            m_ledger.open(PartId::Reference, referenceRoundingSource, "B of rounding and padding"),
            rounding);
    }

    void beforeForward(const Unit &unit) override
    {
        if (unit.kind != Unit::Kind::Embedding || !m_reshards)
            return;
        const double each = gatheredBytes(m_work);
        const double elements = m_ranks * fsdpShardsOf(m_model, m_ranks).all;
        m_wire.send(*m_gather, {each, elements});
        m_ledger.change(m_buffer, storageBytes(each * elements));
        m_ledger.change(m_whole, wholeBytes());
    }

    void afterForward(const Unit &unit) override
    {
        if (unit.kind != Unit::Kind::Head || !m_reshards)
            return;
        m_ledger.releaseAll(m_whole);
        m_ledger.releaseAll(m_buffer);
    }

    void step() override { }
    void zeroGradients() override { }

private:
    double wholeBytes() const
    {
        return storedBytes(m_model, m_ranks, gatheredBytes(m_work), m_ranks);
    }

    const ModelTapes m_model;
    int m_ranks = 1; ///< that share one copy
    double m_bytes = 2; ///< of a weight between forward passes
    bool m_reshards = false;
    Ledger::Account m_buffer;
    Ledger::Account m_whole;
    std::optional<Wire::Line> m_gather;
};

/// Under FSDP1: wrapped as the trained one, layer by layer. No backward pass lets go of what the
/// root has gathered in the first forward pass; verl does, behind each, and has the shards on the
/// host.
class FlatReference final : public Policy
{
public:
    FlatReference(const Workload &work, const ModelTapes &model, const Sinks &sinks)
        : Policy(work, sinks)
        , m_model(model)
        , m_ranks(fsdpShards(work))
        , m_isOnHost(refersFromHost(work.scenario))
        , m_shard(fsdpShardBytes(work))
        , m_compute(gatheredBytes(work))
        , m_casts(m_ledger.open(PartId::Buffers, flatReferenceSource, "B of 16-bit shards"))
        , m_root(m_ledger.open(
              PartId::Gathered, flatReferenceSource, "B of the reference's tables and norm"))
        , m_layer(m_ledger.open(
              PartId::Gathered, flatReferenceSource, "B of a gathered layer of the reference"))
        , m_gather(m_wire.open({.payload = Payload::Weights,
              .op = CollectiveOp::AllGather,
              .source = flatReferenceSource}))
    {
        m_ledger.setStream(m_casts, Stream::Cast);
        m_ledger.setStream(m_layer, Stream::Gather);
    }

    bool repeatsLayers() const override { return true; }

    void resident() override
    {
        if (m_isOnHost)
            return;
        hold(PartId::Reference, flatReferenceSource,
            shard(Term::each(m_shard) * Term::count(m_work.parameters), m_ranks));
        m_ledger.change(m_root, m_compute * rootElements());
    }

    void beginPass() override
    {
        if (m_isOnHost)
            gather(m_root, rootElements());
    }
    void endPass() override
    {
        if (m_isOnHost)
            m_ledger.releaseAll(m_root);
    }

    void beforeForward(const Unit &unit) override
    {
        if (m_model.isWrapped(unit))
            gather(m_layer, elementsOf(*unit.tape));
    }

    void afterForward(const Unit &unit) override
    {
        if (m_model.isWrapped(unit))
            m_ledger.releaseAll(m_layer);
    }

    void step() override { }
    void zeroGradients() override { }

private:
    void gather(Ledger::Account whole, double elements)
    {
        if (m_isOnHost || m_shard != m_compute)
            m_ledger.change(m_casts, m_compute * elements / m_ranks);
        if (m_isOnHost && m_shard != m_compute) // what comes from the host is in the shard's dtype
            m_ledger.blink(m_casts, m_shard * elements / m_ranks);
        m_ledger.change(whole, m_compute * elements);
        m_ledger.releaseAll(m_casts);
        m_wire.send(m_gather, {m_compute, elements});
    }
    double rootElements() const
    {
        return elementsOf(*m_model.embedding) + elementsOf(*m_model.head);
    }
    static double elementsOf(const Tape &tape) { return fsdpShardsOf(tape, 1).all; }

    const ModelTapes m_model;
    const int m_ranks;
    const bool m_isOnHost;
    const double m_shard; ///< bytes of an element that is cut
    const double m_compute; ///< of one that is gathered
    Ledger::Account m_casts;
    Ledger::Account m_root;
    Ledger::Account m_layer;
    Wire::Line m_gather;
};

/// Under ZeRO-3: DeepSpeed's engine without an optimizer, whose trace has no backward pass.
class PartitionedReference final : public Policy
{
public:
    PartitionedReference(const Workload &work, const ModelTapes &model, const Sinks &sinks)
        : Policy(work, sinks)
        , m_model(work, model)
        , m_sizes(zeroSizes(work))
        , m_shards(m_model, work.ranks(), m_sizes.persistenceThreshold)
        , m_sent(work, sinks.wire)
        , m_coordinator(
              work, m_model, m_shards, m_sizes, m_sent, m_ledger, ZeroCoordinator::Adapters::None)
    { }

    void resident() override
    {
        double stored = 0;
        for (int i = 0; i < m_model.parameterCount(); ++i)
            stored += storageBytes(m_shards.at(m_model.placeOf(i)).own, Dtype::Half);
        const Term weights = Term::each(m_work.recipe.weight)
            * shareOf(m_shards.sums().whole, m_shards.sums().own, m_work.ranks());
        hold(PartId::Reference, referencePartitionSource, weights);
        m_ledger.change(
            m_ledger.open(PartId::Reference, referenceRoundingSource, "B of rounding and padding"),
            stored - weights.value());
        m_coordinator.holdPersistent(); // the first pass has gathered them
    }

    void beginPass() override { m_coordinator.begin({ZeroAhead::Reach::Forward, false}); }
    void enterModule(const Unit &unit, std::int32_t onTape, bool isBackward) override
    {
        m_coordinator.enterModule(unit, onTape, isBackward);
    }
    void leaveModule(const Unit &unit, std::int32_t onTape, bool isBackward) override
    {
        m_coordinator.leaveModule(unit, onTape, isBackward);
    }

    void step() override { }
    void zeroGradients() override { }

private:
    const ZeroModel m_model;
    const ZeroSizes m_sizes;
    const ZeroShards m_shards;
    ZeroWire m_sent;
    ZeroCoordinator m_coordinator;
};

} // namespace

std::unique_ptr<Policy> referencePolicy(
    const Workload &work, const ModelTapes &model, const Sinks &sinks)
{
    if (frameworkFor(work.scenario.parallel) == Framework::Fsdp1)
        return std::make_unique<FlatReference>(work, model, sinks);
    if (work.scenario.parallel.strategy == Strategy::Zero3)
        return std::make_unique<PartitionedReference>(work, model, sinks);
    return std::make_unique<ReferencePolicy>(work, model, sinks);
}

} // namespace shardscope
