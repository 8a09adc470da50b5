// SPDX-License-Identifier: GPL-3.0-or-later
// nanotron (February 2025, commit 0e0a27e): Megatron's buffers, but a micro-step's 16-bit gradients
// stay until backward() has returned and are added to the fp32 buffer then
// (optim/gradient_accumulator.py). Ranks lie in the order tensor, data, pipeline
// (parallel/context.py).
#include "core/engines/convention.h"
#include "core/engines/megatron.h"
#include "core/engines/meshlines.h"

namespace shardscope {

namespace {

constexpr std::string_view accumulatorSource = "nanotron (2025-02) optim/gradient_accumulator.py";
constexpr std::string_view nanotronGatherSource
    = "nanotron (2025-02) optim/zero.py: updated weights are gathered flat, then copied back";
constexpr std::string_view nanotronBucketSource
    = "nanotron (2025-02) get_fp32_accum_hook: fp32 sums are all-reduced bucket by bucket beside "
      "the last backward pass";
constexpr std::string_view nanotronWholeSource
    = "nanotron (2025-02) trainer.py: under ZeRO-1 the whole fp32 buffer is all-reduced after the "
      "last backward pass";
constexpr std::string_view nanotronTensorSource
    = "nanotron (2025-02) parallel/tensor_parallel/functional.py";
constexpr std::string_view nanotronStageSource
    = "nanotron (2025-02) parallel/pipeline_parallel/p2p.py";
constexpr std::string_view nanotronBufferSource
    = "nanotron (2025-02) parallel/utils.py, MemoryBuffer: gradients gathered along the sequence";
constexpr std::string_view ddpSource
    = "torch DistributedDataParallel around the model: buckets beside 16-bit gradients";
constexpr std::string_view logitsSource
    = "nanotron (2025-02): fp32 logits outlast their micro-step in what was measured of the "
      "Ultra-Scale Playbook; what refers to them was not found";
constexpr std::string_view nanotronFlatSource
    = "torch ProcessGroupNCCL: the flat result of all_gather until the watchdog has seen it done, "
      "while the CPU runs ahead";
constexpr double nanotronBucketBytes = 25.0 * 1024 * 1024; // ddp_bucket_cap_mb, of 16-bit gradients

Channel reductionOf(const Workload &work)
{
    const bool isSharded = optimizerShards(work) > 1;
    return {.payload = Payload::Gradients,
        .op = CollectiveOp::AllReduce,
        .source = isSharded ? nanotronWholeSource : nanotronBucketSource,
        .overlaps = overlaps(work, !isSharded),
        .apart = work.mesh.tensor,
        .bucket = isSharded ? work.trainedHere() : nanotronBucketBytes / 2};
}

/// What tensor and pipeline parallelism send.
class NanotronLines : MeshLines
{
public:
    NanotronLines(const Workload &work, const LayerSettings &settings, Wire &wire)
        : MeshLines(work, settings, wire, nanotronTensorSource)
        , m_stages(openNeighbours({.op = CollectiveOp::SendReceive, .source = nanotronStageSource}))
    { }

    void leave(std::string_view name, bool isBackward)
    {
        if (name == "qkv_proj" || name == "gate_up_proj" || name == "lm_head")
            column(isBackward);
        else if (name == "o_proj" || name == "down_proj" || name == "token_embedding")
            row(isBackward);
        if (name == "lm_head" && !isBackward)
            splitLoss();
    }
    void toNextStage() { send(m_stages.next, betweenStages()); }
    void toPreviousStage() { send(m_stages.previous, betweenStages()); }

private:
    Neighbours m_stages;
};

class NanotronPolicy final : public MegatronPolicy
{
public:
    NanotronPolicy(const Workload &work, const ModelTapes & /*model*/, const Sinks &sinks)
        : MegatronPolicy(work, sinks, reductionOf(work), accumulatorSource, nanotronGatherSource)
        , m_settings(work.layerSettings())
        , m_gradients(m_ledger.open(PartId::Gradients, accumulatorSource, "B of 16-bit gradients"))
        , m_logits(m_ledger.open(PartId::Logits, logitsSource, "B of fp32 logits"))
        , m_flat(m_ledger.open(
              PartId::Temporaries, nanotronGatherSource, "B of all-gathered parameters"))
        , m_lines(work, m_settings, m_wire)
    { }

    void resident() override
    {
        MegatronPolicy::resident();
        const double gathered = m_settings.cut.sequence
            ? storageBytes(
                m_settings.tokens() * static_cast<double>(m_work.spec().hidden), Dtype::Half)
            : 0;
        hold(PartId::Buffers, nanotronBufferSource,
            Term::count(gathered, "B of gathered gradients"));
        if (!isSharded() && m_work.ranks() > 1)
            hold(PartId::Buffers, ddpSource,
                Term::each(m_work.recipe.weight) * Term::count(m_work.trainedHere()));
        if (isSharded())
            hold(PartId::Temporaries, nanotronFlatSource,
                Term::each(m_work.recipe.weight) * Term::count(m_work.trainedHere()));
    }

    void leaveModule(const Unit &unit, std::int32_t module, bool isBackward) override
    {
        m_lines.leave(nameOf(unit, module), isBackward);
    }
    void afterForward(const Unit &unit) override
    {
        if (unit.isLastLayer() && !m_settings.cut.stage.hasHead)
            m_lines.toNextStage();
        if (unit.kind == Unit::Kind::Head)
            m_ledger.change(m_logits, logits());
    }
    void afterBackward(const Unit &unit) override
    {
        if (unit.isFirstLayer() && !m_settings.cut.stage.hasEmbedding)
            m_lines.toPreviousStage();
    }
    void gradient(const Unit &unit, const Parameter &parameter) override
    {
        if (!parameter.isShared)
            m_ledger.change(m_gradients, storageBytes(parameter.elements, parameter.dtype));
        MegatronPolicy::gradient(unit, parameter);
    }
    void endBackward() override
    {
        m_ledger.releaseAll(m_gradients);
        m_ledger.change(m_logits, -m_lastLogits);
        m_lastLogits = m_settings.cut.stage.hasHead ? logits() : 0;
    }

    void step() override
    {
        m_ledger.releaseAll(m_logits);
        m_lastLogits = 0;
        MegatronPolicy::step();
        if (isSharded())
            m_ledger.blink(m_flat, m_work.recipe.weight * (m_work.trainedHere() + updated()));
    }

private:
    /// A rank's share of a micro-step's.
    double logits() const
    {
        const auto vocabulary = static_cast<double>(m_work.spec().vocabulary);
        return m_settings.isNanotron()
            ? storageBytes(m_settings.tokens() * vocabulary / m_settings.cut.tensor, Dtype::Single)
            : 0;
    }

    LayerSettings m_settings;
    Ledger::Account m_gradients;
    Ledger::Account m_logits;
    Ledger::Account m_flat;
    NanotronLines m_lines;
    double m_lastLogits = 0; ///< of the micro-step before
};

} // namespace

const Convention nanotronConvention{
    .name = "nanotron (2025-02)", .policy = policyOf<NanotronPolicy>};

} // namespace shardscope
