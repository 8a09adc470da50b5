// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engines/zeropartition.h"

#include <vector>

namespace shardscope {

/// Bytes that ZeRO stages 1 and 2 hold on rank 0 between steps, and in an update.
class ZeroPartitionHoldings
{
public:
    ZeroPartitionHoldings(const Workload &work, const ZeroModel &model);

    const ZeroPartition &partition() const { return m_partition; }
    bool offloads() const { return m_offloads; }
    Dtype dtype() const { return m_work.recipe.weight > 2 ? Dtype::Single : Dtype::Half; }
    Shares betweenSteps() const;

    /// Whole gradients of all parameters that touch the own partition.
    double gradients() const;
    /// On its way to the host: the norm in fp64, the whole gradient checked, the own part in the
    /// master's dtype.
    double handedOver(int parameter) const;

    // Of the update.
    /// One gradient after the other is looked at: the fp32 copy, three masks and one of them in
    /// fp32; then, for the norm, an fp64 copy.
    double checks() const;
    // Group by group:
    /// Gradients side by side.
    double flat(std::size_t group) const;
    bool hasMaster() const { return masterBytes(m_work) != m_work.recipe.weight; }
    /// The same in the master's dtype.
    double casts(std::size_t group) const;
    double scratch(std::size_t group) const
    {
        return partitionScratch(m_work, m_partition.groups()[group].elements);
    }

private:
    /// check_grad_overflow
    double checkedBytes() const { return m_work.recipe.weight == 2 ? 4 + 3 + 4 : 0; }

    const Workload &m_work;
    const ZeroModel &m_model;
    const bool m_offloads;
    ZeroPartition m_partition;
    std::vector<int> m_owned; ///< parameters that touch the own partition of their group
    std::vector<int> m_ownedOf; ///< how many of them each group has
};

} // namespace shardscope
