// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/confidence.h"

#include "core/frameworks/convention.h"
#include "core/texttable.h"

#include <algorithm>
#include <cmath>
#include <limits>

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
/// A run whose prediction is further off proves nothing about what it has.
constexpr double provenError = 0.2;
/// Two doublings beyond everything that was measured.
constexpr double farSize = 2;
/// Outside validated ground: twice what is known to happen nearby, and no less than this.
constexpr double unprovenStretch = 2;
constexpr double unprovenMargin = 0.2;

template <class Text>
Traits traitsFrom(const Setup<Text> &setup)
{
    Traits traits;
    for (std::size_t i = 0; i < choiceCount; ++i) {
        std::uint32_t hash = 2166136261U; // FNV-1a
        for (const char c : setup.choices[i])
            hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
        traits.choices[i] = hash;
    }
    for (std::size_t i = 0; i < sizeCount; ++i)
        traits.sizes[i] = std::log2(std::max(1.0, setup.sizes[i]));
    return traits;
}

std::string_view precisionWord(Precision precision)
{
    switch (precision) {
    case Precision::Fp16:
        return nameOf(Precision::Bf16);
    case Precision::Fp16Amp:
        return nameOf(Precision::Bf16Amp);
    case Precision::Fp16Master:
        return nameOf(Precision::Bf16Master);
    case Precision::Fp32:
    case Precision::Bf16:
    case Precision::Bf16Amp:
    case Precision::Bf16Master:
        break;
    }
    return nameOf(precision);
}

struct Neighbour
{
    double distance;
    const ValidatedRun *run;

    /// By distance, then in the order of the catalogue.
    bool operator<(const Neighbour &other) const
    {
        return distance != other.distance ? distance < other.distance : run < other.run;
    }
};

/// Smallest and largest of the errors of some runs, and zero.
struct ErrorRange
{
    double low = 0;
    double high = 0;
};

ErrorRange errorsOf(std::vector<Neighbour> &runs)
{
    const auto end = runs.begin() + static_cast<std::ptrdiff_t>(std::min(neighbours, runs.size()));
    std::partial_sort(runs.begin(), end, runs.end());
    ErrorRange range;
    for (auto near = runs.begin(); near != end; ++near) {
        range.low = std::min(range.low, near->run->error);
        range.high = std::max(range.high, near->run->error);
    }
    return range;
}

/// What of a setup the runs have shown.
class Coverage
{
public:
    explicit Coverage(const Traits &traits)
        : m_traits(traits)
    {
        m_gap.fill(std::numeric_limits<double>::infinity());
    }

    void add(const ValidatedRun &run)
    {
        if (std::abs(run.error) > provenError)
            return;
        std::array<bool, choiceCount> same{};
        for (std::size_t i = 0; i < choiceCount; ++i) {
            same[i] = m_traits.choices[i] == run.traits.choices[i];
            m_seen[i] = m_seen[i] || same[i];
        }
        // What a framework does for one strategy, method or offload says little about another.
        const auto is = [&same](Trait trait) { return same[static_cast<std::size_t>(trait)]; };
        m_strategy = m_strategy || (is(Trait::Framework) && is(Trait::Strategy));
        m_method = m_method || (is(Trait::Framework) && is(Trait::Method));
        m_offload = m_offload || (is(Trait::Framework) && is(Trait::Offload));
        for (std::size_t i = 0; i < sizeCount; ++i)
            m_gap[i] = std::min(m_gap[i], std::abs(m_traits.sizes[i] - run.traits.sizes[i]));
    }

    std::vector<Trait> missing() const
    {
        std::vector<Trait> traits;
        for (std::size_t i = 0; i < choiceCount; ++i) {
            const auto trait = static_cast<Trait>(i);
            const bool seen = m_seen[i] && (trait != Trait::Strategy || m_strategy)
                && (trait != Trait::Method || m_method) && (trait != Trait::Offload || m_offload);
            if (!seen)
                traits.push_back(trait);
        }
        for (std::size_t i = 0; i < sizeCount; ++i) {
            if (m_gap[i] > farSize)
                traits.push_back(static_cast<Trait>(choiceCount + i));
        }
        return traits;
    }

private:
    Traits m_traits;
    std::array<bool, choiceCount> m_seen{};
    std::array<double, sizeCount> m_gap{};
    bool m_strategy = false;
    bool m_method = false;
    bool m_offload = false;
};

std::string sizeWords(double ratio, std::string_view what)
{
    const bool fewer = ratio >= 1;
    const std::string times = fixedText(fewer ? ratio : 1 / ratio, 1) + " times ";
    if (what == nameOf(Trait::Sequence))
        return times + (fewer ? "shorter" : "longer") + " sequences";
    return times + (fewer ? "fewer " : "more ") + std::string(what);
}

/// What `run` has in the place of the scenario's: "adamw-foreach, 2.0 times more tokens".
std::string differenceOf(const Setup<std::string_view> &setup, const ValidatedRun &run)
{
    constexpr double notable = 1.1;
    std::string words;
    const auto add = [&words](const std::string &word) {
        words.append(words.empty() ? "" : ", ").append(word);
    };
    for (std::size_t i = 0; i < choiceCount; ++i) {
        if (setup.choices[i] != run.setup.choices[i])
            add(std::string(namesOf<Trait>[i]) + " " + run.setup.choices[i]);
    }
    for (std::size_t i = 0; i < sizeCount; ++i) {
        const double ratio = setup.sizes[i] / run.setup.sizes[i];
        if (ratio > notable || 1 / ratio > notable)
            add(sizeWords(ratio, namesOf<Trait>[choiceCount + i]));
    }
    return words;
}

