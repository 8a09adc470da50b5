// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/judge/validatedground.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>

namespace shardscope {

namespace {

// How much each choice changes where memory goes, next to a doubling of the tokens (0.15): method,
// framework, strategy and offload change what there is at all; precision, checkpointing and loss
// how large the largest parts are; the others one part among many.
constexpr std::array<double, choiceCount> choiceWeights{
    1.0, // family
    1.0, // method
    1.0, // framework
    0.8, // strategy
    0.6, // precision
    0.4, // optimizer
    0.5, // checkpointing
    0.3, // attention
    0.6, // loss
    1.0, // offload
};
// For each doubling. Small models have relatively more beside their tensors, and few tokens
// relatively less activations.
constexpr std::array<double, sizeCount> sizeWeights{
    0.15, // parameters
    0.15, // tokens
    0.05, // sequence
    0.1, // GPUs
};

/// Runs that a range is taken from, for each kind of measuring. Fewer, and ranges miss more than
/// one run in ten that they do not know; tst_confidence counts.
constexpr std::size_t neighbours = 12;
/// Outside validated ground: twice what is known to happen nearby, and no less than this.
constexpr double unprovenStretch = 2;
constexpr double unprovenMargin = 0.2;

/// A bit for each choice that two runs have alike.
using Alike = std::uint32_t;
constexpr Alike bit(Trait trait)
{
    return 1U << static_cast<unsigned>(trait);
}
constexpr Alike allAlike = (1U << choiceCount) - 1;
static_assert(choiceCount <= 16, "MeasuredRuns::Bits holds a bit for each choice");

Alike alike(const MeasuredRuns::Choices &one, const MeasuredRuns::Choices &other)
{
    Alike bits = 0;
    for (std::size_t i = 0; i < choiceCount; ++i)
        bits |= static_cast<Alike>(one[i] == other[i]) << i;
    return bits;
}

/// By the choices alike.
constexpr std::array<double, allAlike + 1> choiceDistances = [] {
    std::array<double, allAlike + 1> distances{};
    for (Alike bits = 0; bits <= allAlike; ++bits) {
        for (std::size_t i = 0; i < choiceCount; ++i)
            distances[bits] += (bits >> i & 1U) != 0 ? 0 : choiceWeights[i];
    }
    return distances;
}();

/// The same, rounded to whole tenths, which all weights are.
constexpr std::size_t tenthsOf(double distance)
{
    return static_cast<std::size_t>(10 * distance + 0.5);
}
constexpr std::array<std::uint8_t, allAlike + 1> choiceTenths = [] {
    std::array<std::uint8_t, allAlike + 1> tenths{};
    for (Alike bits = 0; bits <= allAlike; ++bits)
        tenths[bits] = static_cast<std::uint8_t>(tenthsOf(choiceDistances[bits]));
    return tenths;
}();
/// Of distances with as many tenths, which sums in another order make differ.
constexpr double sameTenths = 1e-9;

/// What of a setup a run with these choices alike has shown. What a framework does for one
/// strategy, method or offload says little about another.
constexpr Alike shownBy(Alike bits)
{
    constexpr Alike frameworks = bit(Trait::Strategy) | bit(Trait::Method) | bit(Trait::Offload);
    return (bits & bit(Trait::Framework)) != 0 ? bits : bits & ~frameworks;
}

double sizeDistance(const MeasuredRuns::Sizes &one, const MeasuredRuns::Sizes &other)
{
    double sum = 0;
    for (std::size_t i = 0; i < sizeCount; ++i)
        sum += sizeWeights[i] * std::abs(one[i] - other[i]);
    return sum;
}

/// By distance, then in the order of the catalogue.
bool isNearer(const ValidatedGround::Nearest &one, const ValidatedGround::Nearest &other)
{
    return one.distance != other.distance ? one.distance < other.distance : one.run < other.run;
}

} // namespace

/// The nearest runs of one kind, in order.
class ValidatedGround::Neighbours
{
public:
    /// Beyond this no run counts any more.
    double reach() const { return m_reach; }
    void offer(const Nearest &found)
    {
        if (m_count == neighbours && !isNearer(found, m_runs[neighbours - 1]))
            return;
        std::size_t place = m_count < neighbours ? m_count++ : neighbours - 1;
        for (; place > 0 && isNearer(found, m_runs[place - 1]); --place)
            m_runs[place] = m_runs[place - 1];
        m_runs[place] = found;
        if (m_count == neighbours)
            m_reach = m_runs[neighbours - 1].distance;
    }
    std::span<const Nearest> runs() const { return std::span(m_runs).first(m_count); }

private:
    std::array<Nearest, neighbours> m_runs; ///< the first m_count count
    std::size_t m_count = 0;
    double m_reach = std::numeric_limits<double>::infinity();
};

double distance(const Traits &one, const Traits &other)
{
    return choiceDistances[alike(one.choices, other.choices)]
        + sizeDistance(one.sizes, other.sizes);
}

ValidatedGround::ValidatedGround(
    const Choices &choices, const MeasuredRuns &runs, Reserving reserving)
    : m_runs(&runs)
    , m_reserving(reserving)
    , m_rows(runs.size())
{
    const std::vector<MeasuredRuns::Bits> alike = runs.alike(choices);
    const std::span<const MeasuredRuns::Bits> proven = runs.proven();
    Alike shown = 0;
    for (std::size_t run = 0; run < alike.size(); ++run)
        shown |= shownBy(alike[run]) & proven[run];
    m_shown = shown;
    // By kind, then by tenths.
    constexpr std::size_t tenths = choiceTenths[0] + 1;
    const auto bin = [&](std::size_t run) {
        return choiceTenths[alike[run]] + (runs[run].isFollowed ? tenths : 0);
    };
    std::array<std::size_t, 2 * tenths + 1> places{};
    for (std::size_t run = 0; run < alike.size(); ++run)
        ++places[bin(run) + 1];
    std::partial_sum(places.begin(), places.end(), places.begin());
    m_followedFrom = places[tenths];
    for (std::size_t run = 0; run < alike.size(); ++run) {
        const double distance = choiceDistances[alike[run]];
        m_rows[places[bin(run)]++] = {distance, distance, run};
    }
}

bool ValidatedGround::isCovered(Trait choice) const
{
    return (m_shown & bit(choice)) != 0;
}

std::span<const ValidatedGround::Row> ValidatedGround::rows(bool areFollowed) const
{
    const std::span all(m_rows);
    return areFollowed ? all.subspan(m_followedFrom) : all.first(m_followedFrom);
}

void ValidatedGround::approach(const Sizes &sizes)
{
    constexpr double near = 0.4;
    if (m_center && sizeDistance(*m_center, sizes) <= near)
        return;
    m_center = sizes;
    for (Row &row : m_rows)
        row.least = row.distance + sizeDistance(sizes, (*m_runs)[row.run].sizes);
    const auto isFirst = [](const Row &one, const Row &other) { return one.least < other.least; };
    const auto followed = m_rows.begin() + static_cast<std::ptrdiff_t>(m_followedFrom);
    std::sort(m_rows.begin(), followed, isFirst);
    std::sort(followed, m_rows.end(), isFirst);
}

ValidatedGround::Neighbours ValidatedGround::nearest(const Sizes &sizes, bool areFollowed) const
{
    const double away = m_center ? sizeDistance(*m_center, sizes) : 0;
    Neighbours near;
    for (const Row &row : rows(areFollowed)) {
        if (row.least - away > near.reach() + sameTenths)
            break;
        const MeasuredRuns::Row &run = (*m_runs)[row.run];
        const double distance = row.distance + sizeDistance(sizes, run.sizes);
        if (distance <= near.reach())
            near.offer({distance, row.run,
                m_reserving == Reserving::Played ? run.error : run.estimatedError});
    }
    return near;
}

ValidatedGround::Place ValidatedGround::at(const Sizes &sizes) const
{
    Place place{.isReached = m_runs->reaches(sizes)};
    const Neighbours followed = nearest(sizes, true);
    const Neighbours real = nearest(sizes, false);
    double low = 1;
    double high = 1;
    double nearest = std::numeric_limits<double>::infinity();
    for (const Neighbours *near : {&real, &followed}) {
        double least = 0;
        double most = 0;
        for (const Nearest &run : near->runs()) {
            least = std::min(least, run.error);
            most = std::max(most, run.error);
        }
        low *= 1 + least;
        high *= 1 + most;
        place.cases += near->runs().size();
        if (!near->runs().empty() && near->runs().front().distance < nearest) {
            place.nearest = near->runs().front();
            nearest = place.nearest.distance;
        }
    }
    place.low = low - 1;
    place.high = high - 1;
    return place;
}

bool ValidatedGround::isValidated(const Place &place) const
{
    return m_shown == allAlike
        && std::all_of(place.isReached.begin(), place.isReached.end(), [](bool is) { return is; });
}

ByteRange rangeOf(Bytes predicted, const ValidatedGround::Place &place, bool isValidated)
{
    // Reality from a prediction and the error of one like it.
    const Bytes low = predicted / (1 + place.high);
    const Bytes high = predicted / (1 + place.low);
    if (isValidated)
        return {low, high};
    const auto stretched = [](double ratio) {
        static_assert(unprovenStretch == 2);
        return std::max(1 + unprovenMargin, ratio * ratio);
    };
    return {predicted / stretched(predicted / low), stretched(high / predicted) * predicted};
}

} // namespace shardscope
