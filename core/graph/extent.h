// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace shardscope {

struct LayerSettings;

/// What the sizes of tensors are multiples of.
enum class Measure : std::uint8_t {
    One, ///< of what does not depend on the tokens
    Sequence, ///< tokens of one sequence
    Tokens, ///< of the micro-batch
    Shifted, ///< all tokens but the last of each sequence
    Padded, ///< all tokens, and one more for each sequence
    Pairs, ///< of a token with another of its sequence
    PairsAndSinks, ///< and with one sink
    FlashRows, ///< tokens, each sequence rounded up as FlashAttention does
    EfficientRows, ///< the same of the memory-efficient kernel
    ExpertRows, ///< tokens of one expert, where all have as many
    LossChunk, ///< tokens that a loss made in chunks takes at a time
    HeldInNorm ///< bytes that the model lets go of after the final norm
};
inline constexpr std::size_t MeasureCount = 12;

/// The measures of one micro-step.
struct Measures
{
    std::array<double, MeasureCount> values{1};

    double of(Measure measure) const { return values[static_cast<std::size_t>(measure)]; }
    double &of(Measure measure) { return values[static_cast<std::size_t>(measure)]; }
};

/// All but HeldInNorm.
Measures measuresOf(const LayerSettings &settings);

/// A number of elements, or of bytes, for any number of tokens.
struct Extent
{
    double factor = 0;
    Measure measure = Measure::One;

    constexpr Extent() = default;
    constexpr Extent(double constant) ///< a plain number is one as well
        : factor(constant)
    { }
    constexpr Extent(double times, Measure of)
        : factor(times)
        , measure(of)
    { }

    double in(const Measures &measures) const { return factor * measures.of(measure); }
    bool isZero() const { return factor == 0; }
    bool operator==(const Extent &) const = default;
};

/// Negative where the first one is smaller, 0 where they are equal.
inline int orderOf(Extent one, Extent other, const Measures &measures)
{
    const double first = one.in(measures);
    const double second = other.in(measures);
    return static_cast<int>(first > second) - static_cast<int>(first < second);
}

constexpr Extent operator*(Extent extent, double times)
{
    return {extent.factor * times, extent.measure};
}
constexpr Extent operator*(double times, Extent extent)
{
    return extent * times;
}
constexpr Extent operator/(Extent extent, double parts)
{
    return {extent.factor / parts, extent.measure};
}

} // namespace shardscope
