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

class NanotronPolicy final : public Policy
{
public:
    NanotronPolicy(const Workload &work, Ledger &ledger)
        : Policy(work, ledger)
        , m_gradients(ledger.open(PartId::Gradients, source, "B of 16-bit gradients"))
        , m_scratch(ledger.open(PartId::Temporaries, source, "B of optimizer scratch"))
        , m_flat(ledger.open(PartId::Temporaries, gatherSource, "B of gathered weights"))
    { }

    bool repeatsLayers() const override { return true; }

    void resident() override { hold(fp32AccumulationShares(m_work, source)); }
    void gradient(const Unit &, const Parameter &parameter) override
    {
        if (!parameter.isShared)
            m_ledger.change(m_gradients, storageBytes(parameter.elements, parameter.dtype));
    }
    void endBackward() override { m_ledger.releaseAll(m_gradients); }

    void step() override
    {
        const double updated = m_work.trainable / optimizerShards(m_work);
        m_ledger.blink(m_scratch, optimizerScratch(m_work, updated, 4).value());
        if (optimizerShards(m_work) > 1)
            m_ledger.blink(m_flat, m_work.recipe.weight * (m_work.trainable + updated));
    }
    void zeroGradients() override { }

private:
    Ledger::Account m_gradients;
    Ledger::Account m_scratch;
    Ledger::Account m_flat;
};

std::unique_ptr<Policy> policy(const Workload &work, const ModelTapes & /*model*/, Ledger &ledger)
{
    return std::make_unique<NanotronPolicy>(work, ledger);
}

} // namespace

const Convention nanotronConvention{
    .name = "nanotron (2025-02)", .policy = policy, .traffic = nanotronTraffic};

} // namespace shardscope
