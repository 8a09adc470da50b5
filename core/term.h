// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quantity.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace shardscope {

/// A number that remembers how it came about: arithmetic on Terms makes the value and its formula
/// at once, so that the formula shown can never disagree with the number. Most formulas are never
/// shown: a short one is put into words only when it is asked for.
class Term
{
public:
    Term() = default;

    double value() const { return m_value; }
    Bytes bytes() const { return Bytes(m_value); }
    std::string text() const;
    /// The same, put into words once for all: worth its while where it is asked for several times.
    Term inWords() const;
    bool isZero() const { return m_value == 0; }

    // `what` is a word of the field's, untranslated, and lives for ever.
    /// A bare count: 8,030,261,248.
    static Term count(double value) { return {value, Form::Count, {}}; }
    /// A count with the word for what is counted: "32 layers".
    static Term count(double value, std::string_view what) { return {value, Form::Count, what}; }
    /// Bytes for each element: "2 B", "0.515869 B".
    static Term each(double bytes) { return {bytes, Form::Each, {}}; }
    /// A plain factor: "0.4".
    static Term factor(double value) { return {value, Form::Factor, {}}; }
    /// An amount whose own formula would not help: "545 MiB CUDA context".
    static Term amount(Bytes bytes, std::string_view what)
    {
        return {bytes.value(), Form::Amount, what};
    }
    /// The same with words that were made for it.
    static Term described(Bytes bytes, const std::string &words);

    friend Term operator*(const Term &a, const Term &b)
    {
        return joined(a, Sign::Times, b, a.m_value * b.m_value);
    }
    friend Term operator/(const Term &a, const Term &b)
    {
        return joined(a, Sign::Over, b, a.m_value / b.m_value);
    }
    friend Term operator+(Term a, const Term &b) { return a += b; }
    Term &operator+=(const Term &other)
    {
        // What is not there is not mentioned.
        if (isZero())
            return *this = other;
        if (other.isZero())
            return *this;
        if (!isInWords())
            return *this = joined(*this, Sign::Plus, other, m_value + other.m_value);
        m_value += other.m_value;
        m_shape = Shape::Sum;
        m_words.append(" + ").append(other.text());
        return *this;
    }

private:
    enum class Shape : std::uint8_t { Atom, Product, Sum };
    enum class Form : std::uint8_t { Count, Each, Factor, Amount };
    enum class Sign : std::uint8_t { None, Times, Over, Plus };

    struct Atom
    {
        double value = 0;
        std::string_view what{};
        Form form = Form::Count;
        Sign sign = Sign::None; ///< before it
        std::uint8_t opened = 0; ///< brackets before it
        std::uint8_t closed = 0; ///< and behind
    };
    static constexpr std::size_t few = 6;

    Term(double value, Form form, std::string_view what)
        : m_value(value)
        , m_count(1)
    {
        m_atoms[0] = {.value = value, .what = what, .form = form};
    }

    static Term joined(const Term &a, Sign sign, const Term &b, double value);
    static void append(std::string &text, const Atom &atom);
    bool isInWords() const { return m_count == 0; }
    void add(const Term &other, Sign sign, bool bracketed);

    double m_value = 0;
    std::array<Atom, few> m_atoms; ///< the first m_count count
    std::uint8_t m_count = 0;
    Shape m_shape = Shape::Atom;
    std::string m_words = "0"; ///< instead of atoms
};

} // namespace shardscope
