// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/options.h"

namespace shardscope {

/// Bytes for each trained parameter, and how the forward pass computes.
struct Recipe
{
    double weight = 0;
    double gradient = 0;
    double master = 0; ///< fp32 copy of 16-bit weights; 0 where there is none
    double moment = 0; ///< one optimizer moment
    double compute = 0; ///< activations and matrix products
    bool autocast = false; ///< fp32 weights cast to 16 bit where they are used

    bool operator==(const Recipe &) const = default;
};

/// Whether weights are kept in more bytes than computation takes.
constexpr bool isMixed(const Recipe &bytes)
{
    return bytes.master > 0 || bytes.autocast;
}

/// What a precision stands for; `shardscope-cli keys` says the same in words.
constexpr Recipe recipe(Precision precision)
{
    switch (precision) {
    case Precision::Fp32:
        return {.weight = 4, .gradient = 4, .moment = 4, .compute = 4};
    case Precision::Bf16:
    case Precision::Fp16:
        return {.weight = 2, .gradient = 2, .moment = 2, .compute = 2};
    case Precision::Bf16Amp:
    case Precision::Fp16Amp:
        return {.weight = 4, .gradient = 4, .moment = 4, .compute = 2, .autocast = true};
    case Precision::Bf16Master:
    case Precision::Fp16Master:
        return {.weight = 2, .gradient = 2, .master = 4, .moment = 4, .compute = 2};
    }
    return {};
}

constexpr bool usesBf16(Precision precision)
{
    return precision == Precision::Bf16 || precision == Precision::Bf16Amp
        || precision == Precision::Bf16Master;
}

constexpr bool usesFp16(Precision precision)
{
    return precision == Precision::Fp16 || precision == Precision::Fp16Amp
        || precision == Precision::Fp16Master;
}

} // namespace shardscope
