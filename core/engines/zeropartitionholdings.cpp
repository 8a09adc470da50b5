// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/zeropartitionholdings.h"

#include <algorithm>

namespace shardscope {

namespace {

constexpr std::string_view partitionWeightsSource
    = "DeepSpeed 0.19.6 stage_1_and_2.py: all 16-bit weights in one flat buffer";
constexpr std::string_view partitionMasterSource
    = "DeepSpeed 0.19.6 stage_1_and_2.py: single_partition_of_fp32_groups";
constexpr std::string_view partitionStateSource
    = "DeepSpeed 0.19.6 stage_1_and_2.py: optimizer state of the own partition";
constexpr std::string_view offloadSource
    = "DeepSpeed 0.19.6 stage_1_and_2.py: temp_grad_buffer_for_gpu_offload";

} // namespace

ZeroPartitionHoldings::ZeroPartitionHoldings(const Workload &work, const ZeroModel &model)
    : m_work(work)
    , m_model(model)
    , m_offloads(offloadsOptimizer(work))
    , m_partition(model, work)
    , m_ownedOf(m_partition.groups().size())
{
    const bool hasOneGroup = m_ownedOf.size() == 1;
    for (int i = 0; i < m_model.parameterCount() && (!hasOneGroup || m_partition.isOwned(i)); ++i) {
        if (!m_model.at(i).trainable || !m_partition.isOwned(i))
            continue;
        m_owned.push_back(i);
        ++m_ownedOf[m_partition.groupOf(i)];
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
    shares.push_back(
        {PartId::Weights, weight * counted(m_partition.dense().aligned, m_partition.aligned(true)),
            partitionWeightsSource});
    if (m_offloads) {
        shares.push_back(
            {PartId::Buffers, weight * Term::count(m_partition.largest()), offloadSource});
        return shares;
    }
    const double own = m_partition.dense().elements;
    const double experts = m_partition.elements(true);
    shares.push_back({PartId::Master, Term::each(masterBytes(m_work)) * counted(own, experts),
        partitionMasterSource});
    if (experts > 0) {
        if (const double bytes = stateBytes(m_work); bytes > 0)
            shares.push_back({PartId::OptimizerState, Term::each(bytes) * counted(own, experts),
                partitionStateSource});
        return shares;
    }
    shares.push_back({PartId::OptimizerState, zeroState(m_work, own), partitionStateSource});
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
    std::vector<double> largest(m_ownedOf.size());
    for (const int parameter : m_owned) {
        double &sofar = largest[m_partition.groupOf(parameter)];
        sofar = std::max(sofar, m_partition.owned(parameter, m_model.at(parameter).elements));
    }
    double most = 0;
    for (std::size_t group = 0; group < largest.size(); ++group) {
        // Of its parameters, and of the groups before.
        const double norms = StorageGranule * static_cast<double>(m_ownedOf[group] + group);
        most = std::max({most, checkedBytes() * largest[group], 8 * largest[group] + norms});
    }
    return most;
}

double ZeroPartitionHoldings::flat(std::size_t group) const
{
    // A single gradient is flat already.
    return m_ownedOf[group] > 1 ? storageBytes(m_partition.groups()[group].elements, dtype()) : 0;
}

double ZeroPartitionHoldings::casts(std::size_t group) const
{
    return hasMaster() ? masterBytes(m_work) * m_partition.groups()[group].elements : flat(group);
}

} // namespace shardscope
