// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engines/convention.h"
#include "core/step/stepmodules.h"

namespace shardscope {

// What FSDP1 and FSDP2 have in common. Mixed precision keeps fp32 shards, which are the optimizer's
// parameters and their own master copy, and gathers them in 16 bit (accelerate 1.14).

/// Elements of some parameters that the fullest GPU holds.
struct FsdpShards
{
    double all = 0;
    double quantized = 0; ///< of them, in 4 bit
    double trained = 0;
    double trainedWhole = 0; ///< of all GPUs, without padding, those that have gradients
    double graded = 0; ///< of those that are trainable, whether or not an optimizer has them
    // Of those that are trained, where a gradient reaches them:
    double reached = 0;
    double reachedWhole = 0;

    friend FsdpShards operator+(FsdpShards a, const FsdpShards &b)
    {
        return {a.all + b.all, a.quantized + b.quantized, a.trained + b.trained,
            a.trainedWhole + b.trainedWhole, a.graded + b.graded, a.reached + b.reached,
            a.reachedWhole + b.reachedWhole};
    }
    friend FsdpShards operator*(double times, FsdpShards a)
    {
        return {times * a.all, times * a.quantized, times * a.trained, times * a.trainedWhole,
            times * a.graded, times * a.reached, times * a.reachedWhole};
    }
};

/// Elements of a parameter that rank 0 holds under FSDP2, which cuts every tensor along its first
/// dimension and pads it to a multiple of the ranks.
double fsdpShardElements(const Parameter &parameter, int ranks);
/// Which parameters: where experts are dealt out, those of each are sharded by fewer GPUs.
enum class FsdpPart : std::uint8_t { All, Dense, Experts };
/// Of all of these, tied tables once.
FsdpShards fsdpShardsOf(const Tape &tape, int ranks, FsdpPart part = FsdpPart::All);
FsdpShards fsdpShardsOf(const ModelTapes &model, int ranks, FsdpPart part = FsdpPart::All);

/// GPUs that share one copy: all of them, or one node's under hybrid sharding.
int fsdpShards(const Workload &work);
/// And of the experts that are dealt out to a GPU.
int fsdpExpertShards(const Workload &work);

/// Bytes of a gathered weight, of one that is trained and of its gradient, of a sharded one that is
/// trained, and of a gradient while it is reduced.
double gatheredBytes(const Workload &work);
double gatheredTrainedBytes(const Workload &work);
double fsdpShardBytes(const Workload &work);
double fsdpReduceBytes(const Workload &work);
/// Such shards as they are gathered; 4-bit weights travel packed.
using FsdpLoads = std::array<Load, 3>;
FsdpLoads gatheredLoads(const Workload &work, const FsdpShards &shards);
Term gatheredShards(const Workload &work, const FsdpShards &shards); ///< bytes

/// Whether weights are freed again after a unit's forward pass.
bool reshards(const Workload &work);
/// Whether FSDP1 gathers the unit before while a unit runs backward
/// (BackwardPrefetch.BACKWARD_PRE): where adapters are units of their own, those inside a layer
/// come first.
bool prefetchesBackward(const Workload &work);

/// Weights, adapters and optimizer state of rank 0. `experts`: of those that are dealt out, which
/// are not among `shards`.
Shares fsdpResident(const Workload &work, const FsdpShards &shards, const FsdpShards &experts = {});
/// Bytes by which FSDP2 pads the parameters of one layer to the ranks when it gathers them; 0 where
/// that is less than a hundredth, and under FSDP1, which cuts flat parameters.
Bytes fsdpLayerPadding(const Workload &work, const StepModules &modules);
Shares fsdpSave(const Workload &work);

} // namespace shardscope
