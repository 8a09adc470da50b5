// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/term.h"

#include "core/number.h"

#include <cmath>

namespace shardscope {

Term Term::described(Bytes bytes, const std::string &words)
{
    Term term;
    term.m_value = bytes.value();
    term.m_words = amount(bytes, words).text();
    return term;
}

Term Term::joined(const Term &a, Sign sign, const Term &b, double value)
{
    // A factor that is a sum stands in brackets, and so does all that is divided by.
    const bool isSum = sign == Sign::Plus;
    const bool bracketsFirst = !isSum && a.m_shape == Shape::Sum;
    const bool bracketsSecond
        = sign == Sign::Over ? b.m_shape != Shape::Atom : !isSum && b.m_shape == Shape::Sum;
    Term result;
    result.m_value = value;
    result.m_shape = isSum ? Shape::Sum : Shape::Product;
    if (!a.isInWords() && !b.isInWords() && a.m_count + b.m_count <= static_cast<int>(few)) {
        result.add(a, Sign::None, bracketsFirst);
        result.add(b, sign, bracketsSecond);
        return result;
    }
    const auto bracketed
        = [](const Term &term, bool is) { return is ? "(" + term.text() + ")" : term.text(); };
    constexpr std::array<std::string_view, 4> signs{"", " x ", " / ", " + "};
    result.m_words = bracketed(a, bracketsFirst)
                         .append(signs[static_cast<std::size_t>(sign)])
                         .append(bracketed(b, bracketsSecond));
    return result;
}

void Term::add(const Term &other, Sign sign, bool bracketed)
{
    const std::size_t first = m_count;
    for (std::size_t i = 0; i < other.m_count; ++i)
        m_atoms[m_count++] = other.m_atoms[i];
    m_atoms[first].sign = sign;
    if (!bracketed)
        return;
    ++m_atoms[first].opened;
    ++m_atoms[m_count - 1U].closed;
}

Term Term::inWords() const
{
    Term term;
    term.m_value = m_value;
    term.m_shape = m_shape;
    term.m_words = text();
    return term;
}

std::string Term::text() const
{
    if (isInWords())
        return m_words;
    std::string text;
    for (std::size_t i = 0; i < m_count; ++i)
        append(text, m_atoms[i]);
    return text;
}

void Term::append(std::string &text, const Atom &atom)
{
    constexpr std::array<std::string_view, 4> signs{"", " x ", " / ", " + "};
    text.append(signs[static_cast<std::size_t>(atom.sign)]).append(atom.opened, '(');
    switch (atom.form) {
    case Form::Count:
        text.append(formatCount(atom.value)).append(atom.what.empty() ? "" : " ");
        break;
    case Form::Each:
        text.append(std::floor(atom.value) == atom.value ? formatCount(atom.value)
                                                         : formatShort(atom.value))
            .append(" B");
        break;
    case Form::Factor:
        text.append(formatShort(atom.value));
        break;
    case Form::Amount:
        text.append(formatShort(Bytes(atom.value) / MiB)).append(" MiB ");
        break;
    }
    text.append(atom.what).append(atom.closed, ')');
}

} // namespace shardscope
