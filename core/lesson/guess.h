// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/phrase.h"
#include "core/lesson/lesson.h"

namespace shardscope {

/// A guess beside what is true, both in the base unit of the value.
struct GuessOutcome
{
    double guess = 0;
    double truth = 0;
    bool isRight = false; ///< within the tolerance of the question

    /// How many times too high or too low it was: never below 1; infinite where one of them is 0.
    double factor() const;
    bool operator==(const GuessOutcome &) const = default;
};

GuessOutcome outcomeOf(const Question &question, double guess, double truth);

/// "Right: within 10 %.", "1.8 times too low."
Phrase guessOutcomeText(const GuessOutcome &outcome, double tolerance);

/// Those who chose each of the choices; drawn as shares of a room.
struct ShowOfHands
{
    std::vector<int> hands{};

    int sum() const;
    /// Of those that raised a hand, those who were right; 0 where nobody did.
    double rightShare(const Question &question) const;
};

} // namespace shardscope
