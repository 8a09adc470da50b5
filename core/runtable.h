// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/validatedrun.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace shardscope {

/// What of measured runs says how near they are to a scenario: columns of choices and rows of
/// sizes, since every plan looks through all of them.
class RunTable
{
public:
    using Choices = std::array<std::uint32_t, choiceCount>;
    using Sizes = std::array<double, sizeCount>;

    struct Row
    {
        Sizes sizes{}; ///< binary logarithms
        double error = 0;
        double estimatedError = 0;
        bool isFollowed = false; ///< its tensors were; otherwise it ran on a GPU
        bool isProven = false; ///< it is predicted well enough to prove something
    };

    RunTable() = default;
    explicit RunTable(std::span<const ValidatedRun> runs);

    std::size_t size() const { return m_rows.size(); }
    const Row &operator[](std::size_t run) const { return m_rows[run]; }

    /// Of every run a bit for each choice that it has alike.
    std::vector<std::uint32_t> alike(const Choices &choices) const;
    /// Whether a proven run has about each of these sizes.
    std::array<bool, sizeCount> reaches(const Sizes &sizes) const;

private:
    std::array<std::vector<std::uint32_t>, choiceCount> m_choices{};
    std::vector<Row> m_rows{};
    std::array<std::vector<double>, sizeCount> m_proven{}; ///< sizes of proven runs, ascending
};

} // namespace shardscope
