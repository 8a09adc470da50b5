// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/freeblocks.h"

#include <array>
#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <vector>

namespace shardscope {

/// torch's CUDACachingAllocator (torch 2.14 c10/cuda/CUDACachingAllocator.cpp): which segments a
/// row of requests makes it ask the driver for. Freed blocks stay with it, for requests of the same
/// pool and stream.
class CachingAllocator
{
public:
    using Handle = std::int32_t; ///< of a block in use
    static constexpr Handle None = -1;
    static constexpr std::size_t StreamCount = 4;

    struct Options
    {
        /// Bytes that the driver has for segments; where they run short, cached segments go back
        /// first.
        std::int64_t capacity = std::numeric_limits<std::int64_t>::max();
        bool expandable = false; ///< PYTORCH_ALLOC_CONF=expandable_segments:True
    };

    explicit CachingAllocator(const Options &options)
        : m_options(options)
    { }

    Handle allocate(std::int64_t bytes, std::size_t stream = 0);
    void release(Handle handle);
    /// Released, but another stream reads it until then (Tensor.record_stream).
    void releaseAt(Handle handle, double time);
    /// Sets the clock: blocks that no stream reads any more then can be used again
    /// (process_events).
    void goOnTo(double time);

    std::int64_t allocated() const { return m_allocated; }
    std::int64_t mostAllocated() const { return m_mostAllocated; }
    std::int64_t reserved() const { return m_reserved; }
    std::int64_t mostReserved() const { return m_mostReserved; }
    /// The same since the last call of `beginStep`.
    std::int64_t mostReservedInStep() const { return m_mostReservedInStep; }
    void beginStep() { m_mostReservedInStep = m_reserved; }
    int retries() const { return m_retries; } ///< how often cached segments were given back
    /// It asked for more than there is, where torch throws. From then on it plays on as if there
    /// were no end.
    bool ranOut() const { return m_ranOut; }

private:
    struct Block
    {
        std::int64_t size = 0;
        std::int64_t address = 0;
        Handle previous = None; ///< neighbours in the segment
        Handle next = None;
        std::int32_t place = None; ///< among the idle ones of its pool
        std::uint8_t pool = 0;
        bool isFree = false;
        bool isMapped = true; ///< false: addresses of an expandable segment without memory
    };
    struct Waiting
    {
        double time = 0;
        Handle block = None;
    };
    struct Pool
    {
        FreeBlocks free;
        std::vector<Handle> idle; ///< free blocks with memory that could be given back
        std::map<std::int64_t, Handle> unmapped; ///< by address
    };

    Block &at(Handle handle) { return m_blocks[static_cast<std::size_t>(handle)]; }
    const Block &at(Handle handle) const { return m_blocks[static_cast<std::size_t>(handle)]; }

    Handle newBlock(const Block &block);
    void giveBack(Handle handle);
    void insert(Handle handle);
    void remove(Handle handle);
    void leaveIdle(Handle handle);
    /// What memory a block could come to take at its address.
    std::int64_t expandableSize(const Block &block) const;
    Handle takeFree(std::uint8_t pool, std::int64_t size);
    /// None where there is no room.
    Handle takeNew(std::uint8_t pool, std::int64_t size);
    Handle takeSegment(std::uint8_t pool, std::int64_t size);
    Handle takeExpanded(std::uint8_t pool, std::int64_t size);
    Handle placeFor(std::uint8_t pool, std::int64_t size);
    Handle map(Handle handle, std::int64_t size);
    void unmap(Handle handle);
    /// Takes that much of a block, and returns a block of the rest.
    Handle split(Handle handle, std::int64_t size);
    Handle merged(Handle first, Handle second);
    Handle mergedWithNeighbours(Handle handle);
    bool hasRoom(std::int64_t bytes) const;
    void reserve(std::int64_t bytes);
    void releaseCached();
    /// What the driver would get back of a free block.
    std::int64_t idleBytes(const Block &block) const;

    Options m_options;
    std::vector<Block> m_blocks;
    std::vector<Handle> m_unused; ///< in m_blocks
    std::deque<Waiting> m_waiting; ///< earliest first
    std::array<Pool, 2 * StreamCount> m_pools{};
    std::int64_t m_nextAddress = 0;
    std::int64_t m_allocated = 0;
    std::int64_t m_mostAllocated = 0;
    std::int64_t m_reserved = 0;
    std::int64_t m_mostReserved = 0;
    std::int64_t m_mostReservedInStep = 0;
    int m_retries = 0;
    bool m_ranOut = false;
};

} // namespace shardscope
