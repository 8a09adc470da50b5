// SPDX-License-Identifier: GPL-3.0-or-later
// nanotron (February 2025, commit 0e0a27e): Megatron's buffers, but a micro-step's 16-bit gradients
// stay until backward() has returned and are added to the fp32 buffer then
// (optim/gradient_accumulator.py).
#include "core/engines/convention.h"
#include "core/engines/megatron.h"

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

Channel reductionOf(const Workload &work)
{
    const bool isSharded = optimizerShards(work) > 1;
    return {.payload = Payload::Gradients,
        .op = CollectiveOp::AllReduce,
        .source = isSharded ? wholeSource : bucketSource,
        .overlaps = overlaps(work, !isSharded),
        .bucket = isSharded ? work.trainable : bucketBytes / 2};
}

class NanotronPolicy final : public MegatronPolicy
{
public:
    NanotronPolicy(const Workload &work, const ModelTapes & /*model*/, const Sinks &sinks)
        : MegatronPolicy(work, sinks, reductionOf(work), source, gatherSource)
        , m_gradients(m_ledger.open(PartId::Gradients, source, "B of 16-bit gradients"))
        , m_flat(m_ledger.open(PartId::Temporaries, gatherSource, "B of all-gathered parameters"))
    { }

    void gradient(const Unit &unit, const Parameter &parameter) override
    {
        if (!parameter.isShared)
            m_ledger.change(m_gradients, storageBytes(parameter.elements, parameter.dtype));
        MegatronPolicy::gradient(unit, parameter);
    }
    void endBackward() override { m_ledger.releaseAll(m_gradients); }

    void step() override
    {
        MegatronPolicy::step();
        if (isSharded())
            m_ledger.blink(m_flat, m_work.recipe.weight * (m_work.trainable + updated()));
    }

private:
    Ledger::Account m_gradients;
    Ledger::Account m_flat;
};

} // namespace

const Convention nanotronConvention{
    .name = "nanotron (2025-02)", .policy = policyOf<NanotronPolicy>};

} // namespace shardscope
