// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tools/validate/case.h"

namespace shardscope {

/// Whether a published run says what a plan needs: how long sequences are, how many a micro-batch
/// holds and on how many GPUs, and what was measured: memory of a kind that has a name, or speed.
/// Of a run with a scenario that was settled when it was read.
bool statesSettings(const Case &item);

} // namespace shardscope
