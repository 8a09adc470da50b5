// SPDX-License-Identifier: GPL-3.0-or-later
// Plain torch and the Hugging Face Trainer, on one GPU or under DistributedDataParallel: everything
// is replicated. A recipe with a master copy is what DeepSpeed stage 0 and Apex O2 do.
#include "core/engines/adafactor.h"
#include "core/engines/convention.h"
#include "core/engines/optimizerstate.h"
#include "core/engines/rounding.h"
#include "core/engines/shampoo.h"
#include "core/engines/soap.h"
#include "core/model/remadematrices.h"
#include "core/step/obstacles.h"
#include "core/step/trained.h"

#include <utility>

namespace shardscope {

namespace {

constexpr std::string_view trainerWeightsSource
    = "transformers 5.12 Trainer: weights in their load dtype";
constexpr std::string_view trainerStateSource
    = "torch 2.14 optim: moments take the parameter's dtype";
constexpr std::string_view trainerMasterSource
    = "fp32 copy of 16-bit weights, as DeepSpeed stage 0 keeps it";
constexpr std::string_view trainerGradientSource
    = "torch autograd: a gradient has its parameter's dtype";
constexpr std::string_view trainerBucketSource
    = "torch DistributedDataParallel: gradient_as_bucket_view=False holds buckets beside gradients";
constexpr std::string_view viewSource
    = "torch DistributedDataParallel: gradient_as_bucket_view=True has gradients in buckets alone";
constexpr std::string_view trainerTiedSource
    = "torch autograd: the head's gradient of a tied table waits for the embedding's";
constexpr std::string_view trainerPassSource
    = "torch autograd: a weight's gradient waits for those of the other pass";
constexpr std::string_view trainerReduceSource = "torch 2.14 DistributedDataParallel: buckets are "
                                                 "all-reduced in the last micro-step (no_sync)";
constexpr std::string_view trainerEachReduceSource
    = "torch 2.14 DistributedDataParallel: without no_sync each micro-step all-reduces the buckets";
constexpr std::string_view blockSource
    = "badam bf989dc block_optim.py: a copy of the block that is trained, in fp32";
constexpr std::string_view blockCastSource
    = "badam bf989dc block_optim.py: gradients in fp32 for the update";
constexpr std::string_view trainerCastSource
    = "DeepSpeed stage 0: gradients in fp32 for the update";

constexpr double trainerBucketBytes = 25.0 * 1024 * 1024; // bucket_cap_mb

constexpr std::string_view trainerLastSource
    = "torch 2.14 pipelining/_backward.py, stage_backward_weight: a name refers to the last "
      "gradient until the next one is made";

bool isOneGraph(const Training &training)
{
    return training.kernels == Kernels::Compiled && training.modules != ModuleLibrary::Torchtitan;
}

Term gradients(const Workload &work, double parameters)
{
    const Term rest = Term::each(work.recipe.gradient) * Term::count(parameters - work.saved);
    return work.saved > 0 ? rest + Term::each(work.savedBytes) * Term::count(work.saved) : rest;
}

class TrainerPolicy final : public Policy
{
public:
    TrainerPolicy(const Workload &work, const ModelTapes &model, const Sinks &sinks)
        : Policy(work, sinks)
        , m_model(model)
        , m_gradients(m_ledger.open(PartId::Gradients, trainerGradientSource, "B of gradients"))
        , m_scratch(
              m_ledger.open(PartId::Temporaries, trainerStateSource, "B of optimizer scratch"))
        , m_casts(m_ledger.open(PartId::Temporaries,
              trainsOneBlock(work.training()) ? blockCastSource : trainerCastSource,
              "B of fp32 gradients"))
        , m_last(m_ledger.open(PartId::Gradients, trainerLastSource, "B of the last gradient"))
        , m_tied(
              m_ledger.open(PartId::Gradients, trainerTiedSource, "B of the tied table's gradient"))
        , m_waiting(m_ledger.open(
              PartId::Gradients, trainerPassSource, "B of gradients of the first pass"))
        , m_views(work.ranks() > 1 && work.scenario.parallel.bucketView == BucketView::On)
        , m_reducesEach(reducesEachMicroStep(work.scenario))
        , m_updatesAtOnce(updatesInBackward(work.scenario, work.spec()))
        , m_isOneGraph(isOneGraph(work.training()))
        , m_reducedBytes(reducedBytes(work, work.recipe.gradient))
        , m_reduction(m_wire.open({.payload = Payload::Gradients,
              .op = CollectiveOp::AllReduce,
              .source = m_reducesEach ? trainerEachReduceSource : trainerReduceSource,
              .overlaps = overlaps(work, true),
              .bucket = trainerBucketBytes / m_reducedBytes}))
    { }

