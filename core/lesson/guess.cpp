// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/guess.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace shardscope {

double GuessOutcome::factor() const
{
    if (guess == truth)
        return 1;
    const double smaller = std::min(std::abs(guess), std::abs(truth));
    return smaller > 0 ? std::max(std::abs(guess), std::abs(truth)) / smaller
                       : std::numeric_limits<double>::infinity();
}

GuessOutcome outcomeOf(const Question &question, double guess, double truth)
{
    // 55 is within 10 % of 50, although 0.1 x 50 is not 5 in binary.
    constexpr double rounding = 1e-9;
    const double allowed = (question.tolerance + rounding) * std::abs(truth);
    return {.guess = guess, .truth = truth, .isRight = std::abs(guess - truth) <= allowed};
}

Phrase guessOutcomeText(const GuessOutcome &outcome, double tolerance)
{
    if (outcome.isRight)
        return tolerance > 0 ? Phrase(english("lesson", "Right: within %1.", "percent"),
                   {Amount::wholeShare(tolerance)})
                             : Phrase(english("lesson", "Right, exactly."));
    const bool isHigh = outcome.guess > outcome.truth;
    const double factor = outcome.factor();
    if (!std::isfinite(factor))
        return isHigh ? english("lesson", "Too high.") : english("lesson", "Too low.");
    return {isHigh ? english("lesson", "%1 times too high.", "number")
                   : english("lesson", "%1 times too low.", "number"),
        {Amount::significant(factor)}};
}

int ShowOfHands::sum() const
{
    return std::accumulate(hands.begin(), hands.end(), 0);
}

double ShowOfHands::rightShare(const Question &question) const
{
    int right = 0;
    for (std::size_t i = 0; i < std::min(hands.size(), question.choices.size()); ++i)
        right += question.choices[i].isRight ? hands[i] : 0;
    return sum() > 0 ? static_cast<double>(right) / sum() : 0;
}

} // namespace shardscope
