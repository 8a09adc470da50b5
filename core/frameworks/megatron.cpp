// SPDX-License-Identifier: GPL-3.0-or-later
// Megatron-LM: 16-bit weights, one fp32 gradient buffer for the whole run, and the optimizer whole
// or (distributed optimizer, here under ZeRO-1) sharded. docs/dist_optimizer.md: 18 or 6 + 12 / N
// bytes.
#include "core/frameworks/convention.h"
#include "core/optimizerstate.h"

namespace shardscope {

namespace {

constexpr std::string_view source = "Megatron-LM (2026-08) docs/dist_optimizer.md";

/// GPUs that share one copy of the optimizer's state.
int shardsOf(const Workload &work)
{
    return work.scenario.parallel.strategy == Strategy::Ddp ? 1 : work.ranks();
}

Shares shares(const Workload &work)
{
    Shares shares;
    addWholeWeights(shares, work, source);
    const int shards = shardsOf(work);
    const Term trained = Term::count(work.trainable);
    shares.push_back({PartId::Gradients, Term::each(4) * trained, source});
    if (work.recipe.weight == 2)
        shares.push_back({PartId::Master, shard(Term::each(4) * trained, shards), source});
    shares.push_back({PartId::OptimizerState, shard(optimizerState(work, 4), shards), source});
    return shares;
}

class MegatronPolicy final : public Policy
{
public:
    MegatronPolicy(const Workload &work, Ledger &ledger)
        : Policy(work, ledger)
        , m_scratch(ledger.open(PartId::Temporaries, source, "B of optimizer scratch"))
    { }

    bool repeatsLayers() const override { return true; }

    // Gradients are added to the persistent buffer as they come.
    void resident() override { hold(shares(m_work)); }
    void step() override
    {
        const double updated = m_work.trainable / shardsOf(m_work);
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

const Convention megatronConvention{
    .name = "Megatron-LM (2026-08)", .policy = policy, .traffic = megatronTraffic};

} // namespace shardscope
