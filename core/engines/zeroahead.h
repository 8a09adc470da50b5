// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace shardscope {

/// What DeepSpeed's parameter coordinator sees ahead of a pass: a trace of modules that it has
/// recorded.
struct ZeroAhead
{
    enum class Reach : std::uint8_t {
        Nothing, ///< the pass is being recorded: no gather runs ahead, and what was used is released
        Forward, ///< the trace was recorded of a pass without autograd, and ends with the forward pass
        All ///< of forward and backward pass
    } reach
        = Reach::All;
    /// What the backward pass uses again soon is not released in the forward pass.
    bool keeps = true;

    bool operator==(const ZeroAhead &) const = default;
};

enum class ZeroPass : std::uint8_t {
    Scores, ///< without autograd
    Learns ///< has a backward pass
};

/// What it sees in each pass of a training step, all of which run the model's modules in the same
/// order, once the steps repeat. DeepSpeed 0.19.6
/// runtime/zero/partitioned_param_coordinator.py, reset_step and trace_prologue: a trace is
/// recorded from one forward pass to the next, complete from then on, and thrown away at the first
/// module that it does not foresee. What a module releases is decided once (__params_to_release,
/// lru_cache): by the first complete trace that it comes in.
std::vector<ZeroAhead> zeroAhead(std::span<const ZeroPass> passes);

} // namespace shardscope
