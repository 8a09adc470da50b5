// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace shardscope {

/// Gradients that are reduced together, as DeepSpeed's ZeRO collects them.
class ZeroBucket
{
public:
    explicit ZeroBucket(double size)
        : m_size(size)
    { }

    bool holds(double elements) const { return elements <= m_size; }
    /// It has to be emptied before so many more.
    bool isFullFor(double elements) const { return m_filled > 0 && m_filled + elements > m_size; }
    void add(int parameter, double elements)
    {
        m_filled += elements;
        m_parameters.push_back(parameter);
    }
    void empty()
    {
        ++m_timesEmptied;
        m_parameters.clear();
        m_filled = 0;
    }
    double filled() const { return m_filled; } ///< elements
    std::span<const int> parameters() const { return m_parameters; } ///< in order of arrival

    /// All that the future depends on, between two layers of a row; which parameters are in it
    /// follows from how many.
    struct Instant
    {
        int timesEmptied = 0;
        double filled = 0;
        std::size_t count = 0;
    };
    Instant now() const { return {m_timesEmptied, m_filled, m_parameters.size()}; }
    bool wasEmptiedSince(const Instant &before) const
    {
        return m_timesEmptied != before.timesEmptied;
    }

    /// How many of the next `most` groups of layers fill it as the last one did, which began at
    /// `before`: any where it is emptied in each and filled alike; where it was not, those that it
    /// has room for.
    int likeAhead(const Instant &before, int most) const
    {
        const double grown = m_filled - before.filled;
        if (wasEmptiedSince(before))
            return grown == 0 && m_parameters.size() == before.count ? most : 0;
        if (grown == 0)
            return most;
        const double groups = std::floor((m_size - m_filled) / grown);
        return groups < most ? std::max(static_cast<int>(groups), 0) : most;
    }
    /// Takes so many groups more of them, whose parameters are each so many further on.
    void skip(const Instant &before, int groups, int parametersApart)
    {
        if (wasEmptiedSince(before)) {
            for (int &parameter : m_parameters)
                parameter += groups * parametersApart;
            return;
        }
        const std::size_t end = m_parameters.size();
        for (int group = 1; group <= groups; ++group) {
            for (std::size_t i = before.count; i < end; ++i)
                m_parameters.push_back(m_parameters[i] + group * parametersApart);
        }
        m_filled += groups * (m_filled - before.filled);
    }

private:
    double m_size = 0; ///< elements
    double m_filled = 0;
    int m_timesEmptied = 0;
    std::vector<int> m_parameters;
};

} // namespace shardscope
