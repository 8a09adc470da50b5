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
constexpr std::string_view scaleSource
    = "bitsandbytes 0.50: a quant_state is no parameter, each GPU has all of it";

/// Shards in fp32 that are gathered in 16 bit: by the recipe, or because adapters are fp32.
bool isMixed(const Workload &work)
{
    const Recipe bytes = recipe(work.training().precision);
    return bytes.master > 0 || bytes.autocast
        || (!work.isFull() && work.training().loraPrecision == LoraPrecision::Fp32);
}

/// FSDP2 pads fused experts, one row for each, to a multiple of the ranks.
double expertPadding(const Workload &work)
{
    const ModelSpec &spec = work.spec();
    if (!spec.experts || frameworkFor(work.scenario.parallel) != Framework::Fsdp2)
        return 1;
    const int shards = fsdpShards(work);
    return std::ceil(static_cast<double>(spec.experts->count) / shards) * shards
        / spec.experts->count;
}

/// `whole` as the share of rank 0, which holds `held` of `all` elements.
Term shardOf(const Term &whole, double held, double all, int ranks)
{
    if (all <= 0 || whole.isZero())
        return {};
    const double share = held / all;
    return share * ranks > 1 + 1e-9 ? whole * Term::factor(share) : shard(whole, ranks);
}

} // namespace

FsdpShards fsdpShardsOf(const Tape &tape, int ranks)
{
    FsdpShards sum;
    for (const Parameter &parameter : tape.parameters) {
        if (parameter.isShared)
            continue;
        const double cut = std::ceil(parameter.rows / ranks) * parameter.elements / parameter.rows;
        sum.all += cut;
        if (!parameter.trainable)
            continue;
        sum.trained += cut;
        sum.trainedWhole += parameter.elements;
    }
    return sum;
}

FsdpShards fsdpShardsOf(const ModelTapes &model, int ranks)
{
    FsdpShards sum = fsdpShardsOf(*model.embedding, ranks) + fsdpShardsOf(*model.head, ranks);
    if (model.dense)
        sum = sum + model.denseLayers * fsdpShardsOf(*model.dense, ranks);
    if (model.sparse)
        sum = sum + model.sparseLayers * fsdpShardsOf(*model.sparse, ranks);
    return sum;
}

int fsdpShards(const Workload &work)
{
    const Parallel &parallel = work.scenario.parallel;
    if (parallel.strategy != Strategy::Hsdp)
        return parallel.gpus;
    const int group = parallel.shardGroup > 0 ? parallel.shardGroup : parallel.gpusPerNode;
    return std::min(parallel.gpus, group);
}

double gatheredBytes(const Workload &work)
{
    return isMixed(work) ? 2 : recipe(work.training().precision).compute;
}

double fsdpShardBytes(const Workload &work)
{
    return isMixed(work) ? 4 : work.recipe.weight;
}

double fsdpReduceBytes(const Workload &work)
{
    return work.scenario.parallel.gradientPrecision == GradientPrecision::Fp32
        ? 4
        : gatheredBytes(work);
}

bool reshards(const Workload &work)
{
    return work.scenario.parallel.strategy != Strategy::FsdpGradOp;
}

bool reducesEachMicroStep(const Workload &work)
{
    const Parallel &parallel = work.scenario.parallel;
    return parallel.wrap == Wrap::EmbedHead && frameworkFor(parallel) == Framework::Fsdp2;
}

Shares fsdpResident(const Workload &work, const FsdpShards &shards)
{
    const int ranks = fsdpShards(work);
    const double bytes = fsdpShardBytes(work);
    const Term trained = Term::each(bytes) * Term::count(work.trainable);
    const Term trainedShard = shardOf(trained, shards.trained, work.trainable, ranks);
    Shares shares;
    if (work.isFull()) {
        shares.push_back({PartId::Weights, trainedShard, shardSource});
    } else {
        // Frozen parameters keep their load dtype.
        const Term frozen = quantizedWeights(work) + plainWeights(work);
        shares.push_back({PartId::Weights,
            shardOf(frozen, shards.all - shards.trained, work.parameters, ranks), shardSource});
        shares.push_back({PartId::Weights, quantizationScales(work), scaleSource});
        shares.push_back({PartId::Adapters, trainedShard, shardSource});
    }
    shares.push_back({PartId::OptimizerState,
        shardOf(optimizerState(work, bytes), shards.trained, work.trainable, ranks), stateSource});
    return shares;
}

Term fsdpGathered(const Workload &work)
{
    if (work.training().method == Method::Qlora)
        return baseWeights(work);
    const double padding = expertParameters(work.spec()) * (expertPadding(work) - 1);
    return Term::each(gatheredBytes(work)) * Term::count(work.parameters + padding);
}

Shares fsdpSave(const Workload &work)
{
    if (!work.isFull())
        return {};
    return {{PartId::Gathered,
        Term::each(fsdpShardBytes(work)) * Term::count(work.count().largestTensor),
        "torch 2.14 full_state_dict with CPU offload: one parameter after the other"}};
}

} // namespace shardscope
