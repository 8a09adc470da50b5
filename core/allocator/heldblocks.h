// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/cachingallocator.h"

#include <utility>
#include <vector>

namespace shardscope {

/// Blocks that one account holds, the oldest first.
class HeldBlocks
{
public:
    using Handle = CachingAllocator::Handle;

    void add(double bytes, Handle handle) { m_blocks.push_back({bytes, handle}); }
    /// The oldest that is just as large, which is held no more; None where none is.
    Handle takeAlike(double bytes);
    /// The oldest ones that make up that much: what they are, which are held no more. What is left
    /// of it lessens the next.
    std::vector<Handle> takeOldest(double bytes);
    std::vector<Handle> takeAll();

    double bytes() const;

private:
    struct Block
    {
        double bytes = 0;
        Handle handle = CachingAllocator::None;
    };
    /// No block before that one is just as large.
    struct Start
    {
        double bytes = 0;
        std::size_t index = 0;
    };

    std::size_t &startFor(double bytes);

    std::vector<Block> m_blocks;
    std::vector<Start> m_starts; ///< of the few sizes that were asked for
};

} // namespace shardscope
