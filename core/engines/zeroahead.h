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
    /// The trace and the pass part at the first adapter, which one of them does not call: behind
    /// it nothing is foreseen.
    bool parts = false;
    bool isBare = false; ///< the pass: adapters are disabled, and their modules not called
    bool keepsUntilAdapters = keeps; ///< as `keeps`, of modules before the first adapter

    bool operator==(const ZeroAhead &) const = default;
};

/// From one forward pass to the next.
enum class ZeroPass : std::uint8_t {
    Scores, ///< no backward pass comes before the next forward pass
    Learns, ///< one does
    Refers, ///< as Scores, with adapters disabled
    RefersThenLearns ///< as Refers, then the backward pass of the forward pass before
};

/// What it sees in each pass of a training step, once the steps repeat. All run the model's modules
/// in the same order, but for adapters that are disabled. DeepSpeed 0.19.6
/// runtime/zero/partitioned_param_coordinator.py, reset_step and trace_prologue: a trace is
/// recorded from one forward pass to the next, complete from then on, and thrown away at the first
/// module that it does not foresee. What a module releases is decided once (__params_to_release,
/// lru_cache): by the first complete trace that it comes in.
std::vector<ZeroAhead> zeroAhead(std::span<const ZeroPass> passes);

} // namespace shardscope
