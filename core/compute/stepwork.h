// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/machine.h"
#include "core/step/workload.h"

namespace shardscope {

/// Computation of one stretch of the step on one GPU, by what bounds it.
struct Work
{
    Seconds matmul{};
    Seconds attention{};
    Seconds memory{}; ///< norms, activations, copies, loss, optimizer
    double kernels = 0; ///< launches; each costs the CPU some time

    Seconds total() const;
    Work &operator+=(const Work &other);
    friend Work operator+(Work a, const Work &b) { return a += b; }
    friend Work operator*(double times, const Work &work)
    {
        return {
            times * work.matmul, times * work.attention, times * work.memory, times * work.kernels};
    }
};

/// One micro-step's passes, and the update that follows the last micro-step.
struct StepWork
{
    Work forward;
    Work backward; ///< with what is computed again
    Work update;
    Work headForward; ///< of forward: the output layer and the loss
    Work headBackward; ///< of backward
};
StepWork stepWork(const Workload &work, const Machine &machine);

/// The workload's GPU, in its precision and for its sequences.
Machine machineOf(const Workload &work);

/// CPU time of launching it, where the GPU does not keep the CPU waiting.
Seconds launchTime(const Work &work, const Training &training);

/// FLOPs of forward and backward for one token, as the MFU convention counts them: 6 for each
/// weight that multiplies, and causal attention (PaLM, appendix B; halved for the mask).
double modelFlopsPerToken(const Workload &work);
/// FLOPs that are really done for it: recomputation too, no gradients of frozen weights, 5 instead
/// of 4 products in the backward pass of fused attention.
double hardwareFlopsPerToken(const Workload &work);

} // namespace shardscope
