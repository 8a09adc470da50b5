// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/judge/basefindings.h"

#include "core/modules/compiling.h"
#include "core/scenario/base.h"
#include "core/scenario/framework.h"
#include "core/scenario/precision.h"
#include "core/step/obstacles.h"

namespace shardscope {

namespace {

/// Whether all that is quantised are linear modules of decoder layers, which are alike.
bool isPlainDecoder(const ModelSpec &spec)
{
    const bool readsTextAlone
        = !spec.encoder && !spec.seq2seq && !spec.tower && !spec.idleTower && !spec.imageLayers;
    const bool hasPlainLayers = !spec.experts && !spec.mixed && !spec.hasState() && !spec.latent
        && !spec.indexer && !spec.layerEmbeddings && !spec.altUp;
    // Conv1D and subclasses of nn.Linear: hqq passes over them.
    const bool hasPlainModules = !spec.modules.transposesWeights && !spec.modules.ownLinear
        && linearsBesideLayers(spec).empty();
    return readsTextAlone && hasPlainLayers && hasPlainModules && spec.labels == 0;
}

/// What was followed is plain LoRA on one GPU. Under DDP, HQQ's parameters are as any others.
std::optional<std::string_view> groupedObstacle(const Scenario &scenario, const ModelSpec &spec)
{
    const Training &training = scenario.training;
    if (const std::optional<std::string_view> place = placeObstacle(scenario))
        return place;
    // Packed weights of GPTQ and AWQ are buffers, which DDP hands out before each forward pass.
    if (training.base != BaseStorage::Hqq && scenario.parallel.gpus > 1)
        return "parallel.gpus";
    if (training.loop != Loop::Auto && training.loop != Loop::Trainer)
        return "training.loop";
    if (training.adapter != AdapterKind::Lora)
        return "training.adapter";
    // It leaves GPTQ's and HQQ's parameters as they are; what it makes of AWQ's was not followed.
    if (training.base == BaseStorage::Awq && training.kbitPreparation != KbitPreparation::None)
        return "training.kbit_preparation";
    // Their modules compute in 16 bits, and nothing casts what they are given.
    if (recipe(training.precision).weight != 2)
        return "training.precision";
    if (isCompiled(training.kernels) || training.kernels == Kernels::Unsloth)
        return "training.kernels";
    if (training.objective != Objective::CausalLm)
        return "training.objective";
    return isPlainDecoder(spec) ? std::nullopt : std::optional<std::string_view>("model.id");
}

} // namespace

namespace {

/// transformers' lists alone are followed: of what other loaders leave nothing is known, nor of
/// experts that are linear modules, of T5's own rules, and of a head in 4 bits beside which a fused
/// loss multiplies, or whose weights are the embedding's.
bool isListDerived(const Scenario &scenario, const ModelSpec &spec)
{
    const Training &training = scenario.training;
    if (training.unquantized == UnquantizedModules::usual)
        return true;
    const Framework framework = frameworkFor(scenario.parallel);
    const bool isLoaded = framework != Framework::Megatron && framework != Framework::Nanotron
        && (training.loop == Loop::Auto || training.loop == Loop::Trainer);
    const bool hasLinearExperts = spec.experts && precedesFive(training.modules);
    const bool fitsHead = unquantizedModules(training, spec).head()
        || (framework == Framework::Trainer && isInFourBits(training)
            && training.loss == Loss::Standard && !spec.tiedEmbeddings);
    return isLoaded && !isInGroups(training) && !hasLinearExperts && !spec.seq2seq && fitsHead;
}

} // namespace

std::optional<std::string_view> baseObstacle(const Scenario &scenario, const ModelSpec &spec)
{
    const Training &training = scenario.training;
    if (scenario.estimator != EstimatorKind::Detailed)
        return std::nullopt;
    if (training.method == Method::Qlora && !isListDerived(scenario, spec))
        return "training.unquantized";
    if (isInGroups(training))
        return groupedObstacle(scenario, spec);
    if (!isInInt8(training))
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

bool lacksBackwardKernels(const Training &training)
{
    return training.method == Method::Qlora
        && (training.base == BaseStorage::Gptq || training.base == BaseStorage::Awq);
}

bool hidesModules(const Training &training)
{
    // PEFT 0.20 tuners/tuners_utils.py, _maybe_include_all_linear_layers: subclasses of nn.Linear
    // and Conv1D alone.
    return isInGroups(training) && training.loraTargets == "all-linear";
}

Bytes keptMatrices(const Workload &work)
{
    const Training &training = work.training();
    const bool keeps = isStoredIn(training, BaseStorage::Gptq)
        && training.checkpointing == Checkpointing::None && work.adapters.kind == AdapterKind::Lora;
    return Bytes(keeps ? bytesOf(quantizedParameters(work), Dtype::Half) : 0);
}

} // namespace shardscope
