// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measuredruns.h"
#include "core/quantity.h"

#include <array>
#include <cstddef>
#include <vector>

namespace shardscope {

/// How unlike two runs are; 0: their memory should be predicted equally well. A size that is
/// twice the other's, or a choice of little weight, adds a few tenths.
double distance(const Traits &one, const Traits &other);

/// The measured runs as one set of choices sees them: what does not depend on sizes is done once,
/// so that many sizes cost little.
class ValidatedGround
{
public:
    using Choices = MeasuredRuns::Choices;
    using Sizes = MeasuredRuns::Sizes;

    /// `runs` must outlive it.
    ValidatedGround(const Choices &choices, const MeasuredRuns &runs, Reserving reserving);

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

    const MeasuredRuns *m_runs;
    Reserving m_reserving;
    std::vector<Row> m_rows; ///< near choices go first
    std::uint32_t m_shown = 0; ///< a bit for each choice
};

struct ByteRange
{
    Bytes low{};
    Bytes high{};
};
/// How far reality may be from `predicted` at such a place.
ByteRange rangeOf(Bytes predicted, const ValidatedGround::Place &place, bool isValidated);

} // namespace shardscope
