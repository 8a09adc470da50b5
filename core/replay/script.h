// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/replay/course.h"

#include <cstdint>
#include <span>
#include <vector>

namespace shardscope {

/// What a policy does over a step, written down in sizes that have numbers: where nothing but their
/// bytes changes, the policy need not be asked again.
class Script
{
public:
    using Size = std::uint32_t;

    /// Begins anew.
    void clear()
    {
        m_changes.clear();
        m_ends.clear();
        m_repeats.clear();
    }
    void grow(Size size) { m_changes.push_back({.size = 2 * size}); }
    void shrink(Size size) { m_changes.push_back({.size = 2 * size + 1}); }
    /// So many bytes more (or, negative, fewer), whatever the sizes are.
    void change(double bytes) { m_changes.push_back({.bytes = bytes, .size = nothing}); }

    /// The answer to one question ends.
    void endLevel() { m_ends.push_back(m_changes.size()); }
    std::size_t levels() const { return m_ends.size(); }
    /// All since a level happens so many times more.
    void repeat(std::size_t since, int times)
    {
        m_repeats.push_back({since, levels(), static_cast<double>(times)});
    }

    /// The levels, given the bytes of each size.
    void play(std::span<const double> bytes, std::vector<Course::Level> &levels) const;

private:
    static constexpr std::uint32_t nothing = ~std::uint32_t(0);
    struct Change
    {
        double bytes = 0;
        std::uint32_t size = 0; ///< twice its number, and one more where it goes
    };
    struct Repeat
    {
        std::size_t since = 0;
        std::size_t before = 0; ///< level that comes next
        double times = 0;
    };

    std::vector<Change> m_changes;
    std::vector<std::size_t> m_ends; ///< of each level's changes
    std::vector<Repeat> m_repeats;
};

} // namespace shardscope
