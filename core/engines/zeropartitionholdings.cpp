// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/zeropartitionholdings.h"

#include <algorithm>

namespace shardscope {

namespace {

constexpr std::string_view weightsSource
    = "DeepSpeed 0.19.6 stage_1_and_2.py: all 16-bit weights in one flat buffer";
constexpr std::string_view masterSource
    = "DeepSpeed 0.19.6 stage_1_and_2.py: single_partition_of_fp32_groups";
constexpr std::string_view stateSource
    = "DeepSpeed 0.19.6 stage_1_and_2.py: optimizer state of the own partition";
constexpr std::string_view offloadSource
    = "DeepSpeed 0.19.6 stage_1_and_2.py: temp_grad_buffer_for_gpu_offload";

} // namespace

ZeroPartitionHoldings::ZeroPartitionHoldings(const Workload &work, const ZeroModel &model)
    : m_work(work)
    , m_model(model)
    , m_offloads(offloadsOptimizer(work))
    , m_partition(model, work.ranks())
{
    for (int i = 0; i < m_model.parameterCount() && m_partition.isOwned(i); ++i) {
        if (m_model.at(i).trainable)
            m_owned.push_back(i);
    }
}

Shares ZeroPartitionHoldings::betweenSteps() const
{
    constexpr std::size_t most = 4;
    const Term weight = Term::each(m_work.recipe.weight);
    Shares shares;
    shares.reserve(most);
    if (const Term frozen = frozenWeights(m_work); !frozen.isZero())
        shares.push_back({PartId::Weights, frozen, zeroFrozenSource});
    shares.push_back({PartId::Weights, weight * Term::count(m_partition.aligned()), weightsSource});
    if (m_offloads) {
        shares.push_back(
            {PartId::Buffers, weight * Term::count(m_partition.largest()), offloadSource});
        return shares;
    }
    const double own = m_partition.elements();
    shares.push_back(
        {PartId::Master, Term::each(masterBytes(m_work)) * Term::count(own), masterSource});
    shares.push_back({PartId::OptimizerState, zeroState(m_work, own), stateSource});
    return shares;
}

double ZeroPartitionHoldings::gradients() const
{
    double elements = 0;
    for (const int parameter : m_owned)
        elements += m_model.at(parameter).elements;
    return storageBytes(elements, dtype());
}

double ZeroPartitionHoldings::handedOver(int parameter) const
{
    const double whole = m_model.at(parameter).elements;
    const double own = m_partition.owned(parameter, whole);
    const double cast = hasMaster() ? masterBytes(m_work) : 0;
    return std::max(checkedBytes() * whole, std::max(8.0, cast) * own);
}

double ZeroPartitionHoldings::checks() const
{
    double largest = 0;
    for (const int parameter : m_owned)
        largest = std::max(largest, m_partition.owned(parameter, m_model.at(parameter).elements));
    const double norms = StorageGranule * static_cast<double>(m_owned.size());
    return std::max(checkedBytes() * largest, 8 * largest + norms);
}

double ZeroPartitionHoldings::flat() const
{
    // A single gradient is flat already.
    return m_owned.size() > 1 ? storageBytes(m_partition.elements(), dtype()) : 0;
}

double ZeroPartitionHoldings::casts() const
{
    return hasMaster() ? masterBytes(m_work) * m_partition.elements() : flat();
}

} // namespace shardscope
