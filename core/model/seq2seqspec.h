// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace shardscope {

/// Whose layers the two stacks of an encoder-decoder are made of (transformers 5.12.1
/// models/*/modeling_*.py).
enum class Seq2SeqCode : std::uint8_t {
    T5, ///< mT5's are copies of these
    Bart
};

/// Where a layer of an encoder-decoder stands. Between the stacks a layer's place is taken by what
/// ends the encoder and what embeds the target.
enum class Stack : std::uint8_t {
    Alone, ///< there is one stack
    EncoderFirst, ///< T5: it makes the bias of positions for the others
    Encoder,
    Between,
    DecoderFirst,
    Decoder
};

/// Whether a layer there also attends to what the encoder gives.
constexpr bool hasCrossAttention(Stack stack)
{
    return stack == Stack::DecoderFirst || stack == Stack::Decoder;
}
constexpr bool isOfEncoder(Stack stack)
{
    return stack == Stack::EncoderFirst || stack == Stack::Encoder;
}
/// Whether it makes biases that the other layers of its stack add to their scores.
constexpr bool makesBias(Stack stack)
{
    return stack == Stack::EncoderFirst || stack == Stack::DecoderFirst;
}

/// An encoder of the input and a decoder of the target, whose layers see what the encoder gives.
struct Seq2Seq
{
    Seq2SeqCode code = Seq2SeqCode::T5;
    std::int64_t encoderLayers = 0;
    std::int64_t decoderLayers = 0;
    std::int64_t buckets = 0; ///< T5: distances that have a bias of their own, for each head
    bool scalesOutput = false; ///< T5 with a tied head: what the decoder gives

    Stack stackOf(std::int64_t layer) const
    {
        if (layer == encoderLayers)
            return Stack::Between;
        const bool isFirst = code == Seq2SeqCode::T5 && (layer == 0 || layer == encoderLayers + 1);
        if (layer < encoderLayers)
            return isFirst ? Stack::EncoderFirst : Stack::Encoder;
        return isFirst ? Stack::DecoderFirst : Stack::Decoder;
    }
    bool operator==(const Seq2Seq &) const = default;
};

} // namespace shardscope
