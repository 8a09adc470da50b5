// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace shardscope {

/// How what a state space gives is gated and normalised.
enum class StateNorm : std::uint8_t {
    None, ///< Falcon-H1: times the gate's activation alone
    Whole, ///< gated first, then a norm over all heads
    Groups, ///< Nemotron-H: over the heads of each group
    InSingle, ///< Falcon-H1: over groups, weighed in fp32 and cast at the end
    BeforeGate ///< Falcon-H1: as InSingle, but gated last
};

/// How Mamba 1 normalises steps, inputs and outputs.
enum class SelectionNorm : std::uint8_t {
    None,
    Plain, ///< Falcon-Mamba: without weights
    Weighed ///< Jamba
};

/// A state space in place of attention, or beside it. Of Mamba 2: a convolution over values, inputs
/// and outputs, and a state of headDim x stateDim for each head. Of Mamba 1: each channel is a head
/// of its own, and inputs, outputs and steps are made of what the convolution gives.
struct StateSpace
{
    std::int64_t heads = 0;
    std::int64_t headDim = 0;
    std::int64_t stateDim = 0;
    std::int64_t groups = 0; ///< of heads that share inputs and outputs
    std::int64_t kernel = 0; ///< tokens that the convolution sees
    std::int64_t chunk = 0; ///< tokens that are computed at once
    bool convolutionBias = true;
    bool inputBias = false;
    bool outputBias = false;
    StateNorm norm = StateNorm::Whole;
    bool scales = false; ///< Falcon-H1: what goes in, and what the input product makes
    /// Nemotron-H: the kernel is asked for the last state, and clamps steps on one side. Where some
    /// sequences are padded it goes step by step.
    bool returnsState = false;
    std::int64_t stepRank = 0; ///< Mamba 1: numbers that all channels' steps are made of; else 0
    SelectionNorm selectionNorm = SelectionNorm::None; ///< of Mamba 1

    bool isSelective() const { return stepRank > 0; } ///< Mamba 1
    /// mamba-ssm's kernel for training takes in the output product as well.
    bool fusesOutput() const { return selectionNorm != SelectionNorm::Weighed; }
    /// Matrices that mamba-ssm's kernel for training multiplies with itself, past their modules.
    std::span<const std::string_view> readByKernel() const
    {
        static constexpr std::array<std::string_view, 3> names{"out_proj", "x_proj", "dt_proj"};
        if (!fusesOutput())
            return {};
        return std::span(names).first(isSelective() ? names.size() : 1);
    }
    /// Of all heads.
    std::int64_t width() const { return heads * headDim; }
    std::int64_t convolvedWidth() const
    {
        return isSelective() ? width() : width() + 2 * groups * stateDim;
    }
    /// What in_proj makes: the gate, what is convolved, of Mamba 2 a step for each head.
    std::int64_t projectedWidth() const
    {
        return width() + convolvedWidth() + (isSelective() ? 0 : heads);
    }
    bool operator==(const StateSpace &) const = default;
};

/// A convolution over few tokens between two gates, in place of attention in some layers (LFM2).
struct ShortConvolution
{
    std::int64_t kernel = 0;
    bool bias = false;

    bool operator==(const ShortConvolution &) const = default;
};

/// Lightning attention in place of attention in some layers (MiniMax-Text): no softmax; tokens of a
/// block meet each other, and what came before them as one matrix for each head.
struct LightningAttention
{
    std::int64_t block = 0; ///< tokens

    bool operator==(const LightningAttention &) const = default;
};

} // namespace shardscope
