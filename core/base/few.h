// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <type_traits>

namespace shardscope {

/// Up to `most` items in place: what is not there is neither made nor copied.
template <class Item, std::size_t most>
class Few
{
    static_assert(std::is_trivial_v<Item>);

public:
    Few() { } // leaves the items as they are
    Few(const Few &other) { *this = other; }
    Few &operator=(const Few &other)
    {
        std::copy_n(other.m_items.begin(), other.m_count, m_items.begin());
        m_count = other.m_count;
        return *this;
    }
    ~Few() = default;

    std::size_t size() const { return m_count; }
    bool empty() const { return m_count == 0; }
    /// So many more?
    bool hasRoomFor(std::size_t count) const { return m_count + count <= most; }

    const Item *begin() const { return m_items.data(); }
    const Item *end() const { return m_items.data() + m_count; }
    Item &operator[](std::size_t i) { return m_items[i]; }
    Item &back() { return m_items[m_count - 1]; }

    void push_back(const Item &item) { m_items[m_count++] = item; }
    void append(const Few &other)
    {
        std::copy_n(other.m_items.begin(), other.m_count, m_items.begin() + m_count);
        m_count += other.m_count;
    }

private:
    std::array<Item, most> m_items;
    std::size_t m_count = 0;
};

} // namespace shardscope
