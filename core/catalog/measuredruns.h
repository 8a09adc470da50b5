// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/measuredtable.h"

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
    using Sizes = std::array<float, sizeCount>;
    /// A choice, as one of the few that runs have for a trait.
    using Code = std::uint8_t;

    struct Row
    {
        Sizes sizes{}; ///< binary logarithms
        std::array<double, namesOf<Reserving>.size()> errors{}; ///< by how reserving was known
        double error(Reserving reserving) const
        {
            return errors[static_cast<std::size_t>(reserving)];
        }
    };

    /// Some of the runs, as indices of their rows, ascending.
    using Some = std::vector<std::uint32_t>;

    MeasuredRuns() = default;
    explicit MeasuredRuns(MeasuredTable table);

    bool isEmpty() const { return m_rows.empty(); }
    /// The run of a row, with its words.
    ValidatedRun run(std::size_t row) const { return m_table.at(row); }
    std::vector<ValidatedRun> all() const;
    std::span<const Row> rows() const { return m_rows; }
    /// What runs have for a choice, once for all that have the same choices.
    std::span<const Code> column(std::size_t choice) const { return m_columns[choice]; }
    /// The code of a choice in its column; of one that no run has, a code that none has.
    Code codeOf(std::size_t choice, std::uint32_t value) const;
    /// How many different choices there are, all traits together.
    std::size_t places() const { return m_places; }
    /// The place in the columns of what the run of a row has chosen.
    std::size_t placeOf(std::size_t row) const { return m_placeOf[row]; }
    /// Whether a run whose prediction is good enough to prove something has a choice.
    bool isProven(std::size_t choice, Code code) const;
    /// And has that framework as well.
    bool isProven(std::size_t choice, Code code, Code framework) const;
    const Some &everyRun() const { return m_everyRun; }
    /// The runs on GPUs, by the source that measured them.
    std::span<const Some> sources() const { return m_sources; }
    /// Whether a proven run has about each of these sizes.
    std::array<bool, sizeCount> reaches(const Sizes &sizes) const;

private:
    void addChoice(std::size_t choice, std::uint32_t value);
    void prove(std::size_t row);

    MeasuredTable m_table{};
    std::vector<Row> m_rows{};
    std::array<std::vector<std::uint32_t>, choiceCount> m_values{}; ///< by their codes
    std::array<std::vector<Code>, choiceCount> m_columns{};
    std::array<std::vector<std::uint64_t>, choiceCount>
        m_frameworks{}; ///< of proven runs, by code: a bit for each
    std::size_t m_places = 0;
    std::vector<std::uint32_t> m_placeOf{}; ///< of each row
    Some m_everyRun{};
    std::vector<Some> m_sources{};
    std::array<std::vector<float>, sizeCount> m_reached{}; ///< sizes of proven runs, ascending
};

} // namespace shardscope
