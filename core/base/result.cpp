// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"

#include "core/base/shortened.h"

#include <array>

namespace shardscope {

namespace {

/// In the order of ErrorCode.
constexpr std::array<Text, static_cast<std::size_t>(ErrorCode::Unwritable) + 1> codeTexts{{
    english("errors", "This is not valid JSON."),
    english("errors", "This code was cut short or mistyped."),
    english("errors", "This is too large."),
    english("errors", "The key stands here twice."),
    english("errors", "A value is missing."),
    english("errors", "There is no such key."),
    english("errors", "The value is of the wrong type."),
    english("errors", "The value is out of range."),
    english("errors", "There is no such choice."),
    english("errors", "The catalogue has no such entry."),
    english("errors", "There are no formulas for this architecture."),
    english("errors", "Two values contradict each other."),
    english("errors", "This input changes nothing as things stand."),
    english("errors", "The file was made by a newer version of the program."),
    english("errors", "The picture carries no scenario."),
    english("errors", "The file cannot be read or written."),
    english("errors", "This cannot be written."),
}};

} // namespace

Phrase phraseOf(const Error &error)
{
    const Text wanted = error.code == ErrorCode::Unwritable
        ? english("errors", "The system says: %1.")
        : english("errors", "Expected: %1.");
    const auto with = [](Text text, const Phrase &words) {
        return words.isEmpty() ? Phrase() : Phrase(text, {nested(words)});
    };
    return sentences({codeTexts[static_cast<std::size_t>(error.code)],
        with(english("errors", "Found: %1."), shortened(error.found)),
        with(wanted, error.expected)});
}

std::string describe(const Error &error)
{
    std::string text = error.file;
    if (error.line > 0)
        text += (text.empty() ? "line " : ":") + std::to_string(error.line);
    const std::string where = englishText(shortened(Phrase(error.where)));
    for (const std::string &part : {where, englishText(phraseOf(error))}) {
        if (!part.empty())
            text += (text.empty() ? "" : ": ") + part;
    }
    return text;
}

} // namespace shardscope
