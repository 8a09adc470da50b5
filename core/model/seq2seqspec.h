// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace shardscope {

/// Whose layers the two stacks of an encoder-decoder are made of (transformers 5.12.1
/// models/*/modeling_*.py).
enum class Seq2SeqCode : std::uint8_t {
    T5, ///< mT5's are copies of these
    Umt5, ///< each layer has a bias of positions of its own
    Bart,
    Mbart, ///< norms before the blocks, and one behind each stack
    Pegasus, ///< as mBART, with places that are computed
    Marian, ///< as BART, with places that are computed, and no norm of what is embedded
    M2m100, ///< as Pegasus, with places in a buffer; NLLB is one of these
    Whisper ///< as mBART, behind two convolutions over sound in place of words
};

/// Attention that is spelt out, with a bias of positions; transformers has no other for them.
constexpr bool isOfT5(Seq2SeqCode code)
{
    return code == Seq2SeqCode::T5 || code == Seq2SeqCode::Umt5;
}
/// Whether the first layer of a stack makes what all layers of it add to their scores.
constexpr bool sharesBias(Seq2SeqCode code)
{
    return code == Seq2SeqCode::T5;
}
/// Whether norms are of the sum of the stream and what a block has made of it.
constexpr bool normsSums(Seq2SeqCode code)
{
    return code == Seq2SeqCode::Bart || code == Seq2SeqCode::Marian;
}
/// Whether a buffer is added to the logits (final_logits_bias).
constexpr bool addsToLogits(Seq2SeqCode code)
{
    return !isOfT5(code) && code != Seq2SeqCode::M2m100 && code != Seq2SeqCode::Whisper;
}
/// Whether places are sines and cosines in a table that is never trained.
constexpr bool fixesPlaces(Seq2SeqCode code)
{
    return code == Seq2SeqCode::Pegasus || code == Seq2SeqCode::Marian;
}
/// Whether each sequence of the encoder's input has rows of places of its own.
constexpr bool repeatsPlaces(Seq2SeqCode code)
{
    return code == Seq2SeqCode::Bart || code == Seq2SeqCode::Mbart || code == Seq2SeqCode::M2m100;
}
/// Whether the module of the table of words scales its rows itself.
constexpr bool scalesInTable(Seq2SeqCode code)
{
    return repeatsPlaces(code);
}

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
constexpr bool makesSharedBias(Stack stack)
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
    bool scalesOutput = false; ///< T5 with a tied head, umT5: what the decoder gives
    double activationDropout = 0; ///< behind the activation of an MLP
    std::int64_t bufferedPlaces = 0; ///< M2M-100: rows of the buffer of each stack
    std::int64_t melBins = 0; ///< Whisper: numbers of a frame of sound; 0: the input is words
    std::int64_t soundPlaces = 0; ///< and what the encoder sees of two frames each

    Stack stackOf(std::int64_t layer) const
    {
        if (layer == encoderLayers)
            return Stack::Between;
        const bool isFirst = sharesBias(code) && (layer == 0 || layer == encoderLayers + 1);
        if (layer < encoderLayers)
            return isFirst ? Stack::EncoderFirst : Stack::Encoder;
        return isFirst ? Stack::DecoderFirst : Stack::Decoder;
    }
    /// Whether a layer there looks up a bias for how far tokens are from each other.
    bool hasBias(Stack stack) const
    {
        return makesSharedBias(stack)
            || (code == Seq2SeqCode::Umt5 && (isOfEncoder(stack) || hasCrossAttention(stack)));
    }
    bool hears() const { return melBins > 0; }
    bool operator==(const Seq2Seq &) const = default;
};

} // namespace shardscope
