// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/policy.h"

#include <vector>

namespace shardscope {

/// What is called around one of a tape's modules: DeepSpeed hooks every module, also those without
/// parameters of their own, and gathers ahead at each call (runtime/zero/parameter_offload.py).
struct ZeroCalls
{
    int beforeForward = 0;
    int beforeBackward = 0;
    int inside = 0; ///< in either direction
    double elementsBefore = 0; ///< of all parameters in those before it in the forward pass
};

/// The calls around each of the modules of a unit's tape, in their order. `isOfStacks`: of an
/// encoder-decoder.
std::vector<ZeroCalls> zeroCalls(const Tape &tape, Unit::Kind of, bool isOfStacks);

} // namespace shardscope
