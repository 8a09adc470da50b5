// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/zeroholdings.h"

namespace shardscope {

namespace {

constexpr std::string_view zeroWeightsSource
    = "DeepSpeed 0.19.6 stage3.py: lp_param_buffer, each parameter's shard rounded up";
constexpr std::string_view zeroRoundingSource
    = "DeepSpeed 0.19.6 stage3.py, _create_fp16_partitions_with_defragmentation: shards of what is "
      "not trained stay storages of their own";
constexpr std::string_view zeroMasterSource
    = "DeepSpeed 0.19.6 stage3.py: fp32_partitioned_groups_flat";
constexpr std::string_view zeroStateSource
    = "DeepSpeed 0.19.6 stage3.py: optimizer state of the own shards";
constexpr std::string_view zeroScaleSource
    = "bitsandbytes 0.50: a quant_state is no parameter, each GPU has all of it";
constexpr std::string_view zeroShardSource
    = "DeepSpeed 0.19.6 stage3.py: grad_partitions_flat_buffer, held all the time";
constexpr std::string_view zeroBucketSource
    = "DeepSpeed 0.19.6 stage3.py: reduce bucket, held all the time";
constexpr std::string_view saveSource
    = "DeepSpeed stage3_gather_16bit_weights_on_model_save: one parameter after the other";

} // namespace

ZeroHoldings::ZeroHoldings(
    const Workload &work, const ZeroShards &shards, const Accounts &accounts, Ledger &ledger)
    : m_work(work)
    , m_shards(shards)
    , m_accounts(accounts)
    , m_ledger(ledger)
    , m_sizes(zeroSizes(work))
    , m_offload(offloadFor(work.scenario.parallel))
{ }

Shares ZeroHoldings::betweenSteps() const
{
    const ZeroShards::Sums &sums = m_shards.sums();
    const Term own = shareOf(m_work.trainedHere(), sums.trained, m_work.ranks());
    const Term weight = Term::each(m_work.recipe.weight);
    Shares shares{{PartId::Buffers, weight * Term::count(m_sizes.reduceBucket), zeroBucketSource}};
    if (!offloads(Offload::Parameters))
        shares.push_back({PartId::Weights, weight * shareOf(sums.whole, sums.own, m_work.ranks()),
            zeroWeightsSource});
    if (!offloads(Offload::Parameters) && sums.rounding > 0)
        shares.push_back({PartId::Weights,
            Term::amount(Bytes(sums.rounding), "of rounding and padding"), zeroRoundingSource});
    if (m_work.training().method == Method::Qlora)
        shares.push_back({PartId::Weights, quantizationScales(m_work), zeroScaleSource});
    if (offloads(Offload::Optimizer))
        return shares;
    shares.push_back(
        {PartId::Gradients, Term::each(accumulatedBytes(m_work)) * own, zeroShardSource});
    // A partition that is in the master's dtype already is the master.
    if (masterBytes(m_work) != m_work.recipe.weight)
        shares.push_back({PartId::Master, Term::each(masterBytes(m_work)) * own, zeroMasterSource});
    shares.push_back({PartId::OptimizerState, zeroState(m_work, sums.trained), zeroStateSource});
    return shares;
}

/// _prepare_sub_group, _optimizer_step: one sub-group after the other.
void ZeroHoldings::update()
{
    if (offloads(Offload::Optimizer))
        return;
    const ZeroShards::Sums &sums = m_shards.sums();
    m_ledger.blink(m_accounts.norms, 8 * sums.largest + StorageGranule * sums.trainedCount);
    for (const double group : m_shards.subGroups(m_sizes.subGroup)) {
        m_ledger.change(m_accounts.flat, accumulatedBytes(m_work) * group);
        if (masterBytes(m_work) != accumulatedBytes(m_work)) {
            m_ledger.change(m_accounts.casts, masterBytes(m_work) * group);
            m_ledger.releaseAll(m_accounts.flat);
        }
        m_ledger.blink(m_accounts.scratch, partitionScratch(m_work, group));
        m_ledger.releaseAll(m_accounts.flat);
        m_ledger.releaseAll(m_accounts.casts);
    }
}

void ZeroHoldings::save()
{
    m_ledger.blink(m_ledger.open(PartId::Gathered, saveSource, "B of a gathered parameter"),
        m_work.recipe.weight * m_work.count().largestTensor);
}

} // namespace shardscope
