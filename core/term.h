// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/number.h"
#include "core/quantity.h"

#include <cmath>
#include <string>
#include <string_view>

namespace shardscope {

/// A number that remembers how it came about: arithmetic on Terms makes the value and its formula
/// at once, so that the formula shown can never disagree with the number.
class Term
{
public:
    Term() = default;

    double value() const { return m_value; }
    Bytes bytes() const { return Bytes(m_value); }
    const std::string &text() const { return m_text; }
    bool isZero() const { return m_value == 0; }

    /// A bare count: 8,030,261,248.
    static Term count(double value) { return {value, formatCount(value), Shape::Atom}; }
    /// A count with the word for what is counted: "32 layers". Words are the field's, untranslated.
    static Term count(double value, std::string_view what)
    {
        return {value, formatCount(value).append(" ").append(what), Shape::Atom};
    }
    /// Bytes for each element: "2 B", "0.515869 B".
    static Term each(double bytes)
    {
        const bool isWhole = std::floor(bytes) == bytes;
        return {bytes, (isWhole ? formatCount(bytes) : formatShort(bytes)) + " B", Shape::Atom};
    }
    /// A plain factor: "0.4".
    static Term factor(double value) { return {value, formatShort(value), Shape::Atom}; }
    /// An amount whose own formula would not help: "545 MiB CUDA context".
    static Term amount(Bytes bytes, std::string_view what)
    {
        return {bytes.value(), formatShort(bytes / MiB).append(" MiB ").append(what), Shape::Atom};
    }

    friend Term operator*(const Term &a, const Term &b)
    {
        return {
            a.m_value * b.m_value, joined(a, " x ", b, b.m_shape == Shape::Sum), Shape::Product};
    }
    friend Term operator/(const Term &a, const Term &b)
    {
        return {
            a.m_value / b.m_value, joined(a, " / ", b, b.m_shape != Shape::Atom), Shape::Product};
    }
    friend Term operator+(Term a, const Term &b) { return a += b; }
    Term &operator+=(const Term &other)
    {
        // What is not there is not mentioned.
        if (isZero())
            return *this = other;
        if (other.isZero())
            return *this;
        m_value += other.m_value;
        m_text.append(" + ").append(other.m_text);
        m_shape = Shape::Sum;
        return *this;
    }

private:
    enum class Shape { Atom, Product, Sum };

    Term(double value, std::string text, Shape shape)
        : m_value(value)
        , m_text(std::move(text))
        , m_shape(shape)
    { }

    /// A factor that is a sum stands in brackets.
    static std::string joined(
        const Term &a, std::string_view sign, const Term &b, bool bracketSecond)
    {
        std::string text;
        text.reserve(a.m_text.size() + sign.size() + b.m_text.size() + 4);
        a.appendTo(text, a.m_shape == Shape::Sum);
        text += sign;
        b.appendTo(text, bracketSecond);
        return text;
    }
    void appendTo(std::string &text, bool bracketed) const
    {
        if (bracketed)
            text.append("(").append(m_text).append(")");
        else
            text += m_text;
    }

    double m_value = 0;
    std::string m_text = "0";
    Shape m_shape = Shape::Atom;
};

} // namespace shardscope
