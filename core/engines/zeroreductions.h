// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engines/flatslices.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace shardscope {

/// Gradients that leave ZeRO's bucket together, one reduction after the other, by where they lie
/// among all of their group.
class ZeroReductions
{
public:
    struct Extract
    {
        double from = 0; ///< elements
        double to = 0;
        double partition = 0; ///< elements of a rank's part of the group
        bool isExpert = false; ///< reduced by the ranks that have the same experts
    };
    using Extracts = std::span<const Extract>;

    /// What one reduction flattens: of what all ranks reduce together, and of experts.
    struct Flattened
    {
        FlatSlices dense;
        FlatSlices experts;

        double most() { return std::max(dense.most(), experts.most()); }
    };

    void reserve(std::size_t extracts)
    {
        m_extracts.reserve(extracts);
        m_ends.reserve(extracts);
    }

    std::size_t size() const { return m_ends.size(); }
    Extracts at(std::size_t number) const
    {
        const std::size_t from = number == 0 ? 0 : m_ends[number - 1];
        return Extracts(m_extracts).subspan(from, m_ends[number] - from);
    }
    void clear()
    {
        m_extracts.clear();
        m_ends.clear();
    }
    /// To the reduction that comes next.
    void add(const Extract &extract) { m_extracts.push_back(extract); }
    void endReduction() { m_ends.push_back(m_extracts.size()); }
    /// allreduce_and_scatter: slices of one rank each are flattened and sent, a bucket's worth at a
    /// time, by each group of ranks for itself. `back`: so many elements before these.
    static Flattened flattened(Extracts extracts, double bucket, double back = 0)
    {
        Flattened flat{FlatSlices(bucket), FlatSlices(bucket)};
        for (const Extract &extract : extracts) {
            (extract.isExpert ? flat.dense : flat.experts).interrupt();
            (extract.isExpert ? flat.experts : flat.dense)
                .add(extract.from - back, extract.to - back, extract.partition);
        }
        return flat;
    }
    static double elementsOf(Extracts extracts, bool ofExperts)
    {
        double sum = 0;
        for (const Extract &extract : extracts)
            sum += extract.isExpert == ofExperts ? extract.to - extract.from : 0;
        return sum;
    }

private:
    std::vector<Extract> m_extracts;
    std::vector<std::size_t> m_ends; ///< of each one's extracts
};

} // namespace shardscope
