// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/validatedrun.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace shardscope {

/// What of measured runs says how near they are to a scenario: columns of choices and rows of
/// sizes, since every plan looks through all of them.
class MeasuredRuns
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
    };
    /// A bit for each choice.
    using Bits = std::uint16_t;

    MeasuredRuns() = default;
    explicit MeasuredRuns(std::span<const ValidatedRun> runs);

    std::size_t size() const { return m_rows.size(); }
    const Row &operator[](std::size_t run) const { return m_rows[run]; }

    /// Of every run a bit for each choice that it has alike.
    std::vector<Bits> alike(const Choices &choices) const;
    /// Of every run all bits where its prediction is good enough to prove something, else none.
    std::span<const Bits> proven() const { return m_proven; }
    /// Whether a proven run has about each of these sizes.
    std::array<bool, sizeCount> reaches(const Sizes &sizes) const;

private:
    /// The words of a choice, and which of them each run has.
    struct Column
    {
        std::vector<std::uint32_t> words{};
        std::vector<std::uint16_t> places{};

        std::uint16_t placeOf(std::uint32_t word) const;
        void add(std::uint32_t word);
    };

    std::array<Column, choiceCount> m_choices{};
    std::vector<Row> m_rows{};
    std::vector<Bits> m_proven{};
    std::array<std::vector<double>, sizeCount> m_reached{}; ///< sizes of proven runs, ascending
};

} // namespace shardscope
