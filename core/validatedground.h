// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quantity.h"
#include "core/validatedrun.h"

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace shardscope {

/// How unlike two runs are; 0: their memory should be predicted equally well. A size that is
/// twice the other's, or a choice of little weight, adds a few tenths.
double distance(const Traits &one, const Traits &other);

std::vector<RunKey> keysOf(std::span<const ValidatedRun> runs);

/// The measured runs as one set of choices sees them: what does not depend on sizes is done once,
/// so that many sizes cost little.
class ValidatedGround
{
public:
    using Choices = std::array<std::uint32_t, choiceCount>;
    using Sizes = std::array<double, sizeCount>;

    /// `runs` must outlive it.
    ValidatedGround(const Choices &choices, std::span<const RunKey> runs, Reserving reserving);

    struct Nearest
    {
        double distance = 0;
        std::size_t run = 0;
        double error = 0;
    };
    /// Where in the measured runs some sizes (binary logarithms) stand.
    struct Place
    {
        double low = 0; ///< smallest and largest error of the nearest runs
        double high = 0;
        std::size_t cases = 0; ///< that these rest on
        Nearest nearest{};
        std::array<bool, sizeCount> isReached{}; ///< whether a proven run has about that size
    };
    Place at(const Sizes &sizes) const;
    /// Worth its while before many calls of `at`: near choices go first.
    void sort();

    bool isEmpty() const { return m_rows.empty(); }
    /// Whether a proven run has the same choice.
    bool isCovered(Trait choice) const;
    bool isValidated(const Place &place) const;

private:
    struct Row
    {
        double distance = 0; ///< of the choices
        std::size_t run = 0;
    };

    std::span<const RunKey> m_runs;
    Reserving m_reserving;
    std::vector<Row> m_rows;
    std::uint32_t m_shown = 0; ///< a bit for each choice
    bool m_isSorted = false;
};

struct ByteRange
{
    Bytes low{};
    Bytes high{};
};
/// How far reality may be from `predicted` at such a place.
ByteRange rangeOf(Bytes predicted, const ValidatedGround::Place &place, bool isValidated);

} // namespace shardscope
