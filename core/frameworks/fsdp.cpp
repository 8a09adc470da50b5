// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frameworks/fsdp.h"

#include "core/optimizerstate.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

constexpr std::string_view shardSource
    = "accelerate 1.14: trained parameters are upcast to fp32 and sharded under mixed precision";
constexpr std::string_view stateSource = "torch 2.14 optim: moments take the shard's dtype";
constexpr std::string_view gradientSource
    = "torch 2.14 FSDP: sharded gradients in the shard's dtype";
constexpr std::string_view accumulationSource
    = "transformers 5.12 Trainer: no_sync between micro-steps keeps whole gradients";

constexpr std::string_view rootSource = "torch 2.14 FSDP: the root unit stays gathered";

bool isMixed(const Workload &work)
{
    const Recipe bytes = recipe(work.training().precision);
    return bytes.master > 0 || bytes.autocast;
}

double shardBytes(const Workload &work)
{
    return isMixed(work) ? 4 : work.recipe.weight;
}

Term whole(double bytes, const Workload &work)
{
    return Term::each(bytes) * Term::count(work.trainable);
}

/// FSDP2 cuts every tensor along its first dimension and pads it to a multiple of the ranks: fused
/// experts, a tensor with one row for each, grow by this factor when there are more ranks than
/// rows.
double expertPadding(const Workload &work)
{
    const ModelSpec &spec = work.spec();
    const bool cutsRows = frameworkFor(work.scenario.parallel) == Framework::Fsdp2;
    if (!cutsRows || !spec.experts)
        return 1;
    const int shards = fsdpShards(work);
    return std::ceil(static_cast<double>(spec.experts->count) / shards) * shards
        / spec.experts->count;
}

/// `whole` as the share of this GPU.
Term fsdpShard(const Term &whole, const Workload &work)
{
    const int shards = fsdpShards(work);
    const double share = fsdpShare(work);
    return share * shards > 1 + 1e-9 ? whole * Term::factor(share) : shard(whole, shards);
}

} // namespace

double fsdpShare(const Workload &work)
{
    const double experts = expertParameters(work.spec()) / work.parameters;
    return (1 - experts + experts * expertPadding(work)) / fsdpShards(work);
}

int fsdpShards(const Workload &work)
{
    const Parallel &parallel = work.scenario.parallel;
    if (parallel.strategy != Strategy::Hsdp)
        return parallel.gpus;
    const int group = parallel.shardGroup;
    const bool divides = group > 0 && group <= parallel.gpus && parallel.gpus % group == 0;
    return divides ? group : std::min(parallel.gpus, parallel.gpusPerNode);
}

double gatheredBytes(const Workload &work)
{
    return isMixed(work) ? 2 : recipe(work.training().precision).compute;
}

double gatheredParameters(const Workload &work)
{
    return work.parameters * fsdpShare(work) * fsdpShards(work);
}

double layerUnit(const Workload &work)
{
    const double experts = expertParameters(work.spec()) / work.parameters;
    const double inLayer
        = experts * work.count().layersTotal / static_cast<double>(work.spec().layers);
    return work.count().largestLayer + inLayer * (expertPadding(work) - 1);
}

double rootUnit(const Workload &work)
{
    return work.count().total - work.count().layersTotal;
}

Term unit(const Workload &work, double parameters)
{
    return Term::each(gatheredBytes(work)) * Term::count(parameters);
}

bool reshards(const Workload &work)
{
    return work.scenario.parallel.strategy != Strategy::FsdpGradOp;
}

Shares fsdpResident(const Workload &work)
{
    const int shards = fsdpShards(work);
    Shares shares;
    if (work.isFull()) {
        shares.push_back(
            {PartId::Weights, fsdpShard(whole(shardBytes(work), work), work), shardSource});
    } else {
        // Frozen parameters keep their load dtype.
        shares.push_back({PartId::Weights, shard(baseWeights(work), shards), shardSource});
        shares.push_back(
            {PartId::Adapters, shard(whole(shardBytes(work), work), shards), shardSource});
    }
    shares.push_back({PartId::OptimizerState,
        fsdpShard(optimizerState(work, shardBytes(work)), work), stateSource});
    return shares;
}

Shares fsdpWaiting(const Workload &work)
{
    if (!work.accumulates())
        return {};
    return {{PartId::Gradients, whole(gatheredBytes(work), work), accumulationSource}};
}

Shares fsdpGradients(const Workload &work, BackwardPoint point)
{
    Shares shares = fsdpWaiting(work);
    const double done = std::min(gradientsAt(work, point), work.trainable);
    // The root's gradient, the first to be made, is reduced last.
    const double reduced = point == BackwardPoint::AfterLoss ? 0 : done;
    shares.push_back({PartId::Gradients,
        fsdpShard(Term::each(shardBytes(work)) * Term::count(reduced), work), gradientSource});
    return shares;
}

Shares fsdpStep(const Workload &work)
{
    const int shards = fsdpShards(work);
    const double updated = work.trainable / shards;
    return {{PartId::Gradients, fsdpShard(whole(shardBytes(work), work), work), gradientSource},
        {PartId::Temporaries, optimizerScratch(work, updated, shardBytes(work)), stateSource}};
}

Shares fsdpSave(const Workload &work)
{
    if (!work.isFull())
        return {};
    return {{PartId::Gathered, Term::each(shardBytes(work)) * Term::count(layerUnit(work)),
        "torch 2.14 full_state_dict with CPU offload: one unit after the other"}};
}

Shares fsdpLoss(const Workload &work)
{
    const double gathered = reshards(work) ? rootUnit(work) : gatheredParameters(work);
    return {{PartId::Gathered, unit(work, gathered), rootSource}};
}

} // namespace shardscope
