// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frameworks/zeropartitionholdings.h"
#include "core/frameworks/zeroreductions.h"
#include "core/replay/scriptpen.h"

#include <span>
#include <vector>

namespace shardscope {

/// What ZeRO stage 2 does on rank 0, written down in sizes that the number of ranks decides.
class ZeroPartitionScript : public ScriptPen
{
public:
    using Extracts = ZeroReductions::Extracts;
    /// Joined: gradients are checked and made flat; Updated: the master is.
    enum : Size { Resident, Fresh, Joined, Updated, FirstComing };

    ZeroPartitionScript(
        const ZeroModel &model, const ZeroPartitionHoldings &holdings, double reduceBucket)
        : m_model(model)
        , m_holdings(holdings)
        , m_reduceBucket(reduceBucket)
    { }

    void beginMicroStep() { m_next = 0; }
    /// Gradients leave the bucket.
    void reduce(Extracts extracts, std::span<const int> parameters);
    /// If this is the first of the own ones to arrive, there is room now for all of them.
    void arrive(int parameter) { grow(coming(parameter)); }

    /// Fills in the bytes of all sizes.
    void fillSizes(std::vector<double> &bytes) const;
    /// What a reduction flattens, which comes for a moment.
    double momentOf(Size size) const;

private:
    static Size coming(int parameter) { return FirstComing + static_cast<Size>(parameter); }
    Size flatOf(std::size_t reduction) const
    {
        return coming(m_model.parameterCount()) + static_cast<Size>(reduction);
    }

    const ZeroModel &m_model;
    const ZeroPartitionHoldings &m_holdings;
    const double m_reduceBucket;
    ZeroReductions m_reductions; ///< of a micro-step
    std::vector<double> m_bytes; ///< of all gradients in each
    std::vector<int> m_arrived; ///< parameters in them
    std::size_t m_next = 0;
};

} // namespace shardscope
