// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

#include <optional>

namespace shardscope {

/// How well letters are found in a text, and where.
struct FuzzyMatch
{
    int score = 0;
    QList<int> positions{}; ///< in the text, ascending

    bool operator==(const FuzzyMatch &) const = default;
};

/// Every letter of `word` in its order, with others in between: best at the beginnings of words and
/// side by side. Letter case and accents do not matter. Nothing where letters are missing.
std::optional<FuzzyMatch> fuzzyMatch(const QString &word, const QString &text);

/// Every word of `query`, in any order, in `text` or, worth less and nowhere marked, in `keywords`.
std::optional<FuzzyMatch> fuzzyMatchWords(
    const QString &query, const QString &text, const QString &keywords);

} // namespace shardscope
