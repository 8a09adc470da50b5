// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/few.h"
#include "core/base/quantity.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace shardscope {

/// A number that remembers how it came about: arithmetic on Terms makes the value and its formula
/// at once, so that the formula shown can never disagree with the number. Most formulas are never
/// shown: they are put into words when they are asked for.
class Term
{
public:
    Term() = default;

    double value() const { return m_value; }
    Bytes bytes() const { return Bytes(m_value); }
    /// The formula: "2 B x 8,030,261,248 / 8".
    std::string text() const;
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
    /// A formula that was put into words elsewhere.
    static Term told(Bytes bytes, std::string words);

    /// The same number, come about in the same way.
    bool operator==(const Term &other) const
    {
        return m_value == other.m_value && text() == other.text();
    }

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
        add(other, Sign::Plus, false);
        m_value += other.m_value;
        m_shape = Shape::Sum;
        return *this;
    }

private:
    enum class Shape : std::uint8_t { Atom, Product, Sum };
    enum class Form : std::uint8_t { Count, Each, Factor, Amount };
    enum class Sign : std::uint8_t { None, Times, Over, Plus };

    struct Atom
    {
        double value;
        const char *what;
        std::uint16_t length; ///< of what
        Form form;
        Sign sign; ///< before it
        std::uint8_t opened; ///< brackets before it
        std::uint8_t closed; ///< and behind
    };

    Term(double value, Form form, std::string_view what)
        : m_value(value)
    {
        m_atoms.push_back({.value = value,
            .what = what.data(),
            .length = static_cast<std::uint16_t>(what.size()),
            .form = form,
            .sign = Sign::None,
            .opened = 0,
            .closed = 0});
    }

    static Term joined(const Term &a, Sign sign, const Term &b, double value);
    static void append(std::string &text, const Atom &atom);
    /// Appends `other` as a further operand.
    void add(const Term &other, Sign sign, bool bracketed);

    double m_value = 0;
    Few<Atom, 12> m_atoms;
    Shape m_shape = Shape::Atom;
    std::string m_words{}; ///< of a formula of too many atoms, or of words that were made for it
};

} // namespace shardscope
