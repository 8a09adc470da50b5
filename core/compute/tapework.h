// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/machine.h"
#include "core/graph/profile.h"

namespace shardscope {

/// Computation of one stretch of the step on one GPU, by what bounds it.
struct Work
{
    Seconds matmul{};
    Seconds attention{};
    Seconds memory{}; ///< norms, activations, copies, loss, optimizer
    double kernels = 0; ///< launches; each costs the CPU some time
    Flops flops{}; ///< of products and attention
    Flops recomputed{}; ///< of these, what checkpointing computes a second time

    Seconds total() const { return matmul + attention + memory; }
    Work &operator+=(const Work &other);
    friend Work operator+(Work a, const Work &b) { return a += b; }
    friend Work operator*(double times, const Work &work)
    {
        return {times * work.matmul, times * work.attention, times * work.memory,
            times * work.kernels, times * work.flops, times * work.recomputed};
    }
};

/// A module's passes in one micro-step; the backward pass with what checkpointing computes again.
struct TapeWork
{
    Work forward;
    Work backward;
    Work weights; ///< of backward: what a pass of its own for gradients of weights would take

    TapeWork &operator+=(const TapeWork &other);
    friend TapeWork operator*(double times, const TapeWork &work)
    {
        return {times * work.forward, times * work.backward, times * work.weights};
    }
};

/// What the operations of a tape take, one by one: products the slower of tensor cores and memory,
/// all others a pass over what they read and write.
TapeWork tapeWork(const Tape &tape, const ProfileOptions &options, const Machine &machine);

} // namespace shardscope
