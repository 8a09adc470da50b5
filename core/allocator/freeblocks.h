// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace shardscope {

/// Free blocks in order of size, then of address. There are few sizes at a time, and of one there
/// may be hundreds of thousands: those of a size are a linked row, and a row that gets long is cut
/// in two. Rows that have run empty stay for a while, since most are soon filled again.
///
/// Playing a plan asks some hundred thousand times: all is inline, and links are changed where
/// arrays would be moved, as a processor waits long where it reads at once, in one piece, what it
/// has just written in several.
class FreeBlocks
{
public:
    using Handle = std::int32_t;

    void insert(Handle block, std::int64_t size, std::int64_t address)
    {
        std::size_t index = firstFrom(size);
        if (index == m_sizes.size() || m_sizes[index] != size)
            addRow(index, size);
        for (std::size_t next = index + 1; next < m_sizes.size() && m_sizes[next] == size; ++next) {
            const Handle lowest = lowestOf(next);
            index = lowest != None && node(lowest).address < address ? next : index;
        }
        if (m_nodes.size() <= at(block))
            m_nodes.resize(at(block) + 1);
        const std::size_t row = m_order[index];
        Handle lower = None;
        Handle higher = m_rows[row].lowest;
        while (higher != None && node(higher).address < address) {
            lower = higher;
            higher = node(higher).higher;
        }
        node(block).address = address;
        node(block).row = row;
        link(row, lower, block);
        link(row, block, higher);
        if (++m_rows[row].count == 1)
            --m_empty;
        else if (m_rows[row].count > mostOfRow)
            halve(index);
    }

    /// One that is there.
    void remove(Handle block)
    {
        const std::size_t row = node(block).row;
        link(row, node(block).lower, node(block).higher);
        if (--m_rows[row].count == 0 && ++m_empty > mostEmpty)
            sweep();
    }

    /// Removes the smallest that is large enough, or, as long as it is `preferred` to the one
    /// before, the next larger one; nothing where none is.
    template <class Preferred>
    std::optional<Handle> take(std::int64_t size, const Preferred &preferred)
    {
        std::size_t index = firstFrom(size);
        Handle taken = lowestFrom(index);
        if (taken == None)
            return std::nullopt;
        for (;;) {
            Handle next = node(taken).higher;
            if (next == None)
                next = lowestFrom(++index);
            if (next == None || !preferred(next, taken))
                break;
            taken = next;
        }
        remove(taken);
        return taken;
    }

    std::optional<Handle> take(std::int64_t size)
    {
        return take(size, [](Handle, Handle) { return false; });
    }

private:
    static constexpr Handle None = -1;
    static constexpr std::size_t mostOfRow = 512;
    static constexpr std::size_t mostEmpty = 16;

    struct Node
    {
        std::int64_t address = 0;
        Handle lower = None; ///< of the same row
        Handle higher = None;
        std::size_t row = 0; ///< in m_rows
    };
    struct Row
    {
        Handle lowest = None;
        std::size_t count = 0;
    };

    static std::size_t at(Handle block) { return static_cast<std::size_t>(block); }
    Node &node(Handle block) { return m_nodes[at(block)]; }

    /// The first of the sizes that is no less. No processor can foresee what comparing them says:
    /// it is added up, not branched on.
    std::size_t firstFrom(std::int64_t size) const
    {
        std::size_t count = 0;
        for (std::size_t left = m_sizes.size(); left > 0; left /= 2) {
            const std::size_t half = left - left / 2;
            count += m_sizes[count + half - 1] < size ? half : 0;
        }
        return count;
    }

    Handle lowestOf(std::size_t index) const { return m_rows[m_order[index]].lowest; }

    /// Of the first row from `index` on that is not empty, which `index` is then; None where none
    /// is.
    Handle lowestFrom(std::size_t &index) const
    {
        for (; index < m_sizes.size(); ++index) {
            if (const Handle lowest = lowestOf(index); lowest != None)
                return lowest;
        }
        return None;
    }

    void link(std::size_t row, Handle lower, Handle higher)
    {
        (lower == None ? m_rows[row].lowest : node(lower).higher) = higher;
        if (higher != None)
            node(higher).lower = lower;
    }

    void addRow(std::size_t index, std::int64_t size)
    {
        if (m_unused.empty()) {
            m_unused.push_back(m_rows.size());
            m_rows.emplace_back();
        }
        const auto place = static_cast<std::ptrdiff_t>(index);
        m_order.insert(m_order.begin() + place, m_unused.back());
        m_sizes.insert(m_sizes.begin() + place, size);
        m_unused.pop_back();
        ++m_empty;
    }

    /// Takes out empty rows.
    void sweep()
    {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < m_order.size(); ++i) {
            if (m_rows[m_order[i]].count == 0) {
                m_unused.push_back(m_order[i]);
                continue;
            }
            m_order[kept] = m_order[i];
            m_sizes[kept++] = m_sizes[i];
        }
        m_order.resize(kept);
        m_sizes.resize(kept);
        m_empty = 0;
    }

    /// The higher addresses become a row of their own, behind.
    void halve(std::size_t index)
    {
        addRow(index + 1, m_sizes[index]);
        const std::size_t lower = m_order[index];
        const std::size_t upper = m_order[index + 1];
        Handle last = m_rows[lower].lowest;
        for (std::size_t i = 1; i < mostOfRow / 2; ++i)
            last = node(last).higher;
        const Handle first = node(last).higher;
        link(lower, last, None);
        link(upper, None, first);
        for (Handle each = first; each != None; each = node(each).higher)
            node(each).row = upper;
        m_rows[upper].count = m_rows[lower].count - mostOfRow / 2;
        m_rows[lower].count = mostOfRow / 2;
        --m_empty;
    }

    std::vector<std::int64_t> m_sizes; ///< ascending; of rows of one size the lower addresses first
    std::vector<std::size_t> m_order; ///< their rows
    std::vector<Row> m_rows;
    std::size_t m_empty = 0; ///< of the rows in m_order
    std::vector<std::size_t> m_unused; ///< in m_rows
    std::vector<Node> m_nodes; ///< by block
};

} // namespace shardscope
