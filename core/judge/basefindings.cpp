// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/judge/basefindings.h"

#include "core/scenario/base.h"
#include "core/scenario/framework.h"

namespace shardscope {

std::optional<std::string_view> baseObstacle(const Scenario &scenario)
{
    const Training &training = scenario.training;
    const bool isFollowedBase = isInInt8(training) || isInFourBits(training);
    if (training.method == Method::Qlora && !isFollowedBase
        && scenario.estimator == EstimatorKind::Detailed)
        return "training.base";
    if (!isInInt8(training) || scenario.estimator != EstimatorKind::Detailed)
        return std::nullopt;
    const Framework framework = frameworkFor(scenario.parallel);
    // Others shard weights, which is a contradiction, or bring layers of their own.
    if (framework == Framework::Megatron || framework == Framework::Nanotron)
        return "parallel.framework";
    // torchtune and torchtitan know no such base, LitGPT's is not followed.
    if (training.loop != Loop::Auto && training.loop != Loop::Trainer)
        return "training.loop";
    const AdapterKind kind = training.adapter;
    const bool isFollowed
        = kind == AdapterKind::Lora || kind == AdapterKind::LnTuning || isPrompt(kind);
    return isFollowed ? std::nullopt : std::optional<std::string_view>("training.adapter");
}

Bytes keptInputs(const Workload &work, const StepModules &modules)
{
    Bytes kept;
    if (!isInInt8(work.training()) || work.training().checkpointing == Checkpointing::None)
        return kept;
    for (int i = 0; i < modules.layers(); ++i)
        kept += Bytes(modules.layer(i).profile.referred);
    return kept;
}

} // namespace shardscope
