// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/resolve.h"

namespace shardscope {

/// What becomes of a run that asks for an implementation of attention.
enum class KernelOutcome {
    Computes, ///< what the model's attention is
    NotThere, ///< FlashAttention has no kernel for that GPU, dtype, width or model
    Refused, ///< transformers stops with an error before the first step
    LeavesOut ///< it runs, but trains something else: without the soft cap, or with fixed sinks
};

/// The one rule for findings, searches and advice.
KernelOutcome outcomeOf(Attention attention, const Scenario &scenario, const Resolved &resolved);

/// Whether it runs, and computes what the model's attention is.
bool canAttend(Attention attention, const Scenario &scenario, const Resolved &resolved);

/// Whether transformers' default, SDPA, would be given masks of windows that FlashAttention takes
/// as they are.
bool takesWindowsUnmasked(const Scenario &scenario, const Resolved &resolved);

/// The one that takes least memory of those that can. Eager always can.
Attention ableAttention(const Scenario &scenario, const Resolved &resolved);

} // namespace shardscope
