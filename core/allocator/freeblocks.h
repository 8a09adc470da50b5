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

    /// Removes the smallest that is large enough; nothing where none is.
    std::optional<std::int32_t> take(std::int64_t size)
    {
        const Entry least{size, -1, 0};
        std::size_t index = chunkOf(least);
        auto found
            = std::lower_bound(m_chunks[index].begin(), m_chunks[index].end(), least, precedes);
        if (found == m_chunks[index].end()) {
            if (++index == m_chunks.size())
                return std::nullopt;
            found = m_chunks[index].begin();
        }
        const std::int32_t block = found->block;
        erase(index, found);
        return block;
    }

private:
    using Chunk = std::vector<Entry>;
    static constexpr std::size_t mostOfChunk = 512;

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
