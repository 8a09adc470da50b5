// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/quantity.h"
#include "core/catalog/measuredruns.h"

#include <array>
#include <cstddef>
#include <vector>

namespace shardscope {

/// How unlike two runs are; 0: their memory should be predicted equally well. A size that is
/// twice the other's, or a choice of little weight, adds a few tenths.
double distance(const Traits &one, const Traits &other);

/// How many runs of each source a range is taken from: those that are nearest. Chosen by
/// `runsNeeded` (tools/validate/heldout), which asks whether ranges hold runs of sources that they
/// do not know; tst_confidence holds this number against that rule.
inline constexpr std::size_t runsOfEachSource = 1;
inline constexpr std::size_t mostOfEachSource = 16; ///< that may be asked for

/// The smallest and the largest of some errors, and of no error at all.
struct ErrorSpan
{
    double low = 0;
    double high = 0;
    std::size_t cases = 0;

    void add(double error);
};

/// The measured runs as one set of choices sees them: what does not depend on sizes is done once,
/// so that many sizes cost little.
///
/// A range spans the errors of the `ofEachSource` nearest runs of every source, none more than of
/// another. A user is a new source; where sources are alike in what they get wrong, one run taken
/// from a further one of K lies between the least and the greatest of one from each in at least
/// K - 1 of K + 1 cases (order statistics, as conformal prediction takes them from groups: Dunn,
/// Wasserman and Ramdas, "Distribution-Free Prediction Sets for Two-Layer Hierarchical Models",
/// JASA 2023, subsampling once; Lee, Barber and Willett, "Distribution-free inference with
/// hierarchical data", 2023). Taking more than one of each only widens it.
/// Outside validated ground nearness says nothing: the range spans the errors of all runs on GPUs.
class ValidatedGround
{
public:
    using Choices = MeasuredRuns::Choices;
    using Sizes = MeasuredRuns::Sizes;

    /// `runs` must outlive it.
    ValidatedGround(const Choices &choices, const MeasuredRuns &runs, Reserving reserving,
        std::size_t ofEachSource = runsOfEachSource);

    /// Where in the measured runs some sizes (binary logarithms) stand.
    struct Place
    {
        std::array<bool, sizeCount> isReached{}; ///< whether a proven run has about that size
        bool isValidated = false;
        ErrorSpan errors{};
    };
    /// The place of some sizes; of an incomplete plan no run says how good it is.
    Place at(const Sizes &sizes, bool isComplete) const;

    struct Nearest
    {
        std::size_t run = 0;
        double distance = 0;
    };
    /// The nearest of all runs; there must be one.
    Nearest nearest(const Sizes &sizes) const;

    bool isEmpty() const { return m_distances.empty(); }
    /// Errors of the nearest runs of every source, whether or not any of them validates the place.
    ErrorSpan errorsNear(const Sizes &sizes) const;

    /// Whether a proven run has the same choice, or the choice is one part among many.
    bool isCovered(Trait choice) const;

private:
    class Few;

    double choiceDistance(std::size_t run) const;
    /// Beyond `limit`: no more than is known of it.
    double distanceTo(std::size_t run, const Sizes &sizes, double limit) const;
    /// Of `runs`, which are some, the nearest.
    Few fewNear(const MeasuredRuns::Some &runs, const Sizes &sizes, std::size_t most) const;
    ErrorSpan allErrors() const;

    const MeasuredRuns *m_runs;
    Reserving m_reserving;
    std::size_t m_ofEachSource;
    std::vector<std::uint8_t> m_distances; ///< of choices, in tenths, by their place in the columns
    std::uint32_t m_shown = 0; ///< a bit for each choice
};

struct ByteRange
{
    Bytes low{};
    Bytes high{};
};
/// What `predicted` may be in reality, with such errors.
ByteRange rangeOf(Bytes predicted, const ErrorSpan &errors);

} // namespace shardscope
