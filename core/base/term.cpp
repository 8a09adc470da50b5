// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/term.h"

#include "core/base/number.h"

#include <array>
#include <cmath>
#include <utility>

namespace shardscope {

namespace {

constexpr std::array<std::string_view, 4> signs{"", " x ", " / ", " + "};

std::string bracketed(std::string text, bool is)
{
    return is ? "(" + text + ")" : text;
}

} // namespace

Term Term::told(Bytes bytes, std::string words)
{
    Term term;
    term.m_value = bytes.value();
    term.m_words = std::move(words);
    return term;
}

Term Term::described(Bytes bytes, const std::string &words)
{
    return told(bytes, amount(bytes, words).text());
}

Term Term::joined(const Term &a, Sign sign, const Term &b, double value)
{
    // A factor that is a sum stands in brackets, and so does all that is divided by.
    Term result;
    result.add(a, Sign::None, a.m_shape == Shape::Sum);
    result.add(b, sign, sign == Sign::Over ? b.m_shape != Shape::Atom : b.m_shape == Shape::Sum);
    result.m_value = value;
    result.m_shape = Shape::Product;
    return result;
}

void Term::add(const Term &other, Sign sign, bool isBracketed)
{
    const bool isFirst = sign == Sign::None;
    if ((isFirst || !m_atoms.empty()) && !other.m_atoms.empty()
        && m_atoms.hasRoomFor(other.m_atoms.size())) {
        const std::size_t first = m_atoms.size();
        m_atoms.append(other.m_atoms);
        m_atoms[first].sign = sign;
        if (isBracketed) {
            ++m_atoms[first].opened;
            ++m_atoms.back().closed;
        }
        return;
    }
    m_words = (isFirst ? "" : text())
                  .append(signs[static_cast<std::size_t>(sign)])
                  .append(bracketed(other.text(), isBracketed));
    m_atoms = {};
}

std::string Term::text() const
{
    if (m_atoms.empty())
        return m_words.empty() ? "0" : m_words;
    std::string text;
    for (const Atom &atom : m_atoms)
        append(text, atom);
    return text;
}

void Term::append(std::string &text, const Atom &atom)
{
    const bool isLess = atom.sign == Sign::Plus && atom.form == Form::Count && atom.value < 0;
    text.append(isLess ? " - " : signs[static_cast<std::size_t>(atom.sign)])
        .append(atom.opened, '(');
    switch (atom.form) {
    case Form::Count:
        text.append(formatCount(isLess ? -atom.value : atom.value))
            .append(atom.length == 0 ? "" : " ");
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
    text.append(atom.what, atom.length).append(atom.closed, ')');
}

} // namespace shardscope
