// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/modules/layers.h"

namespace shardscope {

/// The settings of a stack's own tapes: the decoder's sequences are targets.
LayerSettings ofStack(const LayerSettings &settings, Stack stack);

/// Layers of its stack beside the first, which read what that makes.
bool hasOthers(const ModelSpec &spec, Stack stack);
/// Rows of places that a stack looks up: BartEncoder those of each sequence, others of one.
double placesIn(const LayerSettings &settings, Stack stack);
/// transformers 5.12.1 modeling_utils.py, enable_input_require_grads, which PEFT 0.20 calls where
/// checkpoints are on (peft_model.py, prepare_model_for_gradient_checkpointing): what tables of
/// words give is made to require a gradient, and what Whisper's first convolution does.
bool asksForGradient(const LayerSettings &settings);

/// A layer of either stack: the decoder's is one with attention to what the encoder gives.
Tape stackLayerTape(const LayerSettings &settings, const LayerKind &kind);

/// From the encoder's last layer to what the decoder's take of it, and from the target's tokens to
/// the first of these.
Tape betweenStacksTape(const LayerSettings &settings, bool takesGradient);

/// From the input's tokens to the first layer.
Tape encoderStackTape(const LayerSettings &settings);

/// What ends the decoder, and the loss.
Tape decoderHeadTape(const LayerSettings &settings);

/// Ids and mask of inputs, labels and what the decoder is given.
double seq2seqInputBytes(const LayerSettings &settings);

/// Masks of a stack, which all its layers are given.
double stackMaskBytes(const LayerSettings &settings, Stack stack);
/// What a stack's forward pass refers to, beside these.
double stackLocalBytes(const LayerSettings &settings, Stack stack);
/// What its first layer makes for the others.
double stackBiasBytes(const LayerSettings &settings, Stack stack);
/// Of all these what it lets go of when it returns.
double heldInStack(const LayerSettings &settings, Stack stack);
/// What the encoder gives, and whether the backward pass of the decoder needs that itself.
double stateBytes(const LayerSettings &settings);
bool keepsStates(const LayerSettings &settings);
/// Beside adapters under checkpoints: the gradient of the target's rows, which stays with them to
/// the end of the backward pass.
double targetLeafBytes(const LayerSettings &settings);
/// T5 under checkpoints: zeros in the place of a bias of cross-attention, which ask for a gradient.
double crossLeafBytes(const LayerSettings &settings);

} // namespace shardscope