    bool repeatsLayers() const override { return true; }

    void resident() override
    {
        m_rounding = roundingOf(m_work, m_model, {.trained = m_work.recipe.weight});
        holdRounded(m_work, shares(), m_rounding, m_ledger);
    }

    void beginMicroStep(const MicroStep &step) override { m_step = step; }

    void expectSecondPass(bool follows) override { m_expects = follows; }

    void gradient(const Unit &unit, const Parameter &parameter) override
    {
        const double bytes
            = parameter.gradientParts * storageBytes(parameter.elements, parameter.dtype);
        if (m_expects)
            return m_ledger.change(m_waiting, bytes);
        if (m_ledger.held(m_waiting) > 0)
            joinPasses(unit, bytes);
        const bool isReduced = m_step.isLast || m_reducesEach;
        const bool waits = waitsForOthers(unit, parameter);
        if (isReduced && !waits)
            m_wire.send(m_reduction,
                {isCopy(parameter) ? m_work.savedBytes : m_reducedBytes, parameter.elements});
        if (m_updatesAtOnce)
            return updateAtOnce(unit, parameter, bytes);
        if (m_views && isReduced)
            return moveToBucket(unit, parameter, bytes);
        // Later gradients of a parameter are added to the first one, all its parts at once.
        if (parameter.isShared)
            return joinTable(waits);
        if (m_step.isFirst())
            m_ledger.change(m_gradients, bytes);
        else if (m_step.part == BackwardPart::Weights)
            m_ledger.change(m_last, bytes - m_ledger.held(m_last));
        else if (waits)
            m_ledger.change(m_tied, bytes);
        else if (m_isOneGraph)
            m_ledger.change(m_last, bytes);
    }

    void endBackward() override
    {
        m_ledger.releaseAll(m_last);
        updatePending();
    }

    void step() override
    {
        if (m_updatesAtOnce)
            return;
        if (trainsOneBlock(m_work.training()))
            return updateBlock();
        if (m_work.recipe.master > 0)
            m_ledger.change(m_casts, 4 * m_work.trainedHere());
        m_ledger.blink(m_scratch, scratch());
        m_ledger.releaseAll(m_casts);
    }

