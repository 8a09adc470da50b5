// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/conventions.h"

#include "core/engines/convention.h"

namespace shardscope {

namespace {

/// What a strategy divides among the GPUs, in the order in which strategies add to it.
enum class Sharded { Nothing, States, Gradients, Weights };

Sharded shardedBy(Strategy strategy)
{
    switch (strategy) {
    case Strategy::Ddp:
        return Sharded::Nothing;
    case Strategy::Zero1:
        return Sharded::States;
    case Strategy::Zero2:
    case Strategy::FsdpGradOp:
        return Sharded::Gradients;
    case Strategy::Zero3:
    case Strategy::Fsdp:
    case Strategy::Hsdp:
        return Sharded::Weights;
    }
    return Sharded::Nothing;
}

Strategy ofDeepSpeed(Sharded sharded)
{
    switch (sharded) {
    case Sharded::Nothing:
        return Strategy::Ddp;
    case Sharded::States:
        return Strategy::Zero1;
    case Sharded::Gradients:
        return Strategy::Zero2;
    case Sharded::Weights:
        return Strategy::Zero3;
    }
    return Strategy::Ddp;
}

} // namespace

Strategy equivalentStrategy(Framework framework, Strategy strategy)
{
    const Sharded sharded = shardedBy(strategy);
    switch (framework) {
    case Framework::Auto:
        return strategy;
    case Framework::Trainer:
        return Strategy::Ddp;
    case Framework::DeepSpeed:
        return ofDeepSpeed(sharded);
    case Framework::Fsdp1:
    case Framework::Fsdp2:
        if (strategy == Strategy::Hsdp)
            return strategy;
        return sharded == Sharded::Weights ? Strategy::Fsdp : Strategy::FsdpGradOp;
    case Framework::Megatron:
    case Framework::Nanotron:
        return sharded == Sharded::Nothing ? Strategy::Ddp : Strategy::Zero1;
    }
    return strategy;
}

std::vector<FrameworkPlan> plansByFramework(const Plan &plan, const PlanMaker &make)
{
    const Parallel &parallel = plan.scenario.parallel;
    const Framework chosen = frameworkFor(parallel);
    std::vector<Framework> compared{Framework::Trainer, Framework::DeepSpeed, Framework::Fsdp1,
        Framework::Fsdp2, Framework::Megatron};
    if (chosen == Framework::Nanotron) // holds what Megatron does, nearly: for those who run it
        compared.push_back(chosen);
    std::vector<FrameworkPlan> plans;
    for (const Framework framework : compared) {
        Scenario scenario = plan.scenario;
        if (framework != chosen) {
            scenario.parallel.framework = framework;
            scenario.parallel.strategy = equivalentStrategy(framework, parallel.strategy);
        }
        const bool shardsAlike
            = shardedBy(scenario.parallel.strategy) == shardedBy(parallel.strategy);
        const std::string_view name = conventionFor(scenario.parallel).name;
        if (framework == chosen) {
            plans.push_back({framework, name, true, shardsAlike, plan});
            continue;
        }
        if (Result<Plan> other = make(scenario))
            plans.push_back({framework, name, false, shardsAlike, *std::move(other)});
    }
    return plans;
}

} // namespace shardscope
