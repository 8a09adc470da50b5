// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/optimizerobstacles.h"

#include "core/scenario/base.h"
#include "core/scenario/framework.h"
#include "core/scenario/precision.h"
#include "core/step/obstacles.h"
#include "core/step/trained.h"

namespace shardscope {

namespace {

bool isAsked(const Scenario &scenario)
{
    const Optimizer optimizer = scenario.training.optimizer;
    return scenario.estimator == EstimatorKind::Detailed
        && (trainsBlocks(optimizer) || preconditions(optimizer));
}

/// Whether what is trained is in 16 bits, where the Trainer runs it.
bool trainsHalf(const Training &training)
{
    const Recipe bytes = recipe(training.precision);
    if (training.method == Method::Full || training.precision == Precision::Fp32)
        return bytes.weight < 4;
    const bool isSingle = training.loraPrecision == LoraPrecision::Fp32
        || (training.loraPrecision == LoraPrecision::Auto && isMixed(bytes));
    return !isSingle;
}

/// What neither kind of optimizer was followed with.
std::optional<std::string_view> commonObstacle(const Scenario &scenario, const ModelSpec &spec)
{
    const std::optional<std::string_view> place = placeObstacle(scenario);
    return place ? place : plainUpdateObstacle(scenario, spec);
}

/// badam bf989dc, block_optim.py, infer_param_groups: blocks are what is called "layers", and each
/// is a layer; what stands before them is trained in none.
std::optional<std::string_view> blockObstacle(const Scenario &scenario, const ModelSpec &spec)
{
    const Training &training = scenario.training;
    if (training.method != Method::Full)
        return "training.method";
    if (training.fp8 != Fp8::None)
        return "training.fp8";
    if (training.activationOffload != ActivationOffload::None)
        return "training.activation_offload";
    if (training.kernels == Kernels::Compiled)
        return "training.kernels";
    if (training.checkpointing == Checkpointing::Selective)
        return "training.checkpointing";
    if (training.modules != ModuleLibrary::Transformers5)
        return "training.modules";
    const bool isNamedSo = spec.modelType != "mpt" && !trainsBesideTable(spec);
    return isNamedSo && plansParts(scenario, spec) ? std::nullopt
                                                   : std::optional<std::string_view>("model.id");
}

std::optional<std::string_view> preconditionerObstacle(const Training &training)
{
    if (training.method == Method::Full)
        return std::nullopt;
    if (training.adapter != AdapterKind::Lora)
        return "training.adapter";
    // Of rank 1 one of the two is a column, which is no vector.
    if (training.loraRank < 2)
        return "training.lora_rank";
    return training.modulesToSave.empty()
        ? std::nullopt
        : std::optional<std::string_view>("training.modules_to_save");
}

} // namespace

std::optional<std::string_view> optimizerStop(const Scenario &scenario)
{
    if (!isAsked(scenario))
        return std::nullopt;
    const Training &training = scenario.training;
    const Framework framework = frameworkFor(scenario.parallel);
    // LLaMA-Factory hparams/parser.py raises. Under DistributedDataParallel gradients of the block
    // that it was made with alone would be reduced, and waited for in all steps.
    if (trainsBlocks(training.optimizer))
        return framework == Framework::Trainer && scenario.parallel.gpus > 1
            ? std::optional<std::string_view>("parallel.gpus")
            : std::nullopt;
    if (training.optimizer != Optimizer::Soap)
        return std::nullopt;
    // Its preconditioners are plain tensors, which torch multiplies with no DTensor.
    if (framework == Framework::Fsdp2)
        return "parallel.framework";
    // They are in fp32, and products take operands of one dtype.
    if (framework == Framework::Trainer && recipe(training.precision).master == 0
        && trainsHalf(training))
        return training.method == Method::Full ? "training.precision" : "training.lora_precision";
    return std::nullopt;
}

std::optional<std::string_view> optimizerObstacle(const Scenario &scenario, const ModelSpec &spec)
{
    if (!isAsked(scenario) || optimizerStop(scenario))
        return std::nullopt;
    if (const std::optional<std::string_view> common = commonObstacle(scenario, spec))
        return common;
    return trainsBlocks(scenario.training.optimizer) ? blockObstacle(scenario, spec)
                                                     : preconditionerObstacle(scenario.training);
}

bool takesShardsForVectors(const Scenario &scenario)
{
    const Framework framework = frameworkFor(scenario.parallel);
    return scenario.training.optimizer == Optimizer::Soap
        && (framework == Framework::Fsdp1 || framework == Framework::DeepSpeed);
}

} // namespace shardscope