    void zeroGradients() override { m_ledger.releaseAll(m_gradients); }

private:
    double scratch() const
    {
        if (m_work.training().optimizer == Optimizer::Soap)
            return soapScratch(m_work, m_model);
        if (m_work.training().optimizer == Optimizer::Shampoo)
            return shampooScratch(m_work, m_model);
        if (m_work.training().optimizer == Optimizer::Adafactor && m_work.recipe.master == 0)
            return adafactorScratch(m_work, m_model);
        const double updated = m_work.trainedHere() - m_rounding.unheard;
        return optimizerScratch(m_work, updated, m_work.recipe.moment).value()
            + scratchRounding(m_work, m_rounding);
    }
    /// badam bf989dc, block_optim.py, step_single_gpu: a gradient in fp32 takes the place of each
    /// one in 16 bits, before any weight is updated; with the step they go.
    void updateBlock()
    {
        if (m_work.recipe.gradient < m_work.recipe.master) {
            m_ledger.releaseAll(m_gradients);
            m_ledger.change(m_casts, m_work.recipe.master * m_work.trainedHere());
        }
        m_ledger.blink(m_scratch, scratch());
        m_ledger.releaseAll(m_casts);
        m_ledger.releaseAll(m_gradients);
    }
    /// torch makes a third tensor of both, but where the one that waits is nothing but itself: a
    /// table's, which no product has made (torch 2.11 torch/csrc/autograd/input_buffer.cpp).
    void joinPasses(const Unit &unit, double bytes)
    {
        const bool isInPlace
            = unit.kind == Unit::Kind::Embedding && m_work.training().kernels != Kernels::Reference;
        m_ledger.blink(m_waiting, (isInPlace ? 1 : 2) * bytes);
        m_ledger.change(m_waiting, -bytes);
    }
    /// Of a table, trained beside adapters in a dtype of its own.
    bool isCopy(const Parameter &parameter) const
    {
        return m_work.saved > 0 && !parameter.isAdapter;
    }
    /// Whether a table's gradient waits for what the embedding makes of it: that of a tied head,
    /// and of the target's embedding.
    bool waitsForOthers(const Unit &unit, const Parameter &parameter) const
    {
        const bool isRows = parameter.name == tokenRows; // of a tied table
        return waitsForEmbedding(unit, parameter) || (isRows && unit.kind != Unit::Kind::Embedding);
    }
    /// What a unit makes of a table that another one has made a gradient of before.
    void joinTable(bool waits)
    {
        if (!waits)
            m_ledger.releaseAll(m_tied);
    }
    /// torch's hook behind AccumulateGrad: the weight is updated and its gradient let go. A tied
    /// table waits for both of its gradients.
    void updateAtOnce(const Unit &unit, const Parameter &parameter, double bytes)
    {
        const bool waits = waitsForOthers(unit, parameter);
        if (waits && !parameter.isShared)
            return m_ledger.change(m_tied, bytes);
        if (waits)
            return;
        if (parameter.isShared)
            m_ledger.releaseAll(m_tied);
        m_ledger.change(m_gradients, bytes);
        if (updatesByItself(m_work.training().optimizer)) {
            updatePending();
            m_pending = {bytes, parameter.elements, bytesOf(parameter.dtype), factors(parameter)};
            return;
        }
        m_ledger.blink(m_scratch,
            optimizerScratch(m_work, parameter.elements, bytesOf(parameter.dtype)).value());
        m_ledger.change(m_gradients, -bytes);
    }
    /// lomo_optim 45d4bac, fuse_update: a tensor's hook runs before its gradient is stored, and
    /// updates the weight that the one before belongs to.
    void updatePending()
    {
        const Pending pending = std::exchange(m_pending, {});
        if (pending.bytes == 0)
            return;
        m_ledger.blink(m_scratch,
            optimizerScratch(m_work, pending.elements, pending.dtypeBytes).value()
                + pending.factors);
        m_ledger.change(m_gradients, -pending.bytes);
    }
    /// mark_variable_ready_dense: copies a gradient, and lets the parameter have the copy.
    void moveToBucket(const Unit &unit, const Parameter &parameter, double bytes)
    {
        const bool waits = waitsForOthers(unit, parameter);
        if (waits && !parameter.isShared)
            return m_ledger.change(m_tied, bytes);
        if (parameter.isShared)
            joinTable(waits);
        if (waits)
            return;
        // What earlier micro-steps left beside the buckets, if they did not reduce.
        if (!m_reducesEach && !m_step.isFirst())
            m_ledger.change(m_gradients, -bytes);
    }
    Shares shares() const
    {
        Shares shares;
        addWholeWeights(shares, m_work, trainerWeightsSource);
        const Term trained = Term::count(m_work.trainedHere());
        shares.push_back({PartId::Master, Term::each(m_work.recipe.master) * trained,
            trainsOneBlock(m_work.training()) ? blockSource : trainerMasterSource});
        shares.push_back({PartId::OptimizerState, optimizerStateHere(m_work, m_work.recipe.moment),
            trainerStateSource});
        if (m_work.ranks() > 1)
            shares.push_back({PartId::Buffers, gradients(m_work, m_work.trainedHere()),
                m_views ? viewSource : trainerBucketSource});
        return shares;
    }

    /// A gradient that waits for the next one.
    struct Pending
    {
        double bytes = 0;
        double elements = 0;
        double dtypeBytes = 0;
        double factors = 0;
    };
    /// AdaLomo: roots of what it keeps of a matrix's rows and columns.
    double factors(const Parameter &parameter) const
    {
        const double columns = parameter.elements / parameter.rows;
        if (m_work.training().optimizer != Optimizer::AdaLomo || columns <= 1)
            return 0;
        return storageBytes(parameter.rows, Dtype::Single) + storageBytes(columns, Dtype::Single);
    }

    const ModelTapes m_model;
    Pending m_pending{};
    Ledger::Account m_gradients;
    Ledger::Account m_scratch;
    Ledger::Account m_casts;
    Ledger::Account m_last;
    Ledger::Account m_tied;
    Ledger::Account m_waiting;
    bool m_expects = false; ///< a second pass of the same micro-step
    bool m_views = false; ///< gradients are views of buckets once they are reduced
    bool m_reducesEach = false;
    bool m_updatesAtOnce = false; ///< each weight as soon as its gradient is there
    /// torch.compile makes one graph of the backward pass, which hands out all gradients at its
    /// end.
    bool m_isOneGraph = false;
    double m_reducedBytes = 4; ///< of a gradient on the wire
    Wire::Line m_reduction;
    MicroStep m_step;
    Rounding m_rounding;
};

} // namespace

const Convention trainerConvention{.name = "Hugging Face Trainer (transformers 5.12, torch 2.14)",
    .policy = policyOf<TrainerPolicy>};

} // namespace shardscope
