// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/framework.h"

#include "core/scenario/mesh.h"
#include "core/scenario/objective.h"
#include "core/scenario/precision.h"

#include <algorithm>
#include <array>

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

/// What each loop does, in the order of their names.
constexpr std::array<LoopHabits, namesOf<Loop>.size()> habits{{
    {.autocasts = true}, // nothing is known of it: most run accelerate, which takes more memory
    // accelerate 1.14: no_sync; prepare_model
    {.wrap = Wrap::Root, .gradientSync = GradientSync::LastMicroStep, .autocasts = true},
    // torchtitan, models/llama3/parallelize.py
    {Wrap::EmbedHead, GradientSync::EveryMicroStep, true},
    {Wrap::Root, GradientSync::EveryMicroStep}, // torchtune, training/_distributed.py: shard_model
    // LitGPT cf91ad27, finetune/lora.py: FSDPStrategy(auto_wrap_policy={Block}), whose
    // use_orig_params lets frozen weights and adapters share a flat parameter;
    // BitsandbytesPrecision of bitsandbytes 0.41 and 0.42 (autograd/_functions.py,
    // MatMul4Bit.forward: ctx.tensors), which converts all linear modules (lightning
    // fabric/plugins/precision/bitsandbytes.py).
    {.flattensAdapters = true,
        .prefetchesBackward = true,
        .quantizesHead = true,
        .keepsQuantizedInputs = true},
    // verl b178a3cd (January 2026), workers/fsdp_workers.py, _build_model_optimizer;
    // workers/actor/dp_actor.py, update_policy, which asks no micro-step to wait.
    {.gradientSync = GradientSync::EveryMicroStep,
        .prefetchesBackward = true,
        .autocasts = true,
        .reducesInSingle = true,
        .trainsFlat = true,
        .releasesRoot = true},
}};

Offload deepSpeedOffload(const Parallel &parallel)
{
    switch (parallel.strategy) {
    case Strategy::Zero1:
    case Strategy::Zero2:
        // stage_1_and_2.py asks whether there is a device, not which.
        return std::min(parallel.offload, Offload::Optimizer);
    case Strategy::Zero3:
        return parallel.offload;
    case Strategy::Ddp:
    case Strategy::Fsdp:
    case Strategy::FsdpGradOp:
    case Strategy::Hsdp:
        break;
    }
    return Offload::None;
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

LoopHabits habitsFor(const Scenario &scenario)
{
    const Parallel &parallel = scenario.parallel;
    const Loop loop = scenario.training.loop;
    LoopHabits found = habits[static_cast<std::size_t>(loop)];
    if (parallel.wrap != Wrap::Auto)
        found.wrap = parallel.wrap;
    // Who wraps as torchtitan does most likely runs it.
    if (loop == Loop::Auto && parallel.wrap == Wrap::EmbedHead
        && frameworkFor(parallel) == Framework::Fsdp2)
        found.gradientSync = GradientSync::EveryMicroStep;
    if (parallel.gradientSync != GradientSync::Auto)
        found.gradientSync = parallel.gradientSync;
    return found;
}

bool mayAutocastHalf(const Scenario &scenario)
{
    const Training &training = scenario.training;
    const Framework framework = frameworkFor(scenario.parallel);
    if (framework == Framework::Trainer)
        return training.method == Method::Full && training.precision == Precision::Bf16;
    return isFsdp(framework) && training.precision != Precision::Fp32
        && training.modules != ModuleLibrary::Torchtitan
        && (!cutsModel(scenario.parallel) || runsAccelerateMesh(scenario));
}

bool autocastsHalf(const Scenario &scenario)
{
    if (!mayAutocastHalf(scenario))
        return false;
    if (scenario.training.autocast != Autocast::Auto)
        return scenario.training.autocast == Autocast::On;
    // PPOTrainer makes an Accelerator of its own, which hears of no bf16 but the launcher's (TRL
    // 1.10.0.dev0 ppo_trainer.py, __init__; transformers 5.12 training_args.py, __post_init__).
    if (trainsValues(scenario.training.objective))
        return false;
    // FSDP's shards are 16-bit where accelerate is asked for no mixed precision: it upcasts them
    // else (utils/fsdp_utils.py, fsdp2_prepare_model; accelerator.py, prepare_model).
    const bool isUsual = frameworkFor(scenario.parallel) == Framework::Trainer
        || isMixed(recipe(scenario.training.precision));
    return isUsual && habitsFor(scenario).autocasts;
}

Offload offloadFor(const Parallel &parallel)
{
    switch (frameworkFor(parallel)) {
    case Framework::DeepSpeed:
        return deepSpeedOffload(parallel);
    case Framework::Fsdp1:
    case Framework::Fsdp2:
        // All or nothing: CPUOffload(offload_params), CPUOffloadPolicy.
        return parallel.offload == Offload::None ? Offload::None : Offload::Parameters;
    case Framework::Megatron:
        // optimizer_cpu_offload goes with use_precision_aware_optimizer, that with the distributed
        // optimizer (Megatron-LM 2026-08 training/arguments.py, validate_args).
        return parallel.strategy == Strategy::Zero1 ? std::min(parallel.offload, Offload::Optimizer)
                                                    : Offload::None;
    case Framework::Auto:
    case Framework::Trainer:
    case Framework::Nanotron:
        break;
    }
    return Offload::None;
}

bool updatesOnHost(const Scenario &scenario)
{
    return scenario.estimator == EstimatorKind::Detailed
        && offloadFor(scenario.parallel) != Offload::None;
}

bool choosesCheckpointKind(const Scenario &scenario)
{
    const Training &training = scenario.training;
    const Framework framework = frameworkFor(scenario.parallel);
    const bool isTransformers
        = training.modules == ModuleLibrary::Transformers5 || precedesFive(training.modules);
    const bool isTrainer = training.loop == Loop::Auto || training.loop == Loop::Trainer;
    return isTransformers && isTrainer
        && (wrapsEachLayer(scenario) || framework == Framework::DeepSpeed)
        && !runsPipelineModule(scenario) && training.checkpointing == Checkpointing::Full
        && training.activationOffload != ActivationOffload::Inputs;
}

bool plansTrainedParts(const Scenario &scenario)
{
    const Training &training = scenario.training;
    const Parallel &parallel = scenario.parallel;
    const Framework framework = frameworkFor(parallel);
    const bool isKnown = framework == Framework::Trainer || framework == Framework::Fsdp2;
    return isKnown && scenario.estimator == EstimatorKind::Detailed
        && training.modules == ModuleLibrary::Transformers5 && !cutsModel(parallel)
        && !distills(training.objective) && !trainsValues(training.objective)
        && training.checkpointing != Checkpointing::Selective && parallel.offload == Offload::None;
}

} // namespace shardscope
