// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/modules/modules.h"

namespace shardscope {

/// A layer of BERT or DistilBERT: the norm of the stream with what a block adds to it. `distances`:
/// DeBERTa's rows, or none.
TensorId writeNormOfSumLayer(ModuleWriter &write, TensorId x, TensorId distances);

/// Tables of words, token types and positions, their norm and its dropout. `requiresGrad`: the rows
/// of words are made to require a gradient.
Tape encoderEmbeddingTape(const LayerSettings &settings, bool requiresGrad);

/// What stands behind the layers, and the loss. `heldInModel`: bytes that the model lets go of when
/// its layers have run.
Tape encoderHeadTape(const LayerSettings &settings, double heldInModel, bool takesGradient);

/// Whether the embedding ends in a norm in place of the first layer's own.
bool givesNormed(const ModelSpec &spec);

/// Beside ids and labels: what sequences with padding bring, rows of position ids and of token
/// types, or frequencies.
double encoderInputBytes(const LayerSettings &settings);

/// The mask of padded sequences, as the model makes it for all its layers.
double encoderMaskBytes(const LayerSettings &settings);

} // namespace shardscope
