// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/conventions.h"

#include "core/engines/convention.h"

#include <algorithm>
#include <array>

namespace shardscope {

namespace {

/// What a strategy divides among the GPUs, in the order in which strategies add to it.
enum class Sharded : std::size_t { Nothing, States, Gradients, Weights };

/// By what is sharded.
constexpr std::array ofDeepSpeed{Strategy::Ddp, Strategy::Zero1, Strategy::Zero2, Strategy::Zero3};

Sharded shardedBy(Strategy strategy)
{
    if (strategy == Strategy::FsdpGradOp)
        return Sharded::Gradients;
    const auto *const found = std::find(ofDeepSpeed.begin(), ofDeepSpeed.end(), strategy);
    return found == ofDeepSpeed.end() ? Sharded::Weights // FSDP and hybrid sharding
                                      : static_cast<Sharded>(found - ofDeepSpeed.begin());
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
        return ofDeepSpeed[static_cast<std::size_t>(sharded)];
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
