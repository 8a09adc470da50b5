// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/judge/confidence.h"

#include "core/base/texttable.h"
#include "core/engines/convention.h"

#include <algorithm>

namespace shardscope {

namespace {

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
        if (!ground.isCovered(static_cast<Trait>(i)))
            traits.push_back(static_cast<Trait>(i));
    }
    for (std::size_t i = 0; i < sizeCount; ++i) {
        if (!place.isReached[i])
            traits.push_back(static_cast<Trait>(choiceCount + i));
    }
    return traits;
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
            training.labelSmoothing > 0 ? "label-smoothing" : nameOf(training.loss),
            nameOf(offloadFor(parallel))},
        .sizes
        = {resolved.count.total, static_cast<double>(training.microBatch) * training.sequenceLength,
            static_cast<double>(training.sequenceLength), static_cast<double>(parallel.gpus)}};
}

ByteRange rangeWith(const std::vector<Omission> &omissions, Bytes predicted,
    const ValidatedGround::Place &place, bool isValidated)
{
    ByteRange range = rangeOf(predicted, place, isValidated && omissions.empty());
    range.high += knownBytes(omissions);
    return range;
}

Confidence confidenceIn(Bytes predicted, const Setup<std::string_view> &setup,
    const KnownRuns &known, Reserving reserving, const std::vector<Omission> &omissions)
{
    Confidence result{.low = predicted,
        .high = predicted + knownBytes(omissions),
        .isComplete = omissions.empty(),
        .reserving = reserving};
    if (known.runs.empty()) {
        result.isValidated = false;
        result.reason = "no measured runs are known";
        return result;
    }
    const Traits traits = traitsOf(setup);
    const ValidatedGround ground(traits.choices, known.table, reserving);
    const ValidatedGround::Place place = ground.at(traits.sizes);
    const bool isOnGround = ground.isValidated(place);
    result.isValidated = isOnGround && result.isComplete;
    const ByteRange range = rangeWith(omissions, predicted, place, isOnGround);
    result.low = range.low;
    result.high = range.high;
    result.cases = place.cases;
    if (!result.isValidated) {
        result.unproven = unprovenOf(ground, place);
        result.reason = reasonFor(setup, result.unproven);
        if (!result.isComplete)
            result.reason.append(result.reason.empty() ? "" : "; ").append(leftOut(omissions));
    }
    const ValidatedRun &nearest = known.runs[place.nearest.run];
    result.nearest = nearest.model + " (" + nearest.id + ")";
    result.distance = place.nearest.distance;
    result.difference = differenceOf(setup, nearest);
    return result;
}

} // namespace shardscope
