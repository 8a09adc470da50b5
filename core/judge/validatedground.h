// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/quantity.h"
#include "core/catalog/measuredruns.h"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
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
    /// Brings the runs near these sizes to the front, unless they are there: what is asked next
    /// about sizes like these looks at few runs.
    void approach(const Sizes &sizes);

    bool isEmpty() const { return m_rows.empty(); }
    /// Whether a proven run has the same choice.
    bool isCovered(Trait choice) const;
    bool isValidated(const Place &place) const;

private:
    struct Row
    {
        double least = 0; ///< no nearer than this to sizes at no distance from m_center
        double distance = 0; ///< of the choices
        std::size_t run = 0;
    };
    class Neighbours;

    std::span<const Row> rows(bool areFollowed) const;
    Neighbours nearest(const Sizes &sizes, bool areFollowed) const;

    const MeasuredRuns *m_runs;
    Reserving m_reserving;
    std::vector<Row>
        m_rows; ///< runs on GPUs, then those whose tensors were followed: near go first
    std::size_t m_followedFrom = 0;
    std::optional<Sizes> m_center; ///< none: rows are as near as their choices are
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
