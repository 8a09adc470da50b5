// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/options.h"

namespace shardscope {

// What people call the choices about adapters and quantised bases, and one sentence on each.

template <>
inline constexpr std::array<Text, 5> textsOf<BaseStorage>{
    {english("options", "NF4 (4 bits)"), english("options", "LLM.int8 (8 bits)"),
        english("options", "GPTQ"), english("options", "AWQ"), english("options", "HQQ")}};
template <>
inline constexpr std::array<Text, 5> hintsOf<BaseStorage>{{
    english("options", "bitsandbytes' 4-bit numbers, with a scale for 64 of them."),
    english("options",
        "bitsandbytes' 8-bit integers, with a scale for each row. Each product holds on to what it "
        "is given, and checkpoints do not free that."),
    english("options",
        "4-bit integers, 128 with a scale and a zero, rounded so that the error of one makes up "
        "for that of others. Trains with GPTQModel's backend auto_trainable; autograd keeps the "
        "matrices in 16 bits, which checkpoints free."),
    english("options",
        "Integers of a few bits, in groups with a scale and a zero each, for weights scaled by "
        "what "
        "is fed to them."),
    english("options",
        "4-bit integers, 64 with a scale and a zero, found without data. hqq's own quantize_model "
        "makes them: transformers 5 does not yet."),
}};

template <>
inline constexpr std::array<Text, 2> textsOf<DoubleQuantization>{
    {english("options", "Off"), english("options", "On")}};
template <>
inline constexpr std::array<Text, 2> hintsOf<DoubleQuantization>{{
    english("options", "An fp32 scale for 64 weights: 1/16 byte each."),
    english("options", "An 8-bit scale for 64 weights, an fp32 one for 256 of those."),
}};

template <>
inline constexpr std::array<Text, 2> textsOf<QuantStorage>{
    {english("options", "Bytes"), english("options", "16 bit")}};
template <>
inline constexpr std::array<Text, 2> hintsOf<QuantStorage>{{
    english("options", "4-bit weights lie in bytes; they cannot be sharded."),
    english("options", "4-bit weights lie in 16-bit numbers, which FSDP and ZeRO-3 can shard."),
}};

template <>
inline constexpr std::array<Text, 13> textsOf<AdapterKind>{{english("options", "LoRA", "adapter"),
    english("options", "DoRA"), english("options", "VeRA"), english("options", "IA3"),
    english("options", "LN tuning"), english("options", "Prompt tuning"),
    english("options", "P-tuning"), english("options", "LoHa"), english("options", "LoKr"),
    english("options", "OFT"), english("options", "BOFT"), english("options", "Prefix tuning"),
    english("options", "Trainable tokens")}};
template <>
inline constexpr std::array<Text, 13> hintsOf<AdapterKind>{{
    english("options", "Two narrow factors beside each adapted matrix."),
    english("options",
        "LoRA, and a trained length of each row of an adapted matrix. Each forward pass makes the "
        "factors' product and its sum with the matrix, to measure them."),
    english("options",
        "Two trained vectors beside each adapted matrix, around factors that all share and nobody "
        "trains."),
    english("options", "A trained vector that scales what an adapted module makes or takes."),
    english("options", "Trained copies of the norms."),
    english("options", "Trained embeddings of tokens that are put in front of each sequence."),
    english("options",
        "Tokens in front of each sequence, whose embeddings a small trained network makes."),
    english("options",
        "Four factors, whose two products make a matrix as large as the adapted one, element by "
        "element."),
    english("options",
        "Two small matrices, whose Kronecker product makes one as large as the adapted one."),
    english("options", "Trained rotations of what an adapted module is given, in blocks."),
    english("options",
        "A trained rotation of all that an adapted module is given, made of blocks, and a trained "
        "scale of its results."),
    english("options", "Trained keys and values that stand before each layer's own."),
    english("options", "A few rows of the table of tokens are trained, the others stay."),
}};

template <>
inline constexpr std::array<Text, 2> textsOf<PrefixProjection>{
    {english("options", "Itself"), english("options", "A network")}};
template <>
inline constexpr std::array<Text, 2> hintsOf<PrefixProjection>{{
    english("options", "Keys and values of each layer are what is trained."),
    english("options",
        "Embeddings of a few tokens and two matrices, which make keys and values of all layers."),
}};

template <>
inline constexpr std::array<Text, 4> textsOf<LoraStart>{{english("options", "Random"),
    english("options", "PiSSA"), english("options", "OLoRA"), english("options", "LoftQ")}};
template <>
inline constexpr std::array<Text, 4> hintsOf<LoraStart>{{
    english("options", "One factor random, the other zero."),
    english("options", "The largest singular vectors of the matrix, which keeps the rest."),
    english("options", "A QR decomposition of the matrix, which keeps the rest."),
    english("options", "What quantising the matrix loses, as far as the rank goes."),
}};

template <>
inline constexpr std::array<Text, 3> textsOf<LoraPrecision>{
    {english("options", "Automatic"), english("options", "FP32"), english("options", "16 bit")}};
template <>
inline constexpr std::array<Text, 3> hintsOf<LoraPrecision>{{
    english("options", "FP32 adapters on a 16-bit base, as PEFT makes them."),
    english("options", "Adapters in 4 bytes."),
    english("options", "Adapters in 2 bytes."),
}};

} // namespace shardscope
