// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frameworks/zeropartitionscript.h"

#include <algorithm>

namespace shardscope {

void ZeroPartitionScript::reduce(Extracts extracts, std::span<const int> parameters)
{
    if (!isWriting())
        return;
    // Micro-steps do the same.
    const std::size_t next = m_next++;
    const auto isKnown = [extracts](Extracts known) {
        return std::equal(known.begin(), known.end(), extracts.begin(), extracts.end());
    };
    if (next < m_reductions.size() && isKnown(m_reductions.at(next)))
        return blinkUnlike(flatOf(next));
    blinkUnlike(flatOf(m_reductions.size()));
    double elements = 0;
    for (const ZeroReductions::Extract &extract : extracts) {
        m_reductions.add(extract);
        elements += extract.to - extract.from;
    }
    m_reductions.endReduction();
    m_bytes.push_back(storageBytes(elements, m_holdings.dtype()));
    m_arrived.insert(m_arrived.end(), parameters.begin(), parameters.end());
}

void ZeroPartitionScript::fillSizes(std::vector<double> &bytes) const
{
    const ZeroPartition &partition = m_holdings.partition();
    double resident = 0;
    for (const Share &share : m_holdings.betweenSteps())
        resident += share.term.value();
    const double gradients = m_holdings.gradients();
    const double joined = m_holdings.flat() + (m_holdings.hasMaster() ? m_holdings.casts() : 0);
    bytes.insert(bytes.end(),
        {resident, gradients, std::max(m_holdings.checks(), joined),
            m_holdings.casts() + m_holdings.scratch()});
    bytes.resize(flatOf(0));
    const auto first = std::find_if(m_arrived.begin(), m_arrived.end(),
        [&partition](int parameter) { return partition.isOwned(parameter); });
    if (first != m_arrived.end())
        bytes[coming(*first)] = gradients;
    // A flat tensor is full before its last slice.
    const double most = storageBytes(m_reduceBucket + partition.elements(), m_holdings.dtype());
    bytes.resize(flatOf(m_bytes.size()));
    std::transform(m_bytes.begin(), m_bytes.end(), bytes.begin() + flatOf(0),
        [most](double all) { return std::min(all, most); });
}

double ZeroPartitionScript::momentOf(Size size) const
{
    const Extracts extracts = m_reductions.at(size - flatOf(0));
    return storageBytes(
        ZeroReductions::flattened(extracts, m_reduceBucket, m_holdings.partition().elements()),
        m_holdings.dtype());
}

} // namespace shardscope