/// Why: "never measured: family deepseek_v3, loss chunked".
std::string reasonFor(const Setup<std::string_view> &setup, const std::vector<Trait> &missing)
{
    std::string choices;
    std::string sizes;
    for (const Trait trait : missing) {
        const auto i = static_cast<std::size_t>(trait);
        std::string &words = i < choiceCount ? choices : sizes;
        words.append(words.empty() ? "" : ", ").append(nameOf(trait));
        if (i < choiceCount)
            words.append(" ").append(setup.choices[i]);
        if (trait == Trait::Method || trait == Trait::Strategy || trait == Trait::Offload)
            words.append(" with ").append(
                setup.choices[static_cast<std::size_t>(Trait::Framework)]);
    }
    std::string text = choices.empty() ? "" : "never measured: " + choices;
    if (!sizes.empty())
        text.append(text.empty() ? "" : "; ").append("far from every measured size: ") += sizes;
    return text;
}

/// The runs sorted by how near they are, and what follows from them.
class Neighbourhood
{
public:
    Neighbourhood(const Traits &traits, std::span<const ValidatedRun> runs)
        : m_coverage(traits)
    {
        m_followed.reserve(runs.size());
        m_real.reserve(runs.size());
        for (const ValidatedRun &run : runs) {
            m_coverage.add(run);
            (run.measured == Measured::Tensors ? m_followed : m_real)
                .push_back({distance(traits, run.traits), &run});
        }
        const ErrorRange tensors = errorsOf(m_followed);
        const ErrorRange gpu = errorsOf(m_real);
        m_errors = {(1 + tensors.low) * (1 + gpu.low) - 1, (1 + tensors.high) * (1 + gpu.high) - 1};
    }

    ErrorRange errors() const { return m_errors; }
    std::vector<Trait> unproven() const { return m_coverage.missing(); }
    std::size_t count() const
    {
        return std::min(neighbours, m_followed.size()) + std::min(neighbours, m_real.size());
    }
    const Neighbour &nearest() const
    {
        if (m_real.empty() || m_followed.empty())
            return (m_real.empty() ? m_followed : m_real).front();
        return std::min(m_real.front(), m_followed.front());
    }

private:
    Coverage m_coverage;
    std::vector<Neighbour> m_followed;
    std::vector<Neighbour> m_real;
    ErrorRange m_errors;
};

void widen(Confidence &range, Bytes predicted)
{
    const double below = std::pow(predicted / range.low, unprovenStretch);
    const double above = std::pow(range.high / predicted, unprovenStretch);
    range.low = predicted / std::max(1 + unprovenMargin, below);
    range.high = std::max(1 + unprovenMargin, above) * predicted;
}

/// Reality from a prediction and the error of one like it.
Bytes realityOf(Bytes predicted, double error)
{
    return predicted / (1 + error);
}

} // namespace

Setup<std::string_view> setupOf(const Scenario &scenario, const Resolved &resolved)
{
    const Training &training = scenario.training;
    const Parallel &parallel = scenario.parallel;
    return {.choices
        = {resolved.spec.modelType, nameOf(training.method), nameOf(frameworkFor(parallel)),
            nameOf(parallel.strategy), precisionWord(training.precision),
            nameOf(training.optimizer), nameOf(training.checkpointing), nameOf(training.attention),
            nameOf(training.loss), nameOf(parallel.offload)},
        .sizes
        = {resolved.count.total, static_cast<double>(training.microBatch) * training.sequenceLength,
            static_cast<double>(training.sequenceLength), static_cast<double>(parallel.gpus)}};
}

Traits traitsOf(const Setup<std::string_view> &setup)
{
    return traitsFrom(setup);
}

Traits traitsOf(const Setup<std::string> &setup)
{
    return traitsFrom(setup);
}

double distance(const Traits &one, const Traits &other)
{
    double sum = 0;
    for (std::size_t i = 0; i < choiceCount; ++i)
        sum += one.choices[i] == other.choices[i] ? 0 : choiceWeights[i];
    for (std::size_t i = 0; i < sizeCount; ++i)
        sum += sizeWeights[i] * std::abs(one.sizes[i] - other.sizes[i]);
    return sum;
}

Confidence confidenceIn(
    Bytes predicted, const Setup<std::string_view> &setup, std::span<const ValidatedRun> runs)
{
    Confidence result{.low = predicted, .high = predicted};
    if (runs.empty()) {
        result.isValidated = false;
        result.reason = "no measured runs are known";
        return result;
    }
    const Neighbourhood near(traitsOf(setup), runs);
    result.low = realityOf(predicted, near.errors().high);
    result.high = realityOf(predicted, near.errors().low);
    result.cases = near.count();
    result.unproven = near.unproven();
    result.isValidated = result.unproven.empty();
    if (!result.isValidated) {
        result.reason = reasonFor(setup, result.unproven);
        widen(result, predicted);
    }
    result.nearest = near.nearest().run->model + " (" + near.nearest().run->id + ")";
    result.distance = near.nearest().distance;
    result.difference = differenceOf(setup, *near.nearest().run);
    return result;
}

} // namespace shardscope
