// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frameworks/convention.h"

namespace shardscope {

namespace {

bool isZero(Strategy strategy)
{
    return strategy == Strategy::Zero1 || strategy == Strategy::Zero2
        || strategy == Strategy::Zero3;
}
bool isFsdp(Strategy strategy)
{
    return strategy == Strategy::Fsdp || strategy == Strategy::FsdpGradOp
        || strategy == Strategy::Hsdp;
}

bool implements(Framework framework, Strategy strategy)
{
    switch (framework) {
    case Framework::Auto:
        return false;
    case Framework::Trainer:
        return strategy == Strategy::Ddp;
    case Framework::DeepSpeed:
        return strategy == Strategy::Ddp || isZero(strategy);
    case Framework::Fsdp1:
    case Framework::Fsdp2:
        return isFsdp(strategy);
    case Framework::Megatron:
    case Framework::Nanotron:
        return strategy == Strategy::Ddp || strategy == Strategy::Zero1;
    }
    return false;
}

} // namespace

Framework frameworkFor(const Parallel &parallel)
{
    if (implements(parallel.framework, parallel.strategy))
        return parallel.framework;
    if (isZero(parallel.strategy))
        return Framework::DeepSpeed;
    return isFsdp(parallel.strategy) ? Framework::Fsdp2 : Framework::Trainer;
}

const Convention &conventionFor(const Parallel &parallel)
{
    switch (frameworkFor(parallel)) {
    case Framework::DeepSpeed:
        return deepSpeedConvention;
    case Framework::Fsdp1:
        return fsdp1Convention;
    case Framework::Fsdp2:
        return fsdp2Convention;
    case Framework::Megatron:
        return megatronConvention;
    case Framework::Nanotron:
        return nanotronConvention;
    case Framework::Auto:
    case Framework::Trainer:
        break;
    }
    return trainerConvention;
}

bool reducesEachMicroStep(const Parallel &parallel)
{
    if (parallel.gradientSync != GradientSync::Auto)
        return parallel.gradientSync == GradientSync::EveryMicroStep;
    return parallel.wrap == Wrap::EmbedHead && frameworkFor(parallel) == Framework::Fsdp2;
}

void addWholeWeights(Shares &shares, const Workload &work, std::string_view source)
{
    shares.push_back({PartId::Weights, baseWeights(work), source});
    if (!work.isFull())
        shares.push_back({PartId::Adapters,
            Term::each(work.recipe.weight) * Term::count(work.trainable), source});
}

} // namespace shardscope
