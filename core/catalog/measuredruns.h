// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/validatedrun.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace shardscope {

/// What of measured runs says how near they are to a scenario: columns of choices, where runs with
/// the same ones have one place, and rows of sizes, since every plan looks through all of them.
class MeasuredRuns
{
public:
    using Choices = std::array<std::uint32_t, choiceCount>;
    using Sizes = std::array<double, sizeCount>;

    struct Row
    {
        std::size_t choices = 0; ///< the place of its choices in the columns
        Sizes sizes{}; ///< binary logarithms
        std::array<double, namesOf<Reserving>.size()> errors{}; ///< by how reserving was known
        double error(Reserving reserving) const
        {
            return errors[static_cast<std::size_t>(reserving)];
        }
    };

    /// Runs with the same choices, in the order of their rows.
    struct Group
    {
        std::size_t choices = 0; ///< the place of them in the columns
        std::vector<std::size_t> runs{};
    };
    using Groups = std::vector<Group>;

    MeasuredRuns() = default;
    explicit MeasuredRuns(std::span<const ValidatedRun> runs);

    std::span<const Row> rows() const { return m_rows; }
    /// What runs have for a choice, once for all that have the same choices.
    std::span<const std::uint32_t> column(std::size_t choice) const { return m_columns[choice]; }
    /// Whether a prediction for one of these choices is good enough to prove something.
    const std::vector<bool> &areProven() const { return m_areProven; }
    /// All runs, grouped: the group of a place in the columns has that index.
    const Groups &groups() const { return m_groups; }
    /// The runs on GPUs, by the source that measured them.
    std::span<const Groups> sources() const { return m_sources; }
    /// Whether a proven run has about each of these sizes.
    std::array<bool, sizeCount> reaches(const Sizes &sizes) const;

private:
    std::vector<Row> m_rows{};
    std::array<std::vector<std::uint32_t>, choiceCount> m_columns{};
    std::vector<bool> m_areProven{}; ///< by the place in a column
    Groups m_groups{};
    std::vector<Groups> m_sources{};
    std::array<std::vector<double>, sizeCount> m_reached{}; ///< sizes of proven runs, ascending
};

} // namespace shardscope
