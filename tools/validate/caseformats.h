// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/fields.h"
#include "tools/validate/case.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

namespace shardscope {

// One reader for each format: fills in what `element` says, and what scenario it stands for.
// What is wrong with it goes into `error`, as Fields does.
void readStepsCase(Fields &element, std::optional<Error> &error, Case &item);
void readDeepSpeedCase(Fields &element, std::optional<Error> &error, Case &item);
void readDeviceCase(Fields &element, std::optional<Error> &error, Case &item);

// Bits that the readers share.

/// A word of somebody else's file, and ours for it.
template <class T>
struct Word
{
    std::string_view theirs;
    T ours;
};

template <class Words>
auto meaningOf(const Words &words, std::string_view theirs)
    -> std::optional<decltype(words.front().ours)>
{
    const auto found = std::find_if(
        words.begin(), words.end(), [theirs](const auto &word) { return word.theirs == theirs; });
    return found == words.end() ? std::nullopt : std::optional(found->ours);
}

/// The ranges of the inputs, so that a scenario made of them can be planned.
inline constexpr NumberRange countRange{1, 1 << 16};
inline constexpr NumberRange tokenRange{1, 1 << 24};
inline constexpr NumberRange elementRange{0, 1e15};
inline constexpr NumberRange byteRange{1, 1e18};

/// Every number of `measured` that is called one of `metrics`; there must be one at least.
void readMeasured(Fields &element, std::span<const std::string_view> metrics,
    std::optional<Error> &error, Case &item);

/// Rank, dropout and targets of LoRA; the targets are one word or a list of module names.
void readAdapters(Fields &fields, const Json &scenario, Training &training);

/// Why a run is left out that asks for what no formula counts.
std::optional<Unmapped> refuseUncounted(const Json &scenario);

/// The model whose config.json stands in the case.
std::variant<ModelChoice, Unmapped> modelOf(const Json &architecture, std::string name);

/// The scenario of a case whose model is known, too.
Mapping withModel(Scenario scenario, std::variant<ModelChoice, Unmapped> model);

/// `why` with the word of the file that it is about.
Unmapped unmapped(std::string why, std::string_view word);

/// The words that reports use for methods, strategies and frameworks of a scenario.
std::vector<Tag> scenarioTags(const Scenario &scenario);

} // namespace shardscope
