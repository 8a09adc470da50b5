// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/modules/attention.h"

namespace shardscope {

/// Scratch of the attention that is the tape's last operation, where torch's context parallelism
/// takes it around the ring of ranks that share a sequence; `kernel`: what its backward kernel
/// takes beside, in bytes, for all of a rank's queries.
void borrowForRing(ModuleWriter &write, const Heads &heads, double kernel);

} // namespace shardscope
