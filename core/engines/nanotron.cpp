// SPDX-License-Identifier: GPL-3.0-or-later
// nanotron (February 2025, commit 0e0a27e): Megatron's buffers, but a micro-step's 16-bit gradients
// stay until backward() has returned and are added to the fp32 buffer then
// (optim/gradient_accumulator.py).
#include "core/engines/convention.h"
#include "core/engines/megatron.h"
#include "core/engines/optimizerstate.h"

namespace shardscope {

namespace {

constexpr std::string_view source = "nanotron (2025-02) optim/gradient_accumulator.py";
constexpr std::string_view gatherSource
    = "nanotron (2025-02) optim/zero.py: updated weights are gathered flat, then copied back";
constexpr std::string_view bucketSource
    = "nanotron (2025-02) get_fp32_accum_hook: fp32 sums are all-reduced bucket by bucket beside "
      "the last backward pass";
constexpr std::string_view wholeSource
    = "nanotron (2025-02) trainer.py: under ZeRO-1 the whole fp32 buffer is all-reduced after the "
      "last backward pass";
constexpr double bucketBytes = 25.0 * 1024 * 1024; // ddp_bucket_cap_mb, of 16-bit gradients

class NanotronPolicy final : public Policy
{
public:
    NanotronPolicy(const Workload &work, const Sinks &sinks)
        : Policy(work, sinks)
        , m_isSharded(optimizerShards(work) > 1)
        , m_gradients(m_ledger.open(PartId::Gradients, source, "B of 16-bit gradients"))
        , m_scratch(m_ledger.open(PartId::Temporaries, source, "B of optimizer scratch"))
        , m_flat(m_ledger.open(PartId::Temporaries, gatherSource, "B of gathered weights"))
        , m_reduction(m_wire.open({.payload = Payload::Gradients,
              .op = CollectiveOp::AllReduce,
              .source = m_isSharded ? wholeSource : bucketSource,
              .overlaps = overlaps(work, !m_isSharded),
              .bucket = m_isSharded ? work.trainable : bucketBytes / 2}))
        , m_gather(m_wire.open({Payload::Weights, CollectiveOp::AllGather, gatherSource}))
    { }

    bool repeatsLayers() const override { return true; }

    void resident() override { hold(fp32AccumulationShares(m_work, source)); }
    void beginMicroStep(const MicroStep &step) override { m_isLast = step.isLast; }
    void gradient(const Unit &unit, const Parameter &parameter) override
    {
        if (!parameter.isShared)
            m_ledger.change(m_gradients, storageBytes(parameter.elements, parameter.dtype));
        if (m_isLast && !isTied(unit, parameter))
            m_wire.send(m_reduction, {reducedBytes(m_work, 4), parameter.elements});
    }
    void endBackward() override { m_ledger.releaseAll(m_gradients); }

    void step() override
    {
        const double updated = m_work.trainable / optimizerShards(m_work);
        m_ledger.blink(m_scratch, optimizerScratch(m_work, updated, 4).value());
        if (!m_isSharded)
            return;
        m_ledger.blink(m_flat, m_work.recipe.weight * (m_work.trainable + updated));
        m_wire.send(m_gather, {2, m_work.trainable});
    }
    void zeroGradients() override { }

private:
    bool m_isSharded = false;
    Ledger::Account m_gradients;
    Ledger::Account m_scratch;
    Ledger::Account m_flat;
    Wire::Line m_reduction;
    Wire::Line m_gather;
    bool m_isLast = true;
};

std::unique_ptr<Policy> policy(
    const Workload &work, const ModelTapes & /*model*/, const Sinks &sinks)
{
    return std::make_unique<NanotronPolicy>(work, sinks);
}

} // namespace

const Convention nanotronConvention{.name = "nanotron (2025-02)", .policy = policy};

} // namespace shardscope
