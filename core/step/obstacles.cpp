// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/obstacles.h"

#include "core/scenario/base.h"
#include "core/scenario/framework.h"
#include "core/scenario/mesh.h"
#include "core/scenario/objective.h"
#include "core/scenario/precision.h"
#include "core/step/workload.h"

namespace shardscope {

bool hasPlainLayers(const ModelSpec &spec)
{
    return !spec.encoder && !spec.seq2seq && !spec.mixed && !spec.hasState() && !spec.tower
        && !spec.imageLayers && !spec.experts && !spec.layerEmbeddings && spec.labels == 0
        && !spec.modules.transposesWeights && !spec.modules.ownLinear;
}

namespace {

/// TransformerEngine 2.20's products, in Megatron-Core's layers.
std::optional<std::string_view> engineFp8Obstacle(const Scenario &scenario, const ModelSpec &spec)
{
    const Training &training = scenario.training;
    if (cutterFor(scenario, spec) != Cutter::MegatronCore)
        return "parallel.framework";
    if (training.method != Method::Full)
        return "training.method";
    if (!usesBf16(training.precision) || training.precision == Precision::Fp32)
        return "training.precision";
    if (training.kernels == Kernels::Reference) // Megatron-Core's own layers
        return "training.kernels";
    if (spec.experts && training.experts == ExpertCode::Loop)
        return "training.experts";
    // They come in 16 bits, and lie in the buffer of gradients meanwhile, or in one of their own.
    if (training.fp8Weights == Fp8Weights::Alone && training.fp8 == Fp8::EngineMx)
        return "training.fp8_weights";
    // What is discarded would be kept in 16 bits.
    if (training.checkpointing == Checkpointing::Selective
        && training.recomputeModules != "core_attn")
        return "training.recompute_modules";
    return std::nullopt;
}

} // namespace

std::optional<std::string_view> fp8Obstacle(const Scenario &scenario, const ModelSpec &spec)
{
    const Training &training = scenario.training;
    const Framework framework = frameworkFor(scenario.parallel);
    if (training.fp8 == Fp8::None || scenario.estimator != EstimatorKind::Detailed)
        return std::nullopt;
    if (isOfEngine(training.fp8))
        return engineFp8Obstacle(scenario, spec);
    if (training.method != Method::Full)
        return "training.method";
    // Products in fp32 are converted as well, but nobody asks for it.
    if (training.precision == Precision::Fp32 || !usesBf16(training.precision))
        return "training.precision";
    if (framework != Framework::Trainer && framework != Framework::Fsdp2)
        return "parallel.framework";
    if (cutsModel(scenario.parallel))
        return "parallel.tensor";
    if (offloadFor(scenario.parallel) != Offload::None)
        return "parallel.offload";
    if (training.checkpointing == Checkpointing::Selective)
        return "training.checkpointing";
    if (training.objective != Objective::CausalLm)
        return "training.objective";
    if (training.frozenLayers != 0)
        return "training.frozen_layers";
    return hasPlainLayers(spec) ? std::nullopt : std::optional<std::string_view>("model.id");
}

std::optional<std::string_view> placeObstacle(const Scenario &scenario)
{
    if (frameworkFor(scenario.parallel) != Framework::Trainer)
        return "parallel.framework";
    return cutsModel(scenario.parallel) ? std::optional<std::string_view>("parallel.tensor")
                                        : std::nullopt;
}

std::optional<std::string_view> plainUpdateObstacle(const Scenario &scenario, const ModelSpec &spec)
{
    const Training &training = scenario.training;
    if (training.update == UpdateTime::InBackward)
        return "training.update";
    if (recipe(training.precision).master > 0)
        return "training.precision";
    if (training.objective != Objective::CausalLm)
        return "training.objective";
    if (const auto obstacle = frozenPartObstacle(training))
        return obstacle;
    return hasPlainLayers(spec) ? std::nullopt : std::optional<std::string_view>("model.id");
}

/// transformers 5.12 trainer_optimizer.py, _setup_low_rank_optimizer: whole gradients of linear
/// modules.
std::optional<std::string_view> projectionObstacle(const Scenario &scenario, const ModelSpec &spec)
{
    const Training &training = scenario.training;
    if (!isLowRank(training.optimizer) || scenario.estimator != EstimatorKind::Detailed)
        return std::nullopt;
    if (const std::optional<std::string_view> place = placeObstacle(scenario))
        return place;
    return training.method == Method::Full ? plainUpdateObstacle(scenario, spec)
                                           : std::optional<std::string_view>("training.method");
}

namespace {

/// lomo_optim 45d4bac: AdaLomo keeps statistics of frozen parameters as well, and takes vectors and
/// matrices alone: the means of what has three dimensions, as experts and convolutions have, are
/// not of the shape that it keeps.
std::optional<std::string_view> adaLomoObstacle(const Scenario &scenario, const ModelSpec &spec)
{
    if (scenario.training.method == Method::Qlora)
        return "training.method";
    const bool isFlat = !spec.experts && !spec.hasState() && !spec.convolution && !spec.tower
        && !spec.mixed && !spec.encoder;
    return isFlat ? std::nullopt : std::optional<std::string_view>("model.id");
}

std::optional<std::string_view> ownUpdateObstacle(const Scenario &scenario, const ModelSpec &spec)
{
    const Training &training = scenario.training;
    if (!updatesByItself(training.optimizer) || scenario.estimator != EstimatorKind::Detailed)
        return std::nullopt;
    if (frameworkFor(scenario.parallel) != Framework::Trainer || cutsModel(scenario.parallel))
        return "parallel.framework";
    if (scenario.parallel.gpus > 1)
        return "parallel.gpus";
    const bool hasMaster = recipe(training.precision).master > 0 && training.method == Method::Full;
    if (hasMaster || usesFp16(training.precision))
        return "training.precision";
    if (training.kernels == Kernels::Compiled)
        return "training.kernels";
    if (spec.seq2seq)
        return "model.id";
    return training.optimizer == Optimizer::AdaLomo ? adaLomoObstacle(scenario, spec)
                                                    : std::nullopt;
}

} // namespace

std::optional<std::string_view> updateObstacle(const Scenario &scenario, const ModelSpec &spec)
{
    const Training &training = scenario.training;
    if (updatesByItself(training.optimizer))
        return ownUpdateObstacle(scenario, spec);
    if (training.update != UpdateTime::InBackward || scenario.estimator != EstimatorKind::Detailed)
        return std::nullopt;
    // torchtune 0.6 recipes/full_finetune_single_device.py raises.
    if (training.accumulation > 1)
        return "training.accumulation";
    if (frameworkFor(scenario.parallel) != Framework::Trainer || cutsModel(scenario.parallel))
        return "parallel.framework";
    if (scenario.parallel.gpus > 1)
        return "parallel.gpus";
    if (recipe(training.precision).master > 0 && training.method == Method::Full)
        return "training.precision";
    // Of which one optimizer has the matrices, another one the rest.
    if (training.optimizer == Optimizer::Muon || training.optimizer == Optimizer::Adafactor
        || isLowRank(training.optimizer) || trainsBlocks(training.optimizer)
        || preconditions(training.optimizer))
        return "training.optimizer";
    if (training.kernels == Kernels::Compiled)
        return "training.kernels";
    return spec.seq2seq ? std::optional<std::string_view>("model.id") : std::nullopt;
}

bool updatesInBackward(const Scenario &scenario, const ModelSpec &spec)
{
    const Training &training = scenario.training;
    return (training.update == UpdateTime::InBackward || updatesByItself(training.optimizer))
        && scenario.estimator == EstimatorKind::Detailed && !updateObstacle(scenario, spec);
}

namespace {

/// Whether layers are given more of each other than the stream, and by name: no gradient goes
/// through a reentrant checkpoint that way, or torch ends with an error.
bool joinsLayers(const ModelSpec &spec)
{
    const bool handsOn = spec.indexer && spec.indexer->handsOn;
    return spec.mixed || spec.layerEmbeddings || spec.imageLayers || handsOn;
}

} // namespace

std::optional<std::string_view> reentryObstacle(const Scenario &scenario, const ModelSpec &spec)
{
    const Training &training = scenario.training;
    if (scenario.estimator != EstimatorKind::Detailed || precedesFive(training.modules)
        || training.checkpointing != Checkpointing::Full || !hasReentrantCheckpoints(scenario))
        return std::nullopt;
    if (cutsModel(scenario.parallel))
        return "parallel.tensor";
    if (joinsLayers(spec))
        return "model.id";
    // A reentrant checkpoint gives them gradients of zeros.
    if (spec.returnsScores() && training.attention == Attention::Eager)
        return "training.attention";
    if (spec.tower && spec.tower->code == TowerCode::Llama4)
        return "vision.images";
    // What its blocks are given needs no gradient: adapters in them would learn nothing.
    const bool isUnhooked = spec.tower && spec.tower->code == TowerCode::Qwen3Vl;
    if (isUnhooked && training.method != Method::Full
        && scenario.vision.tower == TowerTraining::Trained)
        return "vision.tower";
    return std::nullopt;
}

std::optional<std::string_view> hostActivationsObstacle(
    const Scenario &scenario, const ModelSpec &spec)
{
    const Training &training = scenario.training;
    const bool isAsked = training.activationOffload != ActivationOffload::None;
    if (!isAsked || scenario.estimator != EstimatorKind::Detailed)
        return std::nullopt;
    // Under other engines weights are not where they were when TRL took their addresses: autograd's
    // views of them are copied to the host as well.
    if (frameworkFor(scenario.parallel) != Framework::Trainer)
        return "parallel.framework";
    if (cutsModel(scenario.parallel))
        return "parallel.tensor";
    if (training.checkpointing != Checkpointing::Full)
        return "training.checkpointing";
    // What 8-bit products hold on to, no hook sees; of bases in groups none was followed.
    if (isInInt8(scenario.training) || isInGroups(scenario.training))
        return "training.base";
    // Their layers are called with more tensors than the stream, or not alike.
    if (spec.encoder || spec.seq2seq || spec.mixed || spec.tower || spec.imageLayers || spec.indexer
        || spec.layerEmbeddings || spec.modules.transposesWeights)
        return "model.id";
    if (training.frozenLayers != 0)
        return "training.frozen_layers";
    if (training.activationOffload == ActivationOffload::Inputs)
        return std::nullopt;
    // With reentrant checkpoints TRL copies what they compute again, too.
    if (precedesFive(training.modules))
        return "training.modules";
    if (hasReentrantCheckpoints(scenario))
        return "training.checkpoint_kind";
    if (training.objective != Objective::CausalLm || spec.labels > 0)
        return "training.objective";
    if (training.loss != Loss::Standard)
        return "training.loss";
    if (training.labelSmoothing > 0)
        return "training.label_smoothing";
    return std::nullopt;
}

std::optional<std::string_view> frozenPartObstacle(const Training &training)
{
    if (training.frozenLayers != 0)
        return "training.frozen_layers";
    if (!training.frozenModules.empty())
        return "training.frozen_modules";
    return std::nullopt;
}

std::optional<std::string_view> layerLoraObstacle(const Training &training, const ModelSpec &spec)
{
    if (training.adapter != AdapterKind::Lora)
        return "training.adapter";
    if (!training.modulesToSave.empty())
        return "training.modules_to_save";
    if (tablesIn(spec, training.loraTargets).count() > 0)
        return "training.lora_targets";
    return std::nullopt;
}

std::optional<std::string_view> tracedReferenceObstacle(
    const Scenario &scenario, const ModelSpec &spec)
{
    const Training &training = scenario.training;
    if (!disablesAdapters(scenario) || scenario.parallel.strategy != Strategy::Zero3)
        return std::nullopt;
    if (!hasPlainLayers(spec))
        return "model.id";
    if (training.method != Method::Lora)
        return "training.method";
    return layerLoraObstacle(training, spec);
}

} // namespace shardscope
