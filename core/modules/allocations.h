// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/tape.h"

#include <algorithm>

namespace shardscope {

/// What a function has allocated, and how much that is at its fullest moment.
class Allocations
{
public:
    double make(double elements, Dtype dtype)
    {
        const double bytes = storageBytes(elements, dtype);
        m_live += bytes;
        m_most = std::max(m_most, m_live);
        return bytes;
    }
    void drop(double bytes) { m_live -= bytes; }
    double most() const { return m_most; }
    double live() const { return m_live; }

private:
    double m_live = 0;
    double m_most = 0;
};

} // namespace shardscope
