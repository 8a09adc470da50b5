// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frameworks/convention.h"

namespace shardscope {

// What FSDP1 and FSDP2 have in common. Mixed precision keeps fp32 shards, which are the optimizer's
// parameters and their own master copy, and gathers them in 16 bit (accelerate 1.14).

/// Elements of some parameters that the fullest GPU holds.
struct FsdpShards
{
    double all = 0;
    double trained = 0;
    double trainedWhole = 0; ///< of all GPUs, without padding

    friend FsdpShards operator+(FsdpShards a, const FsdpShards &b)
    {
        return {a.all + b.all, a.trained + b.trained, a.trainedWhole + b.trainedWhole};
    }
    friend FsdpShards operator*(double times, FsdpShards a)
    {
        return {times * a.all, times * a.trained, times * a.trainedWhole};
    }
};

/// FSDP2 cuts every tensor along its first dimension and pads it to a multiple of the ranks.
FsdpShards fsdpShardsOf(const Tape &tape, int ranks);
FsdpShards fsdpShardsOf(const ModelTapes &model, int ranks);

/// GPUs that share one copy: all of them, or one node's under hybrid sharding.
int fsdpShards(const Workload &work);

/// Bytes of a gathered weight, of a sharded one that is trained, and of a gradient while it is
/// reduced.
double gatheredBytes(const Workload &work);
double fsdpShardBytes(const Workload &work);
double fsdpReduceBytes(const Workload &work);

/// Whether weights are freed again after a unit's forward pass.
bool reshards(const Workload &work);

/// Whether every micro-step reduces gradients and adds to their shards: torchtitan and torchtune
/// never ask FSDP2 to wait (set_requires_gradient_sync), accelerate does (no_sync).
bool reducesEachMicroStep(const Workload &work);

/// Weights, adapters and optimizer state of rank 0.
Shares fsdpResident(const Workload &work, const FsdpShards &shards);
/// All weights of the model as they are gathered.
Term fsdpGathered(const Workload &work);
Shares fsdpSave(const Workload &work);

} // namespace shardscope
