// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/palette/fuzzymatch.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace shardscope {

namespace {

// Relative to each other; a letter that is skipped costs 1.
constexpr int letterScore = 3;
constexpr int besideScore = 6;
constexpr int wordScore = 8;
constexpr int startScore = 4;
constexpr int nowhere = std::numeric_limits<int>::min() / 2;

QChar folded(QChar letter)
{
    const QString parts = letter.decomposition();
    return (parts.isEmpty() ? letter : parts.front()).toCaseFolded();
}

bool beginsWord(const QString &text, qsizetype place)
{
    if (place == 0)
        return true;
    const QChar before = text[place - 1];
    const QChar here = text[place];
    return (!before.isLetterOrNumber() && here.isLetterOrNumber())
        || (before.isLetter() && here.isDigit()) || (before.isLower() && here.isUpper());
}

int placeScore(const QString &text, qsizetype place)
{
    return letterScore + (beginsWord(text, place) ? wordScore : 0) + (place == 0 ? startScore : 0);
}

/// Scores of one letter at each place of the text, and where the letter before it stood.
struct Row
{
    std::vector<int> scores;
    std::vector<int> before;
};

Row firstRow(QChar letter, const QString &text)
{
    const auto size = static_cast<std::size_t>(text.size());
    Row row{std::vector<int>(size, nowhere), std::vector<int>(size, -1)};
    for (std::size_t place = 0; place < size; ++place) {
        const auto at = static_cast<qsizetype>(place);
        if (folded(text[at]) == letter)
            row.scores[place] = placeScore(text, at);
    }
    return row;
}

Row nextRow(const Row &last, QChar letter, const QString &text)
{
    Row row = firstRow(letter, text);
    // The best of the places further before; all lose by the same letters in between.
    int best = nowhere;
    int bestPlace = -1;
    for (std::size_t place = 0; place < row.scores.size(); ++place) {
        const int here = row.scores[place];
        row.scores[place] = nowhere;
        const bool isBeside = place > 0 && last.scores[place - 1] > nowhere
            && last.scores[place - 1] + besideScore >= best;
        if (here > nowhere && isBeside) {
            row.scores[place] = here + last.scores[place - 1] + besideScore;
            row.before[place] = static_cast<int>(place) - 1;
        } else if (here > nowhere && best > nowhere) {
            row.scores[place] = here + best;
            row.before[place] = bestPlace;
        }
        best = std::max(best - 1, nowhere);
        if (place > 0 && last.scores[place - 1] > nowhere && last.scores[place - 1] - 1 > best) {
            best = last.scores[place - 1] - 1;
            bestPlace = static_cast<int>(place) - 1;
        }
    }
    return row;
}

} // namespace

std::optional<FuzzyMatch> fuzzyMatch(const QString &word, const QString &text)
{
    if (word.isEmpty())
        return FuzzyMatch{};
    if (word.size() > text.size())
        return std::nullopt;
    std::vector<Row> rows{firstRow(folded(word.front()), text)};
    for (qsizetype i = 1; i < word.size(); ++i)
        rows.push_back(nextRow(rows.back(), folded(word[i]), text));
    const std::vector<int> &last = rows.back().scores;
    const auto best = std::max_element(last.begin(), last.end());
    if (*best == nowhere)
        return std::nullopt;
    FuzzyMatch match{.score = *best};
    int place = static_cast<int>(best - last.begin());
    for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
        match.positions.prepend(place);
        place = row->before[static_cast<std::size_t>(place)];
    }
    return match;
}

std::optional<FuzzyMatch> fuzzyMatchWords(
    const QString &query, const QString &text, const QString &keywords)
{
    FuzzyMatch all;
    for (const QString &word : query.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        const std::optional<FuzzyMatch> inText = fuzzyMatch(word, text);
        const std::optional<FuzzyMatch> inKeywords = fuzzyMatch(word, keywords);
        const int keywordScore = inKeywords ? inKeywords->score / 2 : nowhere;
        if (!inText && !inKeywords)
            return std::nullopt;
        if (inText && inText->score >= keywordScore) {
            all.score += inText->score;
            all.positions += inText->positions;
        } else {
            all.score += keywordScore;
        }
    }
    std::sort(all.positions.begin(), all.positions.end());
    all.positions.erase(
        std::unique(all.positions.begin(), all.positions.end()), all.positions.end());
    return all;
}

} // namespace shardscope
