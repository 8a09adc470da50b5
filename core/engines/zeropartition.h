// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engines/zero.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace shardscope {

/// Trained parameters side by side, cut into one partition for each rank (stage_1_and_2.py); seen
/// from rank 0.
class ZeroPartition
{
public:
    ZeroPartition(const ZeroModel &model, int ranks)
        : m_starts(model.parameters().size())
    {
        std::vector<std::vector<double>> ofKinds(model.kinds().size());
        for (std::size_t kind = 0; kind < ofKinds.size(); ++kind)
            ofKinds[kind] = offsetsOf(model.kinds()[kind].parameters);
        auto start = m_starts.begin();
        for (int unit = 0; unit < model.unitCount(); ++unit) {
            const std::vector<double> &offsets = ofKinds[model.kindOf(unit)];
            const int count = model.parameterCount(unit);
            start = std::transform(offsets.begin(), offsets.begin() + count, start,
                [before = m_total](double offset) { return before + offset; });
            m_total += offsets[static_cast<std::size_t>(count)];
        }
        for (const ZeroParameter &parameter : model.places())
            m_largest = std::max(m_largest, parameter.trainable ? parameter.elements : 0);
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
    /// Where the trained parameters of a unit begin, from its own beginning on; the last: its end.
    static std::vector<double> offsetsOf(std::span<const ZeroParameter> parameters)
    {
        std::vector<double> offsets{0};
        for (const ZeroParameter &parameter : parameters)
            offsets.push_back(offsets.back() + (parameter.trainable ? parameter.elements : 0));
        return offsets;
    }

    std::vector<double> m_starts;
    double m_total = 0;
    double m_aligned = 0;
    double m_elements = 0;
    double m_largest = 0;
};

} // namespace shardscope
