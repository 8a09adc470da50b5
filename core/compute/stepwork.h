// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/tapework.h"
#include "core/step/stepmodules.h"
#include "core/step/workload.h"

namespace shardscope {

/// One micro-step's passes, and the update that follows the last micro-step.
struct StepWork
{
    Work forward;
    Work backward; ///< with what is computed again
    Work update;
    Work headForward; ///< of forward: the final norm, the output layer and the loss
    Work headBackward; ///< of backward
    Work weights; ///< of backward, where gradients of weights come in a pass of their own
    Work headWeights; ///< of headBackward
};

/// What the modules' tapes compute, and what is done to weights and gradients beside them.
StepWork stepWork(const Workload &work, const StepModules &modules, const Machine &machine);

/// The workload's GPU, in its precision and for its sequences.
Machine machineOf(const Workload &work);

/// CPU time of launching it, where the GPU does not keep the CPU waiting.
Seconds launchTime(const Work &work, const Machine &machine);

/// FLOPs of forward and backward for one token, as the MFU convention counts them: 6 for each
/// weight that multiplies, and causal attention (PaLM, appendix B; halved for the mask).
double modelFlopsPerToken(const Workload &work);

} // namespace shardscope
