// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/modules/modules.h"

namespace shardscope {

/// From the frames of sound to the encoder's first layer.
Tape soundTape(const LayerSettings &settings);

/// Bytes of the frames themselves, as the batch brings them.
double soundBytes(const LayerSettings &settings);
/// Bytes that the encoder's forward pass refers to, to its end.
double soundLocalBytes(const LayerSettings &settings);

} // namespace shardscope
