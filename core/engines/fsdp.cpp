// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/fsdp.h"

#include "core/engines/convention.h"
#include "core/engines/optimizerstate.h"
#include "core/step/stepmodules.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

constexpr std::string_view fsdpShardSource
    = "accelerate 1.14: trained parameters are upcast to fp32 and sharded under mixed precision";
constexpr std::string_view fsdpStateSource = "torch 2.14 optim: moments take the shard's dtype";
constexpr std::string_view fsdpScaleSource
    = "bitsandbytes 0.50: a quant_state is no parameter, each GPU has all of it";

/// Shards in fp32 that are gathered in 16 bit: by the recipe, or because adapters are fp32.
bool isMixed(const Workload &work)
{
    const bool hasSingleAdapters
        = !work.isFull() && work.training().loraPrecision == LoraPrecision::Fp32;
    return isMixed(recipe(work.training().precision))
        || (hasSingleAdapters && !gathersSingleAdapters(work.scenario));
}

/// `whole` as the share of rank 0, which holds `held` of `all` elements.
Term shardOf(const Term &whole, double held, double all, int ranks)
{
    if (all <= 0 || whole.isZero())
        return {};
    const double share = held / all;
    return std::abs(share * ranks - 1) > 1e-9 ? whole * Term::factor(share) : shard(whole, ranks);
}

/// What there is for each trained parameter that the GPU has a part of, as its shards.
Term trainedShard(
    const Workload &work, const Term &whole, const FsdpShards &shards, const FsdpShards &experts)
{
    if (experts.trained <= 0 || whole.isZero())
        return shardOf(whole, shards.trained, work.trainedHere(), fsdpShards(work));
    const Term each = Term::each(whole.value() / work.trainedHere());
    return shardOf(
               each * Term::count(work.denseHere), shards.trained, work.denseHere, fsdpShards(work))
        + shardOf(each * Term::count(work.expertsHere), experts.trained, work.expertsHere,
            fsdpExpertShards(work));
}

} // namespace

// 4-bit weights are a column of packed elements (bitsandbytes 0.50 quantize_4bit), four to one of
// 16 bits.
double fsdpShardElements(const Parameter &parameter, int ranks)
{
    const double rows = parameter.isQuantized ? std::ceil(parameter.elements / 4) : parameter.rows;
    return std::ceil(rows / ranks) * parameter.elements / rows;
}

FsdpShards fsdpShardsOf(const Tape &tape, int ranks, FsdpPart part)
{
    FsdpShards sum;
    for (const Parameter &parameter : tape.parameters) {
        const bool isOther
            = part != FsdpPart::All && parameter.isExpert != (part == FsdpPart::Experts);
        if (parameter.isShared || isOther)
            continue;
        const double cut = fsdpShardElements(parameter, ranks);
        sum.all += cut;
        sum.quantized += parameter.isQuantized ? cut : 0;
        if (!parameter.trainable)
            continue;
        sum.trained += parameter.isUpdated ? cut : 0;
        sum.trainedWhole += parameter.elements;
        sum.graded += cut;
        if (!parameter.isReached)
            continue;
        sum.reached += cut;
        sum.reachedWhole += parameter.elements;
    }
    return sum;
}

FsdpShards fsdpShardsOf(const ModelTapes &model, int ranks, FsdpPart part)
{
    FsdpShards sum;
    model.forEach(
        [&](const Tape &tape, int units) { sum = sum + units * fsdpShardsOf(tape, ranks, part); });
    return sum;
}

int fsdpShards(const Workload &work)
{
    const Parallel &parallel = work.scenario.parallel;
    return parallel.strategy == Strategy::Hsdp ? shardGroupOf(parallel, work.mesh)
                                               : work.mesh.replicas();
}

int fsdpExpertShards(const Workload &work)
{
    return work.mesh.expert > 1 ? work.mesh.expertReplicas() : fsdpShards(work);
}

double gatheredBytes(const Workload &work)
{
    return isMixed(work) ? 2 : recipe(work.training().precision).compute;
}

double gatheredTrainedBytes(const Workload &work)
{
    return gathersSingleAdapters(work.scenario) ? 4 : gatheredBytes(work);
}

