// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/cachingallocator.h"

#include <algorithm>
#include <utility>

namespace shardscope {

namespace {

// c10/core/AllocatorConfig.h
constexpr std::int64_t MiByte = 1 << 20;
constexpr std::int64_t minBlock = 512;
constexpr std::int64_t smallSize = MiByte; ///< the largest request of the small pool
constexpr std::int64_t smallBuffer = 2 * MiByte;
constexpr std::int64_t largeBuffer = 20 * MiByte;
constexpr std::int64_t minLarge = 10 * MiByte; ///< from here on a segment is made to measure
constexpr std::int64_t roundLarge = 2 * MiByte;

std::int64_t roundedUp(std::int64_t value, std::int64_t granule)
{
    return (value + granule - 1) / granule * granule;
}

/// get_allocation_size
std::int64_t segmentSize(std::int64_t size)
{
    if (size <= smallSize)
        return smallBuffer;
    return size < minLarge ? largeBuffer : roundedUp(size, roundLarge);
}

bool isSmall(std::uint8_t pool)
{
    return pool % 2 == 0;
}

/// Of expandable segments.
std::int64_t pageOf(std::uint8_t pool)
{
    return isSmall(pool) ? smallBuffer : largeBuffer;
}

} // namespace

CachingAllocator::Handle CachingAllocator::allocate(std::int64_t bytes, std::size_t stream)
{
    const std::int64_t size = roundedUp(std::max<std::int64_t>(bytes, 1), minBlock);
    const auto pool = static_cast<std::uint8_t>(2 * stream + (size <= smallSize ? 0 : 1));
    Handle handle = takeFree(pool, size);
    if (handle == None)
        handle = m_options.expandable ? takeExpanded(pool, size) : takeSegment(pool, size);
    cut(handle, size);
    at(handle).isFree = false;
    m_allocated += at(handle).size;
    m_mostAllocated = std::max(m_mostAllocated, m_allocated);
    return handle;
}

void CachingAllocator::release(Handle handle)
{
    m_allocated -= at(handle).size;
    giveBack(handle);
}

void CachingAllocator::releaseAt(Handle handle, double time)
{
    m_allocated -= at(handle).size;
    m_waiting.push_back({time, handle});
}

void CachingAllocator::goOnTo(double time)
{
    for (; !m_waiting.empty() && m_waiting.front().time <= time; m_waiting.pop_front())
        giveBack(m_waiting.front().block);
}

void CachingAllocator::giveBack(Handle handle)
{
    at(handle).isFree = true;
    if (const Handle next = at(handle).next; next != None && at(next).isFree) {
        remove(next);
        handle = merged(handle, next);
    }
    if (const Handle previous = at(handle).previous; previous != None && at(previous).isFree) {
        remove(previous);
        handle = merged(previous, handle);
    }
    insert(handle);
}

CachingAllocator::Handle CachingAllocator::newBlock(const Block &block)
{
    if (m_unused.empty()) {
        m_blocks.push_back(block);
        return static_cast<Handle>(m_blocks.size() - 1);
    }
    const Handle handle = m_unused.back();
    m_unused.pop_back();
    at(handle) = block;
    return handle;
}

void CachingAllocator::insert(Handle handle)
{
    Block &block = at(handle);
    Pool &pool = m_pools[block.pool];
    pool.free.insert({block.size, block.address, handle});
    if (idleBytes(block) > 0) {
        block.place = static_cast<std::int32_t>(pool.idle.size());
        pool.idle.push_back(handle);
    }
}

void CachingAllocator::remove(Handle handle)
{
    const Block &block = at(handle);
    m_pools[block.pool].free.remove({block.size, block.address, handle});
    leaveIdle(handle);
}

void CachingAllocator::leaveIdle(Handle handle)
{
    const std::int32_t place = std::exchange(at(handle).place, None);
    if (place == None)
        return;
    std::vector<Handle> &idle = m_pools[at(handle).pool].idle;
    const Handle last = idle.back();
    idle.pop_back();
    if (last == handle)
        return;
    idle[static_cast<std::size_t>(place)] = last;
    at(last).place = place;
}

/// get_free_block: the smallest that is large enough.
CachingAllocator::Handle CachingAllocator::takeFree(std::uint8_t pool, std::int64_t size)
{
    const std::optional<Handle> found = m_pools[pool].free.take(size);
    if (!found)
        return None;
    leaveIdle(*found);
    return *found;
}

/// alloc_block: cudaMalloc.
CachingAllocator::Handle CachingAllocator::takeSegment(std::uint8_t pool, std::int64_t size)
{
    const std::int64_t whole = segmentSize(size);
    reserve(whole);
    const Handle handle = newBlock({.size = whole, .address = m_nextAddress, .pool = pool});
    m_nextAddress += whole;
    return handle;
}

/// try_allocate_expandable_block: pages are mapped behind the segment's last block.
CachingAllocator::Handle CachingAllocator::takeExpanded(std::uint8_t pool, std::int64_t size)
{
    const std::int64_t page = pageOf(pool);
    Pool &home = m_pools[pool];
    const auto isOpen = [&] { return home.last != None && at(home.last).isFree; };
    const std::int64_t wanted = roundedUp(size - (isOpen() ? at(home.last).size : 0), page);
    reserve(wanted);
    if (home.last == None) { // each has addresses of its own
        constexpr std::int64_t farApart = largeBuffer << 24;
        home.end = farApart * pool;
    }
    const Handle fresh
        = newBlock({.size = wanted, .address = home.end, .previous = home.last, .pool = pool});
    home.end += wanted;
    if (home.last != None)
        at(home.last).next = fresh;
    if (isOpen()) {
        const Handle last = home.last;
        remove(last);
        home.last = fresh;
        return merged(last, fresh);
    }
    home.last = fresh;
    return fresh;
}

/// should_split: the rest becomes a block of its own where it is worth it.
void CachingAllocator::cut(Handle handle, std::int64_t size)
{
    const Block block = at(handle);
    const std::int64_t rest = block.size - size;
    const bool splits
        = isSmall(block.pool) || m_options.expandable ? rest >= minBlock : rest > smallSize;
    if (!splits)
        return;
    const Handle tail = newBlock({.size = rest,
        .address = block.address + size,
        .previous = handle,
        .next = block.next,
        .pool = block.pool,
        .isFree = true});
    if (block.next != None)
        at(block.next).previous = tail;
    at(handle).next = tail;
    at(handle).size = size;
    if (m_pools[block.pool].last == handle)
        m_pools[block.pool].last = tail;
    insert(tail);
}

/// Two neighbours as one.
CachingAllocator::Handle CachingAllocator::merged(Handle first, Handle second)
{
    at(first).size += at(second).size;
    at(first).next = at(second).next;
    if (at(first).next != None)
        at(at(first).next).previous = first;
    if (Pool &pool = m_pools[at(first).pool]; pool.last == second)
        pool.last = first;
    m_unused.push_back(second);
    return first;
}

void CachingAllocator::reserve(std::int64_t bytes)
{
    if (m_reserved + bytes > m_options.capacity) {
        ++m_retries;
        releaseCached();
    }
    m_reserved += bytes;
    m_ranOut |= m_reserved > m_options.capacity;
    m_mostReserved = std::max(m_mostReserved, m_reserved);
    m_mostReservedInStep = std::max(m_mostReservedInStep, m_reserved);
}

/// Of segments, those in which nothing is used. Of expandable ones, whole pages: what stays mapped
/// at the edges of a block is not used again here, and new pages are mapped at the end.
std::int64_t CachingAllocator::idleBytes(const Block &block) const
{
    if (!m_options.expandable)
        return block.previous == None && block.next == None ? block.size : 0;
    const std::int64_t page = pageOf(block.pool);
    if (block.size < page)
        return 0;
    const std::int64_t first = roundedUp(block.address, page);
    const std::int64_t last = (block.address + block.size) / page * page;
    return std::max<std::int64_t>(last - first, 0);
}

/// release_cached_blocks, which waits for all streams; unmap_block where segments are expandable.
void CachingAllocator::releaseCached()
{
    goOnTo(std::numeric_limits<double>::infinity());
    for (Pool &pool : m_pools) {
        while (!pool.idle.empty()) {
            const Handle handle = pool.idle.back();
            remove(handle);
            m_reserved -= idleBytes(at(handle));
            if (m_options.expandable)
                at(handle).isFree = false; // nobody's
            else
                m_unused.push_back(handle);
        }
    }
}

} // namespace shardscope
