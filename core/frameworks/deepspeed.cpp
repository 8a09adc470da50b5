// SPDX-License-Identifier: GPL-3.0-or-later
// DeepSpeed 0.19.6, ZeRO stages 1 to 3 (stage_1_and_2.py, stage3.py); gradients accumulate in the
// model's dtype, the default.
#include "core/frameworks/convention.h"
#include "core/optimizerstate.h"

#include <algorithm>

namespace shardscope {

namespace {

constexpr std::string_view weightsSource = "DeepSpeed 0.19.6: model in 16 bit";
constexpr std::string_view stateSource = "DeepSpeed 0.19.6: fp32 partition of each rank";
constexpr std::string_view gradientSource = "DeepSpeed 0.19.6 stage_1_and_2.py: averaged gradients";
constexpr std::string_view bucketSource
    = "DeepSpeed 0.19.6: reduce bucket and its flattened copy while it is reduced";
constexpr std::string_view stepSource
    = "DeepSpeed 0.19.6 step(): flattened 16-bit gradients and their fp32 copy";
constexpr std::string_view gatherSource = "DeepSpeed 0.19.6 partitioned_param_coordinator.py: "
                                          "current, prefetched and reused parameters";
constexpr std::string_view persistentSource
    = "DeepSpeed 0.19.6 stage3.py: flat gradient buffer of each rank";

// zero/config.py, in elements.
constexpr double defaultBucket = 5e8;
constexpr double maxReuseDistance
    = 5e8; // about half of stage3_max_reuse_distance lies on each side
constexpr double subGroupSize = 1e9;

bool isStage3(const Workload &work)
{
    return work.scenario.parallel.strategy == Strategy::Zero3;
}
bool partitionsGradients(const Workload &work)
{
    return work.scenario.parallel.strategy == Strategy::Zero2 || isStage3(work);
}

double hiddenSquared(const Workload &work)
{
    return static_cast<double>(work.spec().hidden) * static_cast<double>(work.spec().hidden);
}

/// Stage 3 is usually run with Hugging Face's "auto" settings, stages 1 and 2 with the defaults.
Term bucketElements(const Workload &work)
{
    return Term::count(isStage3(work) ? hiddenSquared(work) : defaultBucket);
}

Term ownedGradients(const Workload &work)
{
    return shard(Term::each(work.recipe.gradient) * Term::count(work.trainable), work.ranks());
}

/// Everything that DeepSpeed trains has an fp32 partition, whatever the weights' dtype; only
/// all-16-bit training goes without.
double masterBytes(const Workload &work)
{
    return work.recipe.moment == 4 ? 4 : 0;
}

Shares resident(const Workload &work)
{
    Shares shares;
    const int ranks = work.ranks();
    const Term trained = Term::count(work.trainable);
    if (isStage3(work)) {
        shares.push_back({PartId::Weights, shard(baseWeights(work), ranks), weightsSource});
        if (!work.isFull())
            shares.push_back({PartId::Adapters,
                shard(Term::each(work.recipe.weight) * trained, ranks), weightsSource});
        shares.push_back({PartId::Gradients, ownedGradients(work), persistentSource});
        shares.push_back({PartId::Buffers, Term::each(work.recipe.gradient) * bucketElements(work),
            bucketSource});
    } else {
        addWholeWeights(shares, work, weightsSource);
    }
    shares.push_back(
        {PartId::Master, shard(Term::each(masterBytes(work)) * trained, ranks), stateSource});
    shares.push_back({PartId::OptimizerState,
        shard(optimizerState(work, work.recipe.moment), ranks), stateSource});
    return shares;
}

Shares waiting(const Workload &work)
{
    if (!work.accumulates() || isStage3(work))
        return {};
    const Term whole = Term::each(work.recipe.gradient) * Term::count(work.trainable);
    return {{PartId::Gradients, partitionsGradients(work) ? ownedGradients(work) : whole,
        gradientSource}};
}

Term gathered(const Workload &work)
{
    const double prefetch = 0.9 * hiddenSquared(work); // Hugging Face "auto"
    const double largest = work.count().largestTensor;
    const double kept = std::min(work.parameters, maxReuseDistance);
    return Term::each(2)
        * (Term::count(prefetch + largest, "prefetched") + Term::count(kept, "kept for reuse"));
}

Shares forward(const Workload &work)
{
    if (!isStage3(work))
        return {};
    return {{PartId::Gathered, gathered(work), gatherSource}};
}

Shares loss(const Workload &work)
{
    if (!isStage3(work))
        return {};
    const double kept = std::min(work.parameters, maxReuseDistance);
    return {{PartId::Gathered, Term::each(2) * Term::count(kept, "kept for reuse"), gatherSource}};
}

Shares backward(const Workload &work, BackwardPoint point)
{
    const double done = gradientsAt(work, point);
    const Term bucket = Term::each(work.recipe.gradient) * bucketElements(work);
    if (isStage3(work)) {
        Shares shares{{PartId::Buffers, bucket, bucketSource}};
        if (point != BackwardPoint::End)
            shares.push_back({PartId::Gathered, gathered(work), gatherSource});
        return shares;
    }
    // One bucket, and a flattened copy of what is being reduced.
    const double filled = std::min(bucketElements(work).value(), work.trainable);
    Shares shares{{PartId::Buffers, bucket, bucketSource},
        {PartId::Buffers, Term::each(work.recipe.gradient) * Term::count(filled), bucketSource}};
    if (partitionsGradients(work)) {
        const Term reduced
            = shard(Term::each(work.recipe.gradient) * Term::count(std::min(done, work.trainable)),
                work.ranks());
        shares.push_back({PartId::Gradients, reduced, gradientSource});
        if (work.accumulates())
            shares.push_back({PartId::Gradients, ownedGradients(work), gradientSource});
    } else {
        const double held = work.accumulates() ? std::max(done, work.trainable) : done;
        shares.push_back({PartId::Gradients, Term::each(work.recipe.gradient) * Term::count(held),
            gradientSource});
        if (point == BackwardPoint::End)
            shares.push_back({PartId::Gradients, ownedGradients(work), gradientSource});
    }
    return shares;
}

Shares step(const Workload &work)
{
    const int ranks = work.ranks();
    const Term owned = shard(Term::count(work.trainable), ranks);
    const double updated = work.trainable / ranks;
    Shares shares;
    if (isStage3(work)) {
        const double group = std::min(subGroupSize, updated);
        shares.push_back({PartId::Temporaries, Term::each(2 + 4) * Term::count(group), stepSource});
    } else {
        shares.push_back({PartId::Gradients, ownedGradients(work), gradientSource});
        shares.push_back({PartId::Temporaries, Term::each(2 + 4) * owned, stepSource});
    }
    shares.push_back(
        {PartId::Temporaries, optimizerScratch(work, updated, work.recipe.moment), stateSource});
    return shares;
}

Shares save(const Workload &work)
{
    if (!isStage3(work) || !work.isFull())
        return {};
    return {{PartId::Gathered, Term::each(2) * Term::count(work.count().largestTensor),
        "DeepSpeed stage3_gather_16bit_weights_on_model_save: one parameter after the other"}};
}

/// As shipped, stages 1 and 2 send every bucket through all-reduce and keep their slice
/// (use_multi_rank_bucket_allreduce); stages 2 and 3 reduce in every micro-step.
} // namespace

const Convention deepSpeedConvention{.name = "DeepSpeed 0.19.6",
    .resident = resident,
    .waiting = waiting,
    .forward = forward,
    .loss = loss,
    .backward = backward,
    .step = step,
    .save = save,
    .traffic = deepSpeedTraffic};

} // namespace shardscope
