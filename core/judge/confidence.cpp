// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/judge/confidence.h"

#include "core/base/texttable.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

std::string sizeWords(double ratio, Trait size)
{
    const bool isLess = ratio >= 1;
    const std::string times = fixedText(isLess ? ratio : 1 / ratio, 1) + " times ";
    if (size == Trait::Sequence)
        return times + (isLess ? "shorter" : "longer") + " sequences";
    if (size >= Trait::ReduceBucket)
        return times + (isLess ? "smaller " : "larger ") + std::string(nameOf(size));
    return times + (isLess ? "fewer " : "more ") + std::string(nameOf(size));
}

/// A followed step has neither.
bool isOfGpus(Trait choice)
{
    return choice == Trait::Allocator || choice == Trait::Architecture;
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
        const bool isSaid = run.measured != Measured::Tensors || !isOfGpus(choiceAt(i));
        if (isSaid && setup.choices[i] != run.setup.choices[i])
            add(std::string(nameOf(choiceAt(i))) + " " + run.setup.choices[i]);
    }
    for (std::size_t i = 0; i < sizeCount; ++i) {
        // What one of them lacks altogether, a choice says.
        const double ratio = setup.sizes[i] / run.setup.sizes[i];
        if (std::isnormal(ratio) && (ratio > notable || 1 / ratio > notable))
            add(sizeWords(ratio, sizeAt(i)));
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
            words.append(" with ").append(setup[Trait::Framework]);
    }
    std::string text = choices.empty() ? "" : "never measured: " + choices;
    if (!sizes.empty())
        text.append(text.empty() ? "" : "; ").append("far from every measured size: ") += sizes;
    return text;
}

/// "not counted: parts-left-out, dora-left-out"
std::string leftOut(const std::vector<Omission> &omissions)
{
    std::string ids;
    for (const Omission &omission : omissions)
        ids.append(ids.empty() ? "" : ", ").append(nameOf(omission.id));
    return "not counted: " + ids;
}

/// The traits that no proven run has.
std::vector<Trait> unprovenOf(const ValidatedGround &ground, const ValidatedGround::Place &place)
{
    std::vector<Trait> traits;
    for (std::size_t i = 0; i < choiceCount; ++i) {
        if (!ground.isCovered(choiceAt(i)))
            traits.push_back(choiceAt(i));
    }
    for (std::size_t i = 0; i < sizeCount; ++i) {
        if (!place.isReached[i])
            traits.push_back(sizeAt(i));
    }
    return traits;
}

} // namespace

ByteRange rangeWith(
    const std::vector<Omission> &omissions, Bytes predicted, const ValidatedGround::Place &place)
{
    ByteRange range = rangeOf(predicted, place.errors);
    range.high += knownBytes(omissions);
    return range;
}

Standing::Standing(const Setup<std::string_view> &setup, const MeasuredRuns &known,
    Reserving reserving, const std::vector<Omission> &omissions)
    : m_omissions(omissions)
    , m_without{.isComplete = omissions.empty(), .reserving = reserving}
{
    if (known.isEmpty()) {
        m_without.isValidated = false;
        m_without.reason = "no measured runs are known";
        return;
    }
    const Traits traits = traitsOf(setup);
    const ValidatedGround ground(traits.choices, known, reserving);
    m_place = ground.at(traits.sizes, m_without.isComplete);
    m_without.cases = m_place.errors.cases;
    m_without.isValidated = m_place.isValidated;
    if (!m_without.isValidated) {
        m_without.unproven = unprovenOf(ground, m_place);
        m_without.reason = reasonFor(setup, m_without.unproven);
        if (!m_without.isComplete)
            m_without.reason.append(m_without.reason.empty() ? "" : "; ")
                .append(leftOut(omissions));
    }
    const ValidatedGround::Nearest nearest = ground.nearest(traits.sizes);
    const ValidatedRun run = known.run(nearest.run);
    m_without.nearest = run.model + " (" + run.id + ")";
    m_without.distance = nearest.distance;
    m_without.difference = differenceOf(setup, run);
}

Confidence Standing::of(Bytes predicted) const
{
    Confidence result = m_without;
    const ByteRange range = rangeWith(m_omissions, predicted, m_place);
    result.low = range.low;
    result.high = range.high;
    return result;
}

} // namespace shardscope
