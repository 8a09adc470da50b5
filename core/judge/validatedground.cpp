// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/judge/validatedground.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>

namespace shardscope {

namespace {

// How much each choice changes where memory goes, in tenths, next to a doubling of the tokens
// (0.15): method, framework, strategy and offload change what there is at all; precision,
// checkpointing and loss how large the largest parts are; the others one part among many.
using Tenths = std::uint8_t;
constexpr std::array<Tenths, choiceCount> choiceWeights = [] {
    std::array<Tenths, choiceCount> weights{};
    weights.fill(3);
    const auto set = [&weights](Trait trait, Tenths weight) {
        weights[static_cast<std::size_t>(trait)] = weight;
    };
    for (const Trait trait : {Trait::Family, Trait::Method, Trait::Framework, Trait::Offload})
        set(trait, 10);
    set(Trait::Strategy, 8);
    for (const Trait trait : {Trait::Precision, Trait::Loss})
        set(trait, 6);
    set(Trait::Checkpointing, 5);
    set(Trait::Optimizer, 4);
    return weights;
}();
static_assert(std::accumulate(choiceWeights.begin(), choiceWeights.end(), 0) < 256);
constexpr double tenth = 0.1;

// For each doubling. Small models have relatively more beside their tensors, and few tokens
// relatively less activations.
constexpr std::array<float, sizeCount> sizeWeights = [] {
    std::array<float, sizeCount> weights{};
    weights.fill(0.05F);
    const auto set = [&weights](Trait trait, float weight) {
        weights[static_cast<std::size_t>(trait) - choiceCount] = weight;
    };
    set(Trait::Parameters, 0.15F);
    set(Trait::Tokens, 0.15F);
    set(Trait::Gpus, 0.1F);
    return weights;
}();
/// Doublings beyond which more make no difference; so far is also what one of two runs lacks.
constexpr float farthest = 6;

using ChoiceBits = std::uint32_t;
static_assert(choiceCount <= 32, "a bit for each choice");
constexpr ChoiceBits bit(Trait trait)
{
    return ChoiceBits{1} << static_cast<unsigned>(trait);
}
/// Choices that change what there is at all, or the largest parts. Another choice that no run has
/// is one part among many: it is distance.
constexpr ChoiceBits decisive = 2 * bit(Trait::Offload) - 1;
static_assert((decisive & bit(Trait::Family)) != 0 && (decisive & bit(Trait::Kernels)) == 0);

/// What a framework does for one of these says little about another framework.
constexpr ChoiceBits ofFramework = bit(Trait::Strategy) | bit(Trait::Method) | bit(Trait::Offload);

using Sizes = MeasuredRuns::Sizes;
/// So many sizes are compared side by side. The first ones weigh most, and mostly tell that a run
/// is further than others.
constexpr std::size_t lanes = 4;
static_assert(lanes == 4);

/// Of the sizes from `begin` on, before `end`.
double sizeDistance(
    const Sizes &one, const Sizes &other, std::size_t begin, std::size_t end = sizeCount)
{
    std::array<float, lanes> sums{};
    const auto add = [&](std::size_t lane, std::size_t i) {
        sums[lane] += sizeWeights[i] * std::min(farthest, std::abs(one[i] - other[i]));
    };
    std::size_t i = begin;
    for (; i + lanes <= end; i += lanes) {
        for (std::size_t lane = 0; lane < lanes; ++lane)
            add(lane, i + lane);
    }
    for (; i < end; ++i) // what fills no further lanes
        add(0, i);
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

/// Adds `weight` to the distance of each place whose code in a column is another one. A loop of
/// nothing else, of which compilers make comparisons of many places at once.
void addUnlike(std::span<Tenths> distances, std::span<const MeasuredRuns::Code> column,
    MeasuredRuns::Code code, Tenths weight)
{
    for (std::size_t i = 0; i < column.size(); ++i)
        distances[i] = static_cast<Tenths>(distances[i] + (column[i] == code ? 0 : weight));
}

} // namespace

double distance(const Traits &one, const Traits &other)
{
    int choices = 0;
    for (std::size_t i = 0; i < choiceCount; ++i)
        choices += one.choices[i] == other.choices[i] ? 0 : choiceWeights[i];
    return tenth * choices + sizeDistance(one.sizes, other.sizes, 0, lanes)
        + sizeDistance(one.sizes, other.sizes, lanes);
}

void ErrorSpan::add(double error)
{
    low = std::min(low, error);
    high = std::max(high, error);
    ++cases;
}

ValidatedGround::ValidatedGround(
    const Choices &choices, const MeasuredRuns &runs, Reserving reserving, std::size_t ofEachSource)
    : m_runs(&runs)
    , m_reserving(reserving)
    , m_ofEachSource(std::min(ofEachSource, mostOfEachSource))
    , m_distances(runs.places())
{
    const auto codeOf = [&](Trait choice) {
        const auto i = static_cast<std::size_t>(choice);
        return runs.codeOf(i, choices[i]);
    };
    const MeasuredRuns::Code framework = codeOf(Trait::Framework);
    for (std::size_t i = 0; i < choiceCount; ++i) {
        const MeasuredRuns::Code code = codeOf(choiceAt(i));
        addUnlike(m_distances, runs.column(i), code, choiceWeights[i]);
        const bool isOfFramework = (ofFramework & bit(choiceAt(i))) != 0;
        if (isOfFramework ? runs.isProven(i, code, framework) : runs.isProven(i, code))
            m_shown |= bit(choiceAt(i));
    }
}

bool ValidatedGround::isCovered(Trait choice) const
{
    return ((m_shown | ~decisive) & bit(choice)) != 0;
}

double ValidatedGround::choiceDistance(std::size_t run) const
{
    return tenth * m_distances[m_runs->placeOf(run)];
}

double ValidatedGround::distanceTo(std::size_t run, const Sizes &sizes, double limit) const
{
    const Sizes &others = m_runs->rows()[run].sizes;
    const double known = choiceDistance(run) + sizeDistance(sizes, others, 0, lanes);
    return known > limit ? known : known + sizeDistance(sizes, others, lanes);
}

/// The nearest runs that were met, in order; of two as near, that of the earlier row.
class ValidatedGround::Few
{
public:
    explicit Few(std::size_t most)
        : m_most(most)
    { }

