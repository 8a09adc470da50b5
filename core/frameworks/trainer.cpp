// SPDX-License-Identifier: GPL-3.0-or-later
// Plain torch and the Hugging Face Trainer, on one GPU or under DistributedDataParallel: everything
// is replicated. A recipe with a master copy is what DeepSpeed stage 0 and Apex O2 do.
#include "core/frameworks/convention.h"
#include "core/optimizerstate.h"

namespace shardscope {

namespace {

constexpr std::string_view weightsSource = "transformers 5.12 Trainer: weights in their load dtype";
constexpr std::string_view stateSource = "torch 2.14 optim: moments take the parameter's dtype";
constexpr std::string_view masterSource
    = "fp32 copy of 16-bit weights, as DeepSpeed stage 0 keeps it";
constexpr std::string_view gradientSource = "torch autograd: a gradient has its parameter's dtype";
constexpr std::string_view bucketSource
    = "torch DistributedDataParallel: gradient_as_bucket_view=False holds buckets beside gradients";
constexpr std::string_view castSource = "DeepSpeed stage 0: gradients in fp32 for the update";

Term gradients(const Workload &work, double parameters)
{
    return Term::each(work.recipe.gradient) * Term::count(parameters);
}

Shares resident(const Workload &work)
{
    Shares shares;
    addWholeWeights(shares, work, weightsSource);
    const Term trained = Term::count(work.trainable);
    shares.push_back({PartId::Master, Term::each(work.recipe.master) * trained, masterSource});
    shares.push_back(
        {PartId::OptimizerState, optimizerState(work, work.recipe.moment), stateSource});
    if (work.ranks() > 1)
        shares.push_back({PartId::Buffers, gradients(work, work.trainable), bucketSource});
    return shares;
}

Shares waiting(const Workload &work)
{
    if (!work.accumulates())
        return {};
    return {{PartId::Gradients, gradients(work, work.trainable), gradientSource}};
}

Shares backward(const Workload &work, BackwardPoint point)
{
    const double done = gradientsAt(work, point);
    const double held = work.accumulates() ? std::max(done, work.trainable) : done;
    return {{PartId::Gradients, gradients(work, held), gradientSource}};
}

Shares step(const Workload &work)
{
    Shares shares{{PartId::Gradients, gradients(work, work.trainable), gradientSource},
        {PartId::Temporaries, optimizerScratch(work, work.trainable, work.recipe.moment),
            stateSource}};
    if (work.recipe.master > 0)
        shares.push_back(
            {PartId::Temporaries, Term::each(4) * Term::count(work.trainable), castSource});
    return shares;
}

} // namespace

const Convention trainerConvention{.name = "Hugging Face Trainer (transformers 5.12, torch 2.14)",
    .resident = resident,
    .waiting = waiting,
    .forward = nothing,
    .loss = nothing,
    .backward = backward,
    .step = step,
    .save = nothing,
    .traffic = trainerTraffic};

} // namespace shardscope
