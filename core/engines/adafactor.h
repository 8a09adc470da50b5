// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/policy.h"

namespace shardscope {

// transformers 5.12.1 optimization.py, Adafactor, of parameters that are whole.

/// Bytes of the state of a model's tape: of each matrix the sums of its rows and of its columns, of
/// each vector its squares, and beside them the length of both, a number.
double adafactorState(const Tape &tape, const ModelSpec &spec);

/// The most bytes that a step takes for a moment.
double adafactorScratch(const Workload &work, const ModelTapes &model);

} // namespace shardscope
