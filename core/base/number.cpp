// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/number.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <locale>
#include <sstream>

namespace shardscope {

namespace {

struct Suffix
{
    std::string_view text;
    double plain;
    double tokens;
};

constexpr double kibi = 1024.0;
constexpr std::array<Suffix, 10> suffixes{{
    {"Ki", kibi, kibi},
    {"Mi", kibi *kibi, kibi *kibi},
    {"Gi", kibi *kibi *kibi, kibi *kibi *kibi},
    {"k", 1e3, kibi},
    {"K", 1e3, kibi},
    {"M", 1e6, kibi *kibi},
    {"m", 1e6, kibi *kibi},
    {"B", 1e9, 1e9},
    {"b", 1e9, 1e9},
    {"T", 1e12, 1e12},
}};

/// Recursive descent over: sum = product (+|- product)*, product = power (*|/ power)*,
/// power = unary (^ power)?, unary = -unary | primary, primary = number suffix? %? | ( sum ).
class Parser
{
public:
    Parser(std::string_view text, NumberStyle style)
        : m_rest(text)
        , m_style(style)
    { }

    std::optional<double> whole()
    {
        const std::optional<double> value = sum();
        skipSpaces();
        if (!value || !m_rest.empty() || !std::isfinite(*value))
            return std::nullopt;
        return value;
    }

private:
    static constexpr int deepest = 64;

    void skipSpaces()
    {
        while (!m_rest.empty() && (m_rest.front() == ' ' || m_rest.front() == '\t'))
            m_rest.remove_prefix(1);
    }

    bool take(std::string_view text)
    {
        skipSpaces();
        if (!m_rest.starts_with(text))
            return false;
        m_rest.remove_prefix(text.size());
        return true;
    }

    std::optional<double> sum()
    {
        std::optional<double> value = product();
        while (value) {
            const bool plus = take("+");
            if (!plus && !take("-"))
                break;
            const std::optional<double> next = product();
            if (!next)
                return std::nullopt;
            *value += plus ? *next : -*next;
        }
        return value;
    }

    std::optional<double> product()
    {
        std::optional<double> value = power();
        while (value) {
            const bool times = take("*") || take("\u00d7");
            if (!times && !take("/"))
                break;
            const std::optional<double> next = power();
            if (!next)
                return std::nullopt;
            *value = times ? *value * *next : *value / *next;
        }
        return value;
    }

    std::optional<double> power()
    {
        const std::optional<double> base = unary();
        if (!base || !take("^"))
            return base;
        const std::optional<double> exponent = nested(&Parser::power);
        return exponent ? std::optional(std::pow(*base, *exponent)) : std::nullopt;
    }

    std::optional<double> unary()
    {
        if (!take("-"))
            return primary();
        const std::optional<double> value = nested(&Parser::unary);
        return value ? std::optional(-*value) : std::nullopt;
    }

    std::optional<double> primary()
    {
        if (!take("("))
            return literal();
        const std::optional<double> value = nested(&Parser::sum);
        return take(")") ? value : std::nullopt;
    }

    std::optional<double> nested(std::optional<double> (Parser::*rule)())
    {
        if (++m_depth > deepest)
            return std::nullopt;
        const std::optional<double> value = (this->*rule)();
        --m_depth;
        return value;
    }

    std::optional<double> literal()
    {
        skipSpaces();
        std::string digits;
        while (!m_rest.empty()) {
            const char c = m_rest.front();
            const bool exponentSign = (c == '+' || c == '-') && !digits.empty()
                && (digits.back() == 'e' || digits.back() == 'E');
            const bool exponent = (c == 'e' || c == 'E') && !digits.empty() && m_rest.size() > 1;
            if ((c < '0' || c > '9') && c != '.' && c != '_' && !exponent && !exponentSign)
                break;
            if (c != '_')
                digits += c;
            m_rest.remove_prefix(1);
        }
        std::optional<double> value = parseDigits(digits);
        if (!value)
            return std::nullopt;
        *value *= takeSuffix();
        if (take("%"))
            *value /= 100;
        return value;
    }

    /// Not std::from_chars: libc++ has none for double. The classic locale makes this exact.
    static std::optional<double> parseDigits(const std::string &digits)
    {
        if (digits.empty())
            return std::nullopt;
        std::istringstream stream(digits);
        stream.imbue(std::locale::classic());
        double value = 0;
        stream >> value;
        if (stream.fail() || stream.peek() != std::istringstream::traits_type::eof())
            return std::nullopt;
        return value;
    }

    double takeSuffix()
    {
        for (const Suffix &suffix : suffixes) {
            if (take(suffix.text))
                return m_style == NumberStyle::Tokens ? suffix.tokens : suffix.plain;
        }
        return 1;
    }

    std::string_view m_rest;
    NumberStyle m_style;
    int m_depth = 0;
};

} // namespace

std::optional<double> parseNumber(std::string_view text, NumberStyle style)
{
    return Parser(text, style).whole();
}

std::string formatNumber(double value)
{
    if (std::floor(value) == value && std::abs(value) < 1e15)
        return std::to_string(static_cast<long long>(value));
    const double size = std::abs(value);
    const bool fixed = size >= 1e-4 && size < 1e15;
    std::array<char, 32> buffer{};
    const auto [end, problem] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
        fixed ? std::chars_format::fixed : std::chars_format::scientific);
    return {buffer.data(), end};
}

std::string formatShort(double value)
{
    constexpr int digits = 6;
    constexpr double leastScalable = 1e-300; // below, powers of ten overflow
    if (std::floor(value) == value || !std::isfinite(value) || std::abs(value) < leastScalable)
        return formatNumber(value);
    const int exponent = static_cast<int>(std::floor(std::log10(std::abs(value))));
    const double unit = std::pow(10.0, digits - 1 - exponent);
    // Dividing by a power of ten, not multiplying by its inverse, gives the nearest double.
    const double rounded = unit >= 1 ? std::round(value * unit) / unit : std::round(value);
    return formatNumber(rounded);
}

std::string formatCount(double value)
{
    std::array<char, std::numeric_limits<double>::max_exponent10 + 4> buffer{};
    const double whole = std::round(value) + 0.0; // -0 becomes 0
    const auto [end, problem] = std::to_chars(
        buffer.data(), buffer.data() + buffer.size(), whole, std::chars_format::fixed, 0);
    std::string_view digits(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
    std::array<char, 2 * buffer.size()> text{};
    char *out = text.data();
    if (digits.starts_with('-')) {
        *out++ = '-';
        digits.remove_prefix(1);
    }
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && (digits.size() - i) % 3 == 0)
            *out++ = ',';
        *out++ = digits[i];
    }
    return {text.data(), out};
}

} // namespace shardscope