    /// A run that is further away is none of them.
    double limit() const
    {
        constexpr double none = std::numeric_limits<double>::infinity();
        return m_count < m_most ? none : m_near[m_count - 1].distance;
    }
    void add(const Nearest &run)
    {
        if (m_count == m_most && !isBefore(run, m_near[m_count - 1]))
            return;
        std::size_t place = m_count < m_most ? m_count++ : m_count - 1;
        for (; place > 0 && isBefore(run, m_near[place - 1]); --place)
            m_near[place] = m_near[place - 1];
        m_near[place] = run;
    }
    std::span<const Nearest> all() const & { return {m_near.data(), m_count}; }
    std::span<const Nearest> all() const && = delete; ///< they lie in it

private:
    static bool isBefore(const Nearest &one, const Nearest &other)
    {
        return one.distance < other.distance
            || (one.distance == other.distance && one.run < other.run);
    }

    std::size_t m_most;
    std::size_t m_count = 0;
    std::array<Nearest, mostOfEachSource> m_near{};
};

ValidatedGround::Few ValidatedGround::fewNear(
    const MeasuredRuns::Some &runs, const Sizes &sizes, std::size_t most) const
{
    Few near(most);
    double limit = near.limit();
    for (const std::size_t run : runs) {
        if (choiceDistance(run) > limit)
            continue;
        near.add({run, distanceTo(run, sizes, limit)});
        limit = near.limit();
    }
    return near;
}

ValidatedGround::Nearest ValidatedGround::nearest(const Sizes &sizes) const
{
    const Few near = fewNear(m_runs->everyRun(), sizes, 1);
    return near.all().front();
}

ErrorSpan ValidatedGround::errorsNear(const Sizes &sizes) const
{
    ErrorSpan errors;
    for (const MeasuredRuns::Some &source : m_runs->sources()) {
        const Few near = fewNear(source, sizes, m_ofEachSource);
        for (const Nearest &each : near.all())
            errors.add(m_runs->rows()[each.run].error(m_reserving));
    }
    return errors;
}

ErrorSpan ValidatedGround::allErrors() const
{
    ErrorSpan errors;
    for (const MeasuredRuns::Some &source : m_runs->sources()) {
        for (const std::size_t run : source)
            errors.add(m_runs->rows()[run].error(m_reserving));
    }
    return errors;
}

ValidatedGround::Place ValidatedGround::at(const Sizes &sizes, bool isComplete) const
{
    Place place{.isReached = m_runs->reaches(sizes)};
    place.isValidated = isComplete && (m_shown & decisive) == decisive
        && std::all_of(place.isReached.begin(), place.isReached.end(), [](bool is) { return is; });
    place.errors = place.isValidated ? errorsNear(sizes) : allErrors();
    return place;
}

ByteRange rangeOf(Bytes predicted, const ErrorSpan &errors)
{
    return {predicted / (1 + errors.high), predicted / (1 + errors.low)};
}

} // namespace shardscope
