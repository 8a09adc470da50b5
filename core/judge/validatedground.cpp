// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/judge/validatedground.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace shardscope {

namespace {

// How much each choice changes where memory goes, next to a doubling of the tokens (0.15): method,
// framework, strategy and offload change what there is at all; precision, checkpointing and loss
// how large the largest parts are; the others one part among many.
constexpr std::array<double, choiceCount> choiceWeights = [] {
    std::array<double, choiceCount> weights{};
    weights.fill(0.3);
    const auto set = [&weights](Trait trait, double weight) {
        weights[static_cast<std::size_t>(trait)] = weight;
    };
    for (const Trait trait : {Trait::Family, Trait::Method, Trait::Framework, Trait::Offload})
        set(trait, 1);
    set(Trait::Strategy, 0.8);
    for (const Trait trait : {Trait::Precision, Trait::Loss})
        set(trait, 0.6);
    set(Trait::Checkpointing, 0.5);
    set(Trait::Optimizer, 0.4);
    return weights;
}();
// For each doubling. Small models have relatively more beside their tensors, and few tokens
// relatively less activations.
constexpr std::array<double, sizeCount> sizeWeights = [] {
    std::array<double, sizeCount> weights{};
    weights.fill(0.05);
    const auto set = [&weights](Trait trait, double weight) {
        weights[static_cast<std::size_t>(trait) - choiceCount] = weight;
    };
    set(Trait::Parameters, 0.15);
    set(Trait::Tokens, 0.15);
    set(Trait::Gpus, 0.1);
    return weights;
}();
/// Doublings beyond which more make no difference; so far is also what one of two runs lacks.
constexpr double farthest = 6;

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

/// What of a setup a run with these choices alike has shown. What a framework does for one
/// strategy, method or offload says little about another.
constexpr ChoiceBits shownBy(ChoiceBits alike)
{
    constexpr ChoiceBits ofFramework
        = bit(Trait::Strategy) | bit(Trait::Method) | bit(Trait::Offload);
    return (alike & bit(Trait::Framework)) != 0 ? alike : alike & ~ofFramework;
}

/// What choices that are unlike sum up to, by the bits of those alike, eight at a time.
constexpr std::size_t bytes = sizeof(ChoiceBits);
constexpr auto byteDistances = [] {
    std::array<std::array<double, 256>, bytes> distances{};
    for (std::size_t i = 0; i < choiceCount; ++i) {
        for (std::size_t alike = 0; alike < 256; ++alike)
            distances[i / 8][alike] += (alike >> i % 8 & 1) != 0 ? 0 : choiceWeights[i];
    }
    return distances;
}();

double choiceDistance(ChoiceBits alike)
{
    double sum = 0;
    for (std::size_t i = 0; i < bytes; ++i)
        sum += byteDistances[i][alike >> 8 * i & 255];
    return sum;
}

double sizeDistance(const MeasuredRuns::Sizes &one, const MeasuredRuns::Sizes &other)
{
    double sum = 0;
    for (std::size_t i = 0; i < sizeCount; ++i)
        sum += sizeWeights[i] * std::min(farthest, std::abs(one[i] - other[i]));
    return sum;
}

} // namespace

double distance(const Traits &one, const Traits &other)
{
    ChoiceBits alike = 0;
    for (std::size_t i = 0; i < choiceCount; ++i)
        alike |= static_cast<ChoiceBits>(one.choices[i] == other.choices[i]) << i;
    return choiceDistance(alike) + sizeDistance(one.sizes, other.sizes);
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
    , m_distances(runs.areProven().size())
{
    std::vector<ChoiceBits> alike(m_distances.size());
    for (std::size_t i = 0; i < choiceCount; ++i) {
        const std::span<const std::uint32_t> column = runs.column(i);
        std::transform(column.begin(), column.end(), alike.begin(), alike.begin(),
            [i, choice = choices[i]](std::uint32_t other, ChoiceBits bits) {
                return bits | static_cast<ChoiceBits>(other == choice) << i;
            });
    }
    for (std::size_t place = 0; place < alike.size(); ++place) {
        m_distances[place] = choiceDistance(alike[place]);
        m_shown |= runs.areProven()[place] ? shownBy(alike[place]) : 0;
    }
}

bool ValidatedGround::isCovered(Trait choice) const
{
    return ((m_shown | ~decisive) & bit(choice)) != 0;
}

double ValidatedGround::distanceTo(std::size_t run, const Sizes &sizes) const
{
    return choicesOf(run) + sizeDistance(sizes, m_runs->rows()[run].sizes);
}

ValidatedGround::Nearest ValidatedGround::nearest(const Sizes &sizes) const
{
    Nearest nearest{.run = 0, .distance = distanceTo(0, sizes)};
    for (std::size_t run = 1; run < m_runs->rows().size(); ++run) {
        if (choicesOf(run) >= nearest.distance)
            continue;
        const double distance = distanceTo(run, sizes);
        if (distance < nearest.distance)
            nearest = {run, distance};
    }
    return nearest;
}

void ValidatedGround::addNearest(
    ErrorSpan &errors, const std::vector<std::size_t> &source, const Sizes &sizes) const
{
    std::array<Nearest, mostOfEachSource> near; // in order, the first `count` of them
    std::size_t count = 0;
    for (const std::size_t run : source) {
        const bool isFull = count == m_ofEachSource;
        if (isFull && choicesOf(run) >= near[count - 1].distance)
            continue;
        const double distance = distanceTo(run, sizes);
        if (isFull && distance >= near[count - 1].distance)
            continue;
        std::size_t place = isFull ? count - 1 : count++;
        for (; place > 0 && distance < near[place - 1].distance; --place)
            near[place] = near[place - 1];
        near[place] = {run, distance};
    }
    for (std::size_t i = 0; i < count; ++i)
        errors.add(m_runs->rows()[near[i].run].error(m_reserving));
}

ErrorSpan ValidatedGround::errorsNear(const Sizes &sizes) const
{
    ErrorSpan errors;
    for (const std::vector<std::size_t> &source : m_runs->sources())
        addNearest(errors, source, sizes);
    return errors;
}

ErrorSpan ValidatedGround::allErrors() const
{
    ErrorSpan errors;
    for (const std::vector<std::size_t> &source : m_runs->sources()) {
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