double fsdpShardBytes(const Workload &work)
{
    return isMixed(work) || gathersSingleAdapters(work.scenario) ? 4 : work.recipe.weight;
}

double fsdpReduceBytes(const Workload &work)
{
    const GradientPrecision precision = work.scenario.parallel.gradientPrecision;
    const bool isSingle = precision == GradientPrecision::Fp32
        || (precision == GradientPrecision::Auto && habitsFor(work.scenario).reducesInSingle);
    return isSingle ? 4 : gatheredTrainedBytes(work);
}

FsdpLoads gatheredLoads(const Workload &work, const FsdpShards &shards)
{
    const double trainedBytes = gatheredTrainedBytes(work);
    const double bytes = gatheredBytes(work);
    const double apart = trainedBytes == bytes ? 0 : shards.trained;
    return {Load{bytes, shards.all - shards.quantized - apart}, Load{0.5, shards.quantized},
        Load{trainedBytes, apart}};
}

Term gatheredShards(const Workload &work, const FsdpShards &shards)
{
    Term sum;
    for (const Load &load : gatheredLoads(work, shards))
        sum += Term::each(load.bytes) * Term::count(load.elements);
    return sum;
}

bool reshards(const Workload &work)
{
    return work.scenario.parallel.strategy != Strategy::FsdpGradOp;
}

bool prefetchesBackward(const Workload &work)
{
    const bool isOneUnit = work.isFull() || flattensAdapters(work.scenario);
    return isOneUnit && overlaps(work, habitsFor(work.scenario).prefetchesBackward);
}

Shares fsdpResident(const Workload &work, const FsdpShards &shards, const FsdpShards &experts)
{
    const int ranks = fsdpShards(work);
    const double bytes = fsdpShardBytes(work);
    const Term trained = Term::each(bytes) * Term::count(work.trainedHere());
    const Term own = trainedShard(work, trained, shards, experts);
    Shares shares;
    if (work.isFull()) {
        shares.push_back({PartId::Weights, own, fsdpShardSource});
        if (const double frozen = shards.all - shards.trained; frozen > 0)
            shares.push_back({PartId::Weights,
                Term::each(recipe(work.training().precision).weight) * Term::count(frozen),
                fsdpShardSource});
    } else {
        // Frozen parameters keep their load dtype.
        const Term packed = quantizedWeights(work);
        const Term plain = plainWeights(work);
        const double inFourBit = quantizedParameters(work);
        const double heldWide = shards.all - shards.trained - shards.quantized;
        const bool isPadded = heldWide * ranks > (1 + 1e-9) * (work.parameters - inFourBit);
        // Padding is of unlike size where some of them are packed.
        shares.push_back({PartId::Weights,
            isPadded && inFourBit > 0
                ? shardOf(packed, shards.quantized, inFourBit, ranks)
                    + shardOf(plain, heldWide, work.parameters - inFourBit, ranks)
                : shardOf(packed + plain, shards.all - shards.trained, work.parameters, ranks),
            fsdpShardSource});
        shares.push_back({PartId::Weights, quantizationScales(work), fsdpScaleSource});
        shares.push_back({PartId::Adapters, own, fsdpShardSource});
    }
    shares.push_back({PartId::OptimizerState,
        trainedShard(work, optimizerStateHere(work, bytes), shards, experts), fsdpStateSource});
    return shares;
}

Bytes fsdpLayerPadding(const Workload &work, const StepModules &modules)
{
    if (frameworkFor(work.scenario.parallel) != Framework::Fsdp2)
        return {};
    constexpr double slight = 0.01;
    const int ranks = fsdpShards(work);
    Bytes most;
    const int sharers = fsdpExpertShards(work);
    modules.tapes().forEachForm([&](std::size_t, const Tape &tape, int /*layers*/) {
        const FsdpShards cut = ranks * fsdpShardsOf(tape, ranks, FsdpPart::Dense)
            + sharers * fsdpShardsOf(tape, sharers, FsdpPart::Experts);
        const double padded = gatheredShards(work, cut).value();
        const double whole = gatheredShards(work, fsdpShardsOf(tape, 1)).value();
        if (padded > (1 + slight) * whole)
            most = std::max(most, Bytes(padded - whole));
    });
    return most;
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
