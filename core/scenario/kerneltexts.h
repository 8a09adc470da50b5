// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/base.h"

namespace shardscope {

// What people call the kernels that a step may run, and one sentence on each.

template <>
inline constexpr std::array<Text, 5> textsOf<Attention>{
    {english("options", "FlashAttention"), english("options", "PyTorch SDPA"),
        english("options", "Eager"), english("options", "FlashAttention 1 in Triton"),
        english("options", "PyTorch SDPA, no padding")}};
template <>
inline constexpr std::array<Text, 5> hintsOf<Attention>{{
    english("options", "Never holds the score matrix."),
    english("options",
        "The kernel that PyTorch picks where sequences are padded: no score matrix, but a mask "
        "in every layer, and keys and values of all heads."),
    english(
        "options", "Keeps the score matrix: memory grows with the square of the sequence length."),
    english("options",
        "LLM Foundry's kernel until March 2024, for MPT: never holds the score matrix; slower."),
    english("options",
        "The kernel that PyTorch picks where all sequences are as long: a mask in layers with a "
        "window only. Models that see images are planned with a mask in every layer."),
}};

template <>
inline constexpr std::array<Text, 4> textsOf<Loss>{
    {english("options", "Standard"), english("options", "In chunks"),
        english("options", "Fused linear cross-entropy"), english("options", "In place")}};
template <>
inline constexpr std::array<Text, 4> hintsOf<Loss>{{
    english("options", "The logits of all tokens are held at once."),
    english("options", "The logits are made and used up in chunks of tokens."),
    english("options", "Head and cross-entropy are one kernel; the logits are never whole."),
    english("options", "The gradient is written over the logits, as Unsloth's kernel does."),
}};

template <>
inline constexpr std::array<Text, 6> textsOf<Kernels>{{english("options", "CUDA"),
    english("options", "Reference"), english("options", "Unsloth"), english("options", "Fused"),
    english("options", "Compiled"), english("options", "Compiled layers")}};
template <>
inline constexpr std::array<Text, 6> hintsOf<Kernels>{{
    english("options", "Fused kernels, with the scratch memory that they need."),
    english("options", "PyTorch's plain operators, as a dry run without a GPU sees them."),
    english("options", "Unsloth's RMSNorm and rotary kernels in place of PyTorch's."),
    english(
        "options", "Norms, rotary embedding and gates in one kernel each, as Liger makes them."),
    english("options",
        "torch.compile of the whole model: it decides anew what is kept, and the loss makes no "
        "copy of the logits."),
    english("options",
        "torch.compile of each layer (regional compilation); head and loss run as they are."),
}};

template <>
inline constexpr std::array<Text, 2> textsOf<LinearAttention>{
    {english("options", "Fused"), english("options", "Plain")}};
template <>
inline constexpr std::array<Text, 2> hintsOf<LinearAttention>{{
    english("options",
        "Kernels of flash-linear-attention, mamba-ssm and causal-conv1d, which transformers takes "
        "where they are installed."),
    english("options",
        "transformers' own statements over chunks of tokens, in FP32, of which autograd keeps "
        "every one."),
}};

} // namespace shardscope
