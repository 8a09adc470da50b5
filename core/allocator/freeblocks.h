// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace shardscope {

/// Free blocks in order of size, then of address: as quick as a sorted vector while they are few,
/// and still quick when there are hundreds of thousands, in chunks of which none gets long. Inline,
/// since playing a plan asks some ten thousand times.
class FreeBlocks
{
public:
    struct Entry
    {
        std::int64_t size;
        std::int64_t address;
        std::int32_t block;
    };

    void insert(const Entry &entry)
    {
        const std::size_t index = chunkOf(entry);
        Chunk &chunk = m_chunks[index];
        chunk.insert(std::lower_bound(chunk.begin(), chunk.end(), entry, precedes), entry);
        if (chunk.size() > mostOfChunk)
            halve(index);
    }

    /// One that is there.
    void remove(const Entry &entry)
    {
        const std::size_t index = chunkOf(entry);
        Chunk &chunk = m_chunks[index];
        erase(index, std::lower_bound(chunk.begin(), chunk.end(), entry, precedes));
    }

    /// Removes the smallest that is large enough, or, as long as it is `preferred` to the one
    /// before, the next larger one; nothing where none is.
    template <class Preferred>
    std::optional<std::int32_t> take(std::int64_t size, const Preferred &preferred)
    {
        Place place = firstFrom({size, -1, 0});
        if (place.index == m_chunks.size())
            return std::nullopt;
        std::int32_t block = blockAt(place);
        for (Place next = after(place);
             next.index < m_chunks.size() && preferred(blockAt(next), block); next = after(next)) {
            place = next;
            block = blockAt(next);
        }
        erase(place.index, m_chunks[place.index].begin() + place.offset);
        return block;
    }

    std::optional<std::int32_t> take(std::int64_t size)
    {
        return take(size, [](std::int32_t, std::int32_t) { return false; });
    }

private:
    using Chunk = std::vector<Entry>;
    static constexpr std::size_t mostOfChunk = 512;

    /// Where an entry stands; the place behind the last chunk is that of none.
    struct Place
    {
        std::size_t index = 0; ///< of the chunk
        std::ptrdiff_t offset = 0;
    };

    static bool precedes(const Entry &a, const Entry &b)
    {
        return a.size != b.size ? a.size < b.size : a.address < b.address;
    }

    /// The last one that begins no later than the entry, or the first.
    std::size_t chunkOf(const Entry &entry) const
    {
        const auto behind = std::upper_bound(m_chunks.begin() + 1, m_chunks.end(), entry,
            [](const Entry &one, const Chunk &chunk) { return precedes(one, chunk.front()); });
        return static_cast<std::size_t>(behind - m_chunks.begin()) - 1;
    }

    /// The place of the first entry that does not precede `least`.
    Place firstFrom(const Entry &least) const
    {
        const std::size_t index = chunkOf(least);
        const Chunk &chunk = m_chunks[index];
        const auto found = std::lower_bound(chunk.begin(), chunk.end(), least, precedes);
        return found == chunk.end() ? Place{index + 1, 0} : Place{index, found - chunk.begin()};
    }

    Place after(const Place &place) const
    {
        const auto size = static_cast<std::ptrdiff_t>(m_chunks[place.index].size());
        return place.offset + 1 < size ? Place{place.index, place.offset + 1}
                                       : Place{place.index + 1, 0};
    }

    std::int32_t blockAt(const Place &place) const
    {
        return m_chunks[place.index][static_cast<std::size_t>(place.offset)].block;
    }

    void erase(std::size_t index, Chunk::iterator entry)
    {
        Chunk &chunk = m_chunks[index];
        chunk.erase(entry);
        if (chunk.empty() && m_chunks.size() > 1)
            m_chunks.erase(m_chunks.begin() + static_cast<std::ptrdiff_t>(index));
    }

    void halve(std::size_t index)
    {
        Chunk &chunk = m_chunks[index];
        const auto middle = chunk.begin() + mostOfChunk / 2;
        Chunk upper(middle, chunk.end());
        chunk.erase(middle, chunk.end());
        m_chunks.insert(
            m_chunks.begin() + static_cast<std::ptrdiff_t>(index) + 1, std::move(upper));
    }

    std::vector<Chunk> m_chunks = std::vector<Chunk>(1); ///< ascending; none empty but the only one
};

} // namespace shardscope
