// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/nearest.h"

#include "core/base/ascii.h"
#include "core/base/fields.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace shardscope {

namespace {

constexpr std::size_t mostNearest = 3;

// Points of an alignment: what it has in common less what it has not.
constexpr int sameScore = 3;
constexpr int otherLoss = 4; ///< one letter for another
constexpr int swapScore = 2; ///< two neighbours the wrong way round
constexpr int addedLoss = 2; ///< a letter that was typed, and is not there
constexpr int letterLoss = 1; ///< a letter that was left out
constexpr int digitLoss = 3; ///< 7B is not 70B
constexpr int endingLoss = 1; ///< the rest of a word: "seq" for "sequence"
constexpr int surroundingsLoss = 1; ///< all words before, or all words behind
/// What is near has so many points for each letter that was typed, of `sameScore`, and at least two
/// thirds of those that the nearest has.
constexpr int nearScore = 1;

/// Letters and digits in lower case, without what stands between words.
struct Letters
{
    std::string all{};
    std::vector<bool> beginsWord{}; ///< at each place, and true at the end

    std::size_t size() const { return all.size(); }
};

Letters lettersOf(std::string_view text)
{
    Letters letters;
    bool begins = true;
    for (const char c : text) {
        const char lower = lowerCase(c);
        if ((lower < 'a' || lower > 'z') && !isDigit(lower)) {
            begins = true;
            continue;
        }
        letters.all += lower;
        letters.beginsWord.push_back(std::exchange(begins, false));
    }
    letters.beginsWord.push_back(true);
    return letters;
}

/// The best alignment of all that was typed with some words of a name.
class Alignment
{
public:
    Alignment(const Letters &typed, const Letters &name)
        : m_typed(typed)
        , m_name(name)
    { }

    int score()
    {
        std::vector<int> above;
        std::vector<int> row = firstRow();
        for (std::size_t i = 1; i <= m_typed.size(); ++i) {
            std::vector<int> next = nextRow(i, row, above);
            above = std::exchange(row, std::move(next));
        }
        int best = row.back();
        for (std::size_t j = 1; j < m_name.size(); ++j) {
            if (m_name.beginsWord[j])
                best = std::max(best, row[j] - surroundingsLoss);
        }
        return best;
    }

private:
    std::vector<int> firstRow() const
    {
        std::vector<int> row(m_name.size() + 1, 0);
        for (std::size_t j = 1; j < row.size(); ++j)
            row[j] = m_name.beginsWord[j] ? -surroundingsLoss : row[j - 1] - lossAt(j);
        return row;
    }

    std::vector<int> nextRow(
        std::size_t i, const std::vector<int> &last, const std::vector<int> &above) const
    {
        std::vector<int> row(last.size());
        row[0] = last[0] - addedLoss;
        int unended = row[0]; // the best within the word, were its rest left out
        for (std::size_t j = 1; j < row.size(); ++j) {
            const bool isSame = m_typed.all[i - 1] == m_name.all[j - 1];
            row[j] = std::max({last[j - 1] + (isSame ? sameScore : -otherLoss), last[j] - addedLoss,
                row[j - 1] - lossAt(j)});
            if (isSwapped(i, j))
                row[j] = std::max(row[j], above[j - 2] + swapScore);
            if (isDigit(m_name.all[j - 1]))
                unended = row[j];
            else if (m_name.beginsWord[j])
                row[j] = std::max(row[j], unended - endingLoss);
            unended = m_name.beginsWord[j] ? row[j] : std::max(unended, row[j]);
        }
        return row;
    }

    int lossAt(std::size_t j) const { return isDigit(m_name.all[j - 1]) ? digitLoss : letterLoss; }

    bool isSwapped(std::size_t i, std::size_t j) const
    {
        return i > 1 && j > 1 && m_typed.all[i - 1] == m_name.all[j - 2]
            && m_typed.all[i - 2] == m_name.all[j - 1];
    }

    const Letters &m_typed;
    const Letters &m_name;
};

constexpr int farScore = std::numeric_limits<int>::min();

using Counts = std::array<int, 256>;

Counts countsOf(const Letters &letters)
{
    Counts counts{};
    for (const char c : letters.all)
        ++counts[static_cast<unsigned char>(c)];
    return counts;
}

/// How many of the letters that were typed a name has, in whatever order.
int commonLetters(Counts typed, const Letters &name)
{
    return static_cast<int>(std::count_if(name.all.begin(), name.all.end(),
        [&typed](char c) { return typed[static_cast<unsigned char>(c)]-- > 0; }));
}

/// Whether an alignment can come to so many points: at best all letters that both have are the
/// same, and the others were added. Most names are none, and not looked at any longer.
bool canBeNear(const Letters &typed, const Counts &counts, const Letters &name)
{
    return (nearScore + addedLoss) * static_cast<int>(typed.size())
        <= (sameScore + addedLoss) * commonLetters(counts, name);
}

} // namespace

std::vector<std::string> nearest(std::string_view typed, const std::vector<Listed> &listed)
{
    const Letters letters = lettersOf(typed);
    const Counts counts = countsOf(letters);
    const auto scoreOf = [&letters, &counts](std::string_view name) {
        const Letters other = lettersOf(name);
        return canBeNear(letters, counts, other) ? Alignment(letters, other).score() : farScore;
    };
    std::vector<std::pair<int, const Listed *>> found;
    for (const Listed &one : listed) {
        int score = scoreOf(one.id);
        for (const std::string &name : one.names)
            score = std::max(score, scoreOf(name));
        if (letters.size() > 0 && score >= nearScore * static_cast<int>(letters.size()))
            found.emplace_back(score, &one);
    }
    std::stable_sort(
        found.begin(), found.end(), [](const auto &a, const auto &b) { return a.first > b.first; });
    const auto isFar
        = [&found](const auto &one) { return 3 * one.first < 2 * found.front().first; };
    found.erase(std::find_if(found.begin(), found.end(), isFar), found.end());
    found.resize(std::min(mostNearest, found.size()));
    std::vector<std::string> ids;
    for (const auto &[score, one] : found)
        ids.push_back(one->id);
    return ids;
}

std::vector<std::string> nearest(std::string_view typed, std::span<const std::string_view> words)
{
    std::vector<Listed> all;
    for (const std::string_view word : words)
        all.push_back({std::string(word)});
    return nearest(typed, all);
}

Phrase withMeant(Phrase said, const std::vector<std::string> &ids)
{
    switch (ids.size()) {
    case 0:
        return said;
    case 1:
        return {english("errors", "%1 (did you mean %2?)"), {nested(std::move(said)), ids[0]}};
    case 2:
        return {english("errors", "%1 (did you mean %2 or %3?)"),
            {nested(std::move(said)), ids[0], ids[1]}};
    default:
        return {english("errors", "%1 (did you mean %2, %3 or %4?)"),
            {nested(std::move(said)), ids[0], ids[1], ids[2]}};
    }
}

Phrase oneOfNear(std::string_view typed, std::span<const std::string_view> words)
{
    return withMeant(oneOf(words), nearest(typed, words));
}

} // namespace shardscope
