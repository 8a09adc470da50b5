// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/heldblocks.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace shardscope {

namespace {

auto distance(std::size_t index)
{
    return static_cast<std::ptrdiff_t>(index);
}

} // namespace

std::size_t &HeldBlocks::startFor(double bytes)
{
    const auto known = std::find_if(m_starts.begin(), m_starts.end(),
        [bytes](const Start &start) { return start.bytes == bytes; });
    return known != m_starts.end() ? known->index : m_starts.emplace_back(Start{bytes, 0}).index;
}

HeldBlocks::Handle HeldBlocks::takeAlike(double bytes)
{
    std::size_t &start = startFor(bytes);
    const auto alike = std::find_if(m_blocks.begin() + distance(start), m_blocks.end(),
        [bytes](const Block &block) { return std::abs(block.bytes - bytes) < 1; });
    start = static_cast<std::size_t>(alike - m_blocks.begin());
    if (alike == m_blocks.end())
        return CachingAllocator::None;
    const Handle taken = alike->handle;
    m_blocks.erase(alike);
    for (Start &other : m_starts)
        other.index -= other.index > start ? 1 : 0;
    return taken;
}

std::vector<HeldBlocks::Handle> HeldBlocks::takeOldest(double bytes)
{
    std::vector<Handle> taken;
    auto kept = m_blocks.begin();
    for (; kept != m_blocks.end() && kept->bytes < bytes + 1; ++kept) {
        bytes -= kept->bytes;
        taken.push_back(kept->handle);
    }
    m_blocks.erase(m_blocks.begin(), kept);
    if (!m_blocks.empty())
        m_blocks.front().bytes -= bytes;
    m_starts.clear();
    return taken;
}

std::vector<HeldBlocks::Handle> HeldBlocks::takeAll()
{
    std::vector<Handle> taken;
    for (const Block &block : m_blocks)
        taken.push_back(block.handle);
    m_blocks.clear();
    m_starts.clear();
    return taken;
}

double HeldBlocks::bytes() const
{
    return std::accumulate(m_blocks.begin(), m_blocks.end(), 0.0,
        [](double sum, const Block &block) { return sum + block.bytes; });
}

} // namespace shardscope
