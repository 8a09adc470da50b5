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

/// Bytes of one page of an expandable segment in that pool.
std::int64_t pageOf(std::uint8_t pool)
{
    return isSmall(pool) ? smallBuffer : largeBuffer;
}

/// should_split: whether the rest becomes a block of its own.
bool shouldSplit(bool isFine, std::int64_t rest)
{
    return isFine ? rest >= minBlock : rest > smallSize;
}

} // namespace

CachingAllocator::Handle CachingAllocator::allocate(std::int64_t bytes, std::size_t stream)
{
    const std::int64_t size = roundedUp(std::max<std::int64_t>(bytes, 1), minBlock);
    const auto pool = static_cast<std::uint8_t>(2 * stream + (size <= smallSize ? 0 : 1));
    Handle handle = takeFree(pool, size);
    if (handle == None)
        handle = takeNew(pool, size);
    if (handle == None) {
        ++m_retries;
        releaseCached();
        handle = takeNew(pool, size);
    }
    if (handle == None) {
        m_ranOut = true;
        handle = takeNew(pool, size);
    }
    at(handle).isFree = false;
    if (shouldSplit(isSmall(pool) || m_options.expandable, at(handle).size - size))
        insert(split(handle, size));
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
    insert(mergedWithNeighbours(handle));
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

/// Among the free ones, or the unmapped ones.
void CachingAllocator::insert(Handle handle)
{
    Block &block = at(handle);
    block.isFree = true;
    Pool &pool = m_pools[block.pool];
    if (!block.isMapped) {
        pool.unmapped.emplace(block.address, handle);
        return;
    }
    pool.free.insert(handle, block.size, block.address);
    if (idleBytes(block) > 0) {
        block.place = static_cast<std::int32_t>(pool.idle.size());
        pool.idle.push_back(handle);
    }
}

void CachingAllocator::remove(Handle handle)
{
    const Block &block = at(handle);
    Pool &pool = m_pools[block.pool];
    if (!block.isMapped) {
        pool.unmapped.erase(block.address);
        return;
    }
    pool.free.remove(handle);
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

std::int64_t CachingAllocator::expandableSize(const Block &block) const
{
    const bool isOpen = block.next != None && !at(block.next).isMapped;
    return block.size + (isOpen ? at(block.next).size : 0);
}

/// get_free_block: the smallest that is large enough, but none that could still grow where the next
/// larger one cannot.
CachingAllocator::Handle CachingAllocator::takeFree(std::uint8_t pool, std::int64_t size)
{
    const auto growsLess = [this](Handle next, Handle before) {
        return m_options.expandable && expandableSize(at(next)) < expandableSize(at(before));
    };
    const std::optional<Handle> found = m_pools[pool].free.take(size, growsLess);
    if (!found)
        return None;
    leaveIdle(*found);
    return *found;
}

/// alloc_block
CachingAllocator::Handle CachingAllocator::takeNew(std::uint8_t pool, std::int64_t size)
{
    return m_options.expandable ? takeExpanded(pool, size) : takeSegment(pool, size);
}

/// cudaMalloc
CachingAllocator::Handle CachingAllocator::takeSegment(std::uint8_t pool, std::int64_t size)
{
    const std::int64_t whole = segmentSize(size);
    if (!hasRoom(whole))
        return None;
    reserve(whole);
    const Handle handle = newBlock({.size = whole, .address = m_nextAddress, .pool = pool});
    m_nextAddress += whole;
    return handle;
}

/// try_allocate_expandable_block: maps what is missing between free blocks. What was mapped stays
/// where there is no room for the rest.
CachingAllocator::Handle CachingAllocator::takeExpanded(std::uint8_t pool, std::int64_t size)
{
    Handle handle = placeFor(pool, size);
    if (!at(handle).isMapped)
        handle = map(handle, std::min(size, at(handle).size));
    while (handle != None && at(handle).size < size) {
        const Handle next = at(handle).next;
        handle = map(next, std::min(size - at(handle).size, at(next).size));
    }
    if (handle != None)
        remove(handle);
    return handle;
}

/// find_expandable_block: the lowest addresses that are free or without memory, from a block
/// without memory on or from a free one before it; else a new segment.
CachingAllocator::Handle CachingAllocator::placeFor(std::uint8_t pool, std::int64_t size)
{
    const auto isFree = [this](Handle handle) { return handle != None && at(handle).isFree; };
    for (const auto &[address, unmapped] : m_pools[pool].unmapped) {
        const Handle previous = at(unmapped).previous;
        const Handle first = isFree(previous) ? previous : unmapped;
        std::int64_t bytes = 0;
        for (Handle each = first; bytes < size && isFree(each); each = at(each).next)
            bytes += at(each).size;
        if (bytes >= size)
            return first;
    }
    // More than the card has: what was unmapped before the end leaves its addresses behind.
    constexpr std::int64_t most = std::int64_t{1} << 50;
    const std::int64_t capacity = std::clamp<std::int64_t>(m_options.capacity, 0, most);
    const std::int64_t space = roundedUp(std::max(size, capacity + capacity / 8), largeBuffer);
    const Handle segment
        = newBlock({.size = space, .address = m_nextAddress, .pool = pool, .isMapped = false});
    m_nextAddress += space;
    insert(segment);
    return segment;
}

/// map_block: gives the beginning of an unmapped block memory, in whole pages, and returns the free
/// block that it becomes part of. None where there is no room.
CachingAllocator::Handle CachingAllocator::map(Handle handle, std::int64_t size)
{
    const std::int64_t mapped = roundedUp(size, pageOf(at(handle).pool));
    if (!hasRoom(mapped))
        return None;
    reserve(mapped);
    remove(handle);
    if (mapped < at(handle).size)
        insert(split(handle, mapped));
    at(handle).isMapped = true;
    handle = mergedWithNeighbours(handle);
    insert(handle);
    return handle;
}

/// unmap_block: takes the memory of whole pages from a free block; what is left at its edges stays.
void CachingAllocator::unmap(Handle handle)
{
    const std::int64_t page = pageOf(at(handle).pool);
    const std::int64_t bytes = idleBytes(at(handle));
    remove(handle);
    if (const std::int64_t before = roundedUp(at(handle).address, page) - at(handle).address) {
        const Handle rest = split(handle, before);
        insert(handle);
        handle = rest;
    }
    if (bytes < at(handle).size)
        insert(split(handle, bytes));
    m_reserved -= bytes;
    at(handle).isMapped = false;
    insert(mergedWithNeighbours(handle));
}

CachingAllocator::Handle CachingAllocator::split(Handle handle, std::int64_t size)
{
    const Handle rest = newBlock({});
    Block &before = at(handle);
    Block &behind = at(rest);
    behind.size = before.size - size;
    behind.address = before.address + size;
    behind.pool = before.pool;
    behind.isFree = before.isFree;
    behind.isMapped = before.isMapped;
    before.size = size;
    behind.previous = handle;
    behind.next = std::exchange(before.next, rest);
    if (behind.next != None)
        at(behind.next).previous = rest;
    return rest;
}

/// Two neighbours as one.
CachingAllocator::Handle CachingAllocator::merged(Handle first, Handle second)
{
    at(first).size += at(second).size;
    at(first).next = at(second).next;
    if (at(first).next != None)
        at(at(first).next).previous = first;
    m_unused.push_back(second);
    return first;
}

/// try_merge_blocks: with those that are free as it is, both with memory or both without.
CachingAllocator::Handle CachingAllocator::mergedWithNeighbours(Handle handle)
{
    const auto isAlike = [&](Handle other) {
        return other != None && at(other).isFree && at(other).isMapped == at(handle).isMapped;
    };
    if (const Handle next = at(handle).next; isAlike(next)) {
        remove(next);
        handle = merged(handle, next);
    }
    if (const Handle previous = at(handle).previous; isAlike(previous)) {
        remove(previous);
        handle = merged(previous, handle);
    }
    return handle;
}

bool CachingAllocator::hasRoom(std::int64_t bytes) const
{
    return m_ranOut || m_reserved + bytes <= m_options.capacity;
}

void CachingAllocator::reserve(std::int64_t bytes)
{
    m_reserved += bytes;
    m_mostReserved = std::max(m_mostReserved, m_reserved);
    m_mostReservedInStep = std::max(m_mostReservedInStep, m_reserved);
}

/// Bytes of a free block that can go back to the driver: a whole segment, or whole pages of an
/// expandable one.
std::int64_t CachingAllocator::idleBytes(const Block &block) const
{
    if (!m_options.expandable)
        return block.previous == None && block.next == None ? block.size : 0;
    const std::int64_t page = pageOf(block.pool);
    const std::int64_t first = roundedUp(block.address, page);
    const std::int64_t last = (block.address + block.size) / page * page;
    return std::max<std::int64_t>(last - first, 0);
}

/// release_cached_blocks, which waits for all streams.
void CachingAllocator::releaseCached()
{
    goOnTo(std::numeric_limits<double>::infinity());
    for (Pool &pool : m_pools) {
        while (!pool.idle.empty()) {
            const Handle handle = pool.idle.back();
            if (m_options.expandable) {
                unmap(handle);
                continue;
            }
            remove(handle);
            m_reserved -= at(handle).size;
            m_unused.push_back(handle);
        }
    }
}

} // namespace shardscope
