// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frameworks/convention.h"

namespace shardscope {

// What FSDP1 and FSDP2 have in common. Mixed precision keeps fp32 shards, which are the optimizer's
// parameters and their own master copy, and gathers them in 16 bit (accelerate 1.14).

/// GPUs that share one copy: all of them, or one node's under hybrid sharding.
int fsdpShards(const Workload &work);

/// Share of the parameters that the fullest GPU holds: more than 1 / ranks where tensors are
/// padded.
double fsdpShare(const Workload &work);

/// Bytes of a gathered weight.
double gatheredBytes(const Workload &work);

/// Parameters of the whole model while all are gathered, padding included.
double gatheredParameters(const Workload &work);

/// Parameters of the unit that a decoder layer makes (with padding, while gathered), and of the
/// root unit: tables and final norm.
double layerUnit(const Workload &work);
double rootUnit(const Workload &work);

/// That many parameters as they are while gathered.
Term unit(const Workload &work, double parameters);

/// Whether weights are freed again after a layer's forward pass.
bool reshards(const Workload &work);

Shares fsdpResident(const Workload &work);
Shares fsdpWaiting(const Workload &work);
Shares fsdpStep(const Workload &work);
Shares fsdpSave(const Workload &work);
Shares fsdpLoss(const Workload &work);

/// Gradient shards so far, and, between micro-steps without synchronisation, whole gradients.
Shares fsdpGradients(const Workload &work, BackwardPoint point);

} // namespace shardscope
