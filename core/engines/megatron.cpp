// SPDX-License-Identifier: GPL-3.0-or-later
// Megatron-LM: 16-bit weights, one fp32 gradient buffer for the whole run, and the optimizer whole
// or (distributed optimizer, here under ZeRO-1) sharded. docs/dist_optimizer.md: 18 or 6 + 12 / N
// bytes.
#include "core/engines/megatron.h"

#include "core/engines/convention.h"
#include "core/engines/optimizerstate.h"

namespace shardscope {

namespace {

constexpr std::string_view bufferSource = "Megatron-LM (2026-08) docs/dist_optimizer.md";

class MegatronPolicy final : public Policy
{
public:
    MegatronPolicy(const Workload &work, Ledger &ledger)
        : Policy(work, ledger)
        , m_scratch(ledger.open(PartId::Temporaries, bufferSource, "B of optimizer scratch"))
    { }

    bool repeatsLayers() const override { return true; }

    // Gradients are added to the persistent buffer as they come.
    void resident() override { hold(fp32AccumulationShares(m_work, bufferSource)); }
    void step() override
    {
        const double updated = m_work.trainable / optimizerShards(m_work);
        m_ledger.blink(m_scratch, optimizerScratch(m_work, updated, 4).value());
    }
    void zeroGradients() override { }

private:
    Ledger::Account m_scratch;
};

std::unique_ptr<Policy> policy(const Workload &work, const ModelTapes & /*model*/, Ledger &ledger)
{
    return std::make_unique<MegatronPolicy>(work, ledger);
}

} // namespace

int optimizerShards(const Workload &work)
{
    return work.scenario.parallel.strategy == Strategy::Ddp ? 1 : work.ranks();
}

Shares fp32AccumulationShares(const Workload &work, std::string_view source)
{
    Shares shares;
    addWholeWeights(shares, work, source);
    const int shards = optimizerShards(work);
    const Term trained = Term::count(work.trainable);
    shares.push_back({PartId::Gradients, Term::each(4) * trained, source});
    if (work.recipe.weight == 2)
        shares.push_back({PartId::Master, shard(Term::each(4) * trained, shards), source});
    shares.push_back({PartId::OptimizerState, shard(optimizerState(work, 4), shards), source});
    return shares;
}

const Convention megatronConvention{
    .name = "Megatron-LM (2026-08)", .policy = policy, .traffic = megatronTraffic};

} // namespace shardscope
