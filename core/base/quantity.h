// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>

namespace shardscope {

/// A number in one base unit. Wrong combinations (bytes + seconds) do not compile.
/// Doubles: figures span 1 to 1e25, and whole bytes stay exact up to 9e15.
template <class Tag>
class Quantity
{
public:
    constexpr Quantity() = default;
    constexpr explicit Quantity(double value)
        : m_value(value)
    { }

    constexpr double value() const { return m_value; }
    constexpr auto operator<=>(const Quantity &) const = default;

    constexpr Quantity &operator+=(Quantity other)
    {
        m_value += other.m_value;
        return *this;
    }
    constexpr Quantity &operator-=(Quantity other)
    {
        m_value -= other.m_value;
        return *this;
    }

    friend constexpr Quantity operator+(Quantity a, Quantity b)
    {
        return Quantity(a.m_value + b.m_value);
    }
    friend constexpr Quantity operator-(Quantity a, Quantity b)
    {
        return Quantity(a.m_value - b.m_value);
    }
    friend constexpr Quantity operator-(Quantity a) { return Quantity(-a.m_value); }
    friend constexpr Quantity operator*(double k, Quantity a) { return Quantity(k * a.m_value); }
    friend constexpr Quantity operator*(Quantity a, double k) { return Quantity(k * a.m_value); }
    friend constexpr Quantity operator/(Quantity a, double k) { return Quantity(a.m_value / k); }
    friend constexpr double operator/(Quantity a, Quantity b) { return a.m_value / b.m_value; }

private:
    double m_value = 0;
};

using Bytes = Quantity<struct BytesTag>;
using Seconds = Quantity<struct SecondsTag>;
using BytesPerSecond = Quantity<struct BytesPerSecondTag>;
using Flops = Quantity<struct FlopsTag>;
using FlopsPerSecond = Quantity<struct FlopsPerSecondTag>;

constexpr Seconds operator/(Bytes amount, BytesPerSecond rate)
{
    return Seconds(amount.value() / rate.value());
}
constexpr Bytes operator*(BytesPerSecond rate, Seconds time)
{
    return Bytes(rate.value() * time.value());
}
constexpr Seconds operator/(Flops work, FlopsPerSecond rate)
{
    return Seconds(work.value() / rate.value());
}

// Binary units for memory, decimal ones for traffic and bandwidth.
inline constexpr Bytes KiB{1024.0};
inline constexpr Bytes MiB{1024.0 * 1024.0};
inline constexpr Bytes GiB{1024.0 * 1024.0 * 1024.0};
inline constexpr Bytes GB{1e9};
inline constexpr BytesPerSecond GBPerSecond{1e9};
inline constexpr FlopsPerSecond TeraFlopsPerSecond{1e12};

static_assert(2.0 * GiB - GiB == GiB);
static_assert(GiB / MiB == 1024.0);
static_assert(GB / GBPerSecond == Seconds(1.0));

} // namespace shardscope
