// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace shardscope {

/// What a policy does over a step, written down in sizes that have numbers: where nothing but their
/// bytes changes, the policy need not be asked again.
class Script
{
public:
    using Size = std::uint32_t;

    /// So many times a size more (or, negative, fewer).
    struct Change
    {
        static constexpr Size NoSize = std::numeric_limits<Size>::max();

        double times = 0; ///< or bytes, where there is no size
        Size size = NoSize;

        bool isFixed() const { return size == NoSize; }
        /// It comes and goes at once, with as many bytes as the policy says when it is asked.
        bool isMoment() const { return times == 0; }
    };

    /// Begins anew.
    void clear()
    {
        m_changes.clear();
        m_ends.clear();
        m_sizes = 0;
    }
    void grow(Size size) { change(size, 1); }
    void shrink(Size size) { change(size, -1); }
    void change(Size size, double times)
    {
        if (times != 0)
            add({times, size});
    }
    void blinkUnlike(Size size) { add({0, size}); }
    /// So many bytes more, whatever the sizes are.
    void change(double bytes)
    {
        if (bytes != 0)
            m_changes.push_back({.times = bytes});
    }

    /// The answer to one question ends.
    void endLevel() { m_ends.push_back(m_changes.size()); }
    std::size_t levels() const { return m_ends.size(); }
    std::span<const Change> level(std::size_t index) const
    {
        const std::size_t from = index == 0 ? 0 : m_ends[index - 1];
        return std::span(m_changes).subspan(from, m_ends[index] - from);
    }
    /// That are spoken of.
    std::size_t sizes() const { return m_sizes; }

private:
    void add(const Change &change)
    {
        m_changes.push_back(change);
        m_sizes = std::max<std::size_t>(m_sizes, change.size + 1);
    }

    std::vector<Change> m_changes;
    std::vector<std::size_t> m_ends; ///< of each level's changes
    std::size_t m_sizes = 0;
};

} // namespace shardscope
