// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/modules/layers.h"
#include "core/modules/modules.h"

namespace shardscope {

/// A decoder layer of Gemma 3n, of one of its forms: from all streams to all streams.
Tape altUpLayerTape(const LayerSettings &settings, const LayerKind &kind);

/// All streams, made of the embedded one. The model goes on to refer to what they are put together
/// from.
TensorId writeStreams(ModuleWriter &write, TensorId embedded);

/// One stream of all that the layers have left, before the final norm. `started`: bytes of the
/// streams that the layers began with.
struct OneStream
{
    TensorId made = NoTensor;
    std::vector<TensorId> held{}; ///< until the model returns
};
OneStream writeOneStream(ModuleWriter &write, TensorId streams, double started);

} // namespace shardscope
