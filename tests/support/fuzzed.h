// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "resources/catalogs.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace shardscope {

/// What must hold of any input.
inline void require(bool holds)
{
    if (!holds)
        std::abort();
}

inline std::string_view asText(const std::uint8_t *data, std::size_t size)
{
    return {reinterpret_cast<const char *>(data), size};
}

/// What is left of an input, taken piece by piece.
class Pieces
{
public:
    explicit Pieces(std::string_view left)
        : m_left(left)
    { }

    bool isOver() const { return m_left.empty(); }
    std::size_t byte()
    {
        if (m_left.empty())
            return 0;
        const auto value = static_cast<unsigned char>(m_left.front());
        m_left.remove_prefix(1);
        return value;
    }
    /// Up to the next line break, which is left out.
    std::string_view line()
    {
        const std::string_view found = m_left.substr(0, m_left.find('\n'));
        m_left.remove_prefix(std::min(found.size() + 1, m_left.size()));
        return found;
    }

private:
    std::string_view m_left;
};

/// GPUs, links and models that are known to everybody.
inline const Catalog &knownCatalog()
{
    static const Catalog catalog = builtInCatalog();
    return catalog;
}

} // namespace shardscope
