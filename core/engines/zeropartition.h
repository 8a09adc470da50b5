// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engines/zero.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

/// Trained parameters side by side, cut into one partition for each rank (stage_1_and_2.py); seen
/// from rank 0.
class ZeroPartition
{
public:
    ZeroPartition(const ZeroModel &model, int ranks)
        : m_starts(model.parameters().size())
    {
        for (std::size_t i = 0; i < m_starts.size(); ++i) {
            m_starts[i] = m_total;
            const ZeroParameter &parameter = *model.parameters()[i];
            if (!parameter.trainable)
                continue;
            m_total += parameter.elements;
            m_largest = std::max(m_largest, parameter.elements);
        }
        // nccl_start_alignment_factor
        const double alignment = 2.0 * ranks;
        m_aligned = std::ceil(m_total / alignment) * alignment;
        m_elements = m_aligned / ranks;
    }

    double aligned() const { return m_aligned; }
    double elements() const { return m_elements; }
    double largest() const { return m_largest; } ///< of all trained parameters
    double start(int parameter) const { return m_starts[static_cast<std::size_t>(parameter)]; }
    bool isOwned(int parameter) const { return start(parameter) < m_elements; }
    double owned(int parameter, double elements) const
    {
        return std::min(elements, m_elements - start(parameter));
    }

private:
    std::vector<double> m_starts;
    double m_total = 0;
    double m_aligned = 0;
    double m_elements = 0;
    double m_largest = 0;
};

} // namespace shardscope
