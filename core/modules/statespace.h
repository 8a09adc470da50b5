// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/modules/modules.h"

namespace shardscope {

struct ConvolutionSizes
{
    double channels = 0;
    double kernel = 0; ///< tokens
    bool hasBias = false;
    bool isActive = false; ///< silu behind it
    /// causal_conv1d: its gradient comes with tokens side by side, and is copied.
    bool turnsGradient = false;
};

/// What a state space (Mamba 2) is given, and its weights.
struct StateOperands
{
    TensorId projected = NoTensor; ///< gate, what the convolution takes, and steps, side by side
    TensorId stepBias = NoTensor; ///< dt_bias
    TensorId decay = NoTensor; ///< A_log
    TensorId skip = NoTensor; ///< D
};

/// What stands for padding is made zero, where some sequences have any
/// (apply_mask_to_padding_states).
TensorId maskPadding(ModuleWriter &write, TensorId x);

/// Mamba 1, from the normalised stream to what is added to it: transformers 5.12.1 JambaMambaMixer,
/// MambaMixer and FalconMambaMixer, by mamba-ssm's kernels or token by token (slow_forward).
TensorId writeSelectiveScan(ModuleWriter &write, TensorId x);

/// What Mamba 1 is given, and its weights beside the products'.
struct SelectionOperands
{
    TensorId projected = NoTensor; ///< values and gate, side by side
    TensorId decay = NoTensor; ///< A_log
    TensorId skip = NoTensor; ///< D
};
/// mamba_inner_fn: convolution, scan and output product in one function.
TensorId writeSelectiveKernel(ModuleWriter &write, const SelectionOperands &in);

/// The mixer of a layer with a state space, from the normalised stream to what is added to it:
/// transformers 5.12.1 NemotronHMamba2Mixer, GraniteMoeHybridMambaLayer, BambaMixer, FalconH1Mixer,
/// Mamba2Mixer, by mamba-ssm's kernels or by their own torch_forward.
TensorId writeStateSpace(ModuleWriter &write, TensorId x);

/// mamba_split_conv1d_scan_combined: convolution, scan, norm and output product in one function.
TensorId writeStateSpaceKernel(ModuleWriter &write, const StateOperands &in);

/// torch_forward behind the input product: statement by statement.
TensorId writeStateSpaceChunks(ModuleWriter &write, const StateOperands &in);

/// A convolution over few tokens, each channel for itself, and its activation where it has one
/// ("silu"): causal_conv1d 1.6 is one kernel; nn.Conv1d is padded on both sides, and what lies
/// behind the sequence cut off.
TensorId writeConvolution(ModuleWriter &write, TensorId x, const ConvolutionSizes &sizes);

/// The mixer of an LFM2 layer with a short convolution (Lfm2ShortConv).
TensorId writeShortConvolution(ModuleWriter &write, TensorId x);

} // namespace shardscope
