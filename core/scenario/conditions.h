// SPDX-License-Identifier: GPL-3.0-or-later
// What has to be for an input to count, and the words that say so.
#pragma once

#include "core/base/text.h"
#include "core/scenario/base.h"
#include "core/scenario/framework.h"
#include "core/scenario/mesh.h"
#include "core/scenario/objective.h"
#include "core/scenario/precision.h"

namespace shardscope::conditions {

struct Condition
{
    bool (*holds)(const Scenario &);
    Text words; ///< what is expected where it does not hold
    Text brief{}; ///< the same where the estimator is the one that it asks for
    EstimatorKind estimator = EstimatorKind::Detailed;
    /// What is to be asked for before it.
    const Condition *first = nullptr;
};

inline bool isDetailed(const Scenario &scenario)
{
    return scenario.estimator == EstimatorKind::Detailed;
}
inline bool hasAdapters(const Scenario &scenario)
{
    return scenario.training.method != Method::Full;
}
inline bool trainsAll(const Scenario &scenario)
{
    return !hasAdapters(scenario);
}
inline bool isCheckpointed(const Scenario &scenario)
{
    return scenario.training.checkpointing != Checkpointing::None;
}
inline bool runs(const Scenario &scenario, Framework framework)
{
    return isDetailed(scenario) && frameworkFor(scenario.parallel) == framework;
}
inline bool usesDeepSpeed(const Scenario &scenario)
{
    return runs(scenario, Framework::DeepSpeed);
}
inline bool usesFsdp(const Scenario &scenario)
{
    return isDetailed(scenario) && isFsdp(frameworkFor(scenario.parallel));
}
inline bool accumulates(const Scenario &scenario)
{
    return scenario.training.accumulation > 1;
}
/// Other frameworks leave no choice.
inline bool choosesReductions(const Scenario &scenario)
{
    return accumulates(scenario) && (usesFsdp(scenario) || runs(scenario, Framework::Trainer));
}
inline bool isQuantized(const Scenario &scenario)
{
    return scenario.training.method == Method::Qlora;
}
inline bool isBaseInFourBits(const Scenario &scenario)
{
    return isInFourBits(scenario.training);
}
inline bool isBaseInInt8(const Scenario &scenario)
{
    return isInInt8(scenario.training);
}
/// PEFT prepares bitsandbytes' bases alone.
inline bool isBaseOfBitsandbytes(const Scenario &scenario)
{
    return isInFourBits(scenario.training) || isInInt8(scenario.training);
}
inline bool isHybrid(const Scenario &scenario)
{
    return scenario.parallel.strategy == Strategy::Hsdp;
}
/// Sharded ones are fp32 under mixed precision, and where everything is.
inline bool choosesAdapterPrecision(const Scenario &scenario)
{
    const Framework framework = frameworkFor(scenario.parallel);
    const Recipe bytes = recipe(scenario.training.precision);
    const AdapterKind kind = scenario.training.adapter;
    return hasAdapters(scenario) && (adaptsMatrices(kind) || kind == AdapterKind::TrainableTokens)
        && (framework == Framework::Trainer
            || (isFsdp(framework) && bytes.weight == 2 && !isMixed(bytes)));
}
inline bool isSharded(const Scenario &scenario)
{
    const Framework framework = frameworkFor(scenario.parallel);
    return framework == Framework::DeepSpeed || isFsdp(framework);
}
/// The same, where the estimator knows of it.
template <bool (*holds)(const Scenario &)>
bool inDetail(const Scenario &scenario)
{
    return isDetailed(scenario) && holds(scenario);
}
/// Full training, or LoRA as engines that cut matrices cut its factors.
inline bool splitsAll(const Scenario &scenario)
{
    const Training &training = scenario.training;
    return trainsAll(scenario)
        || (training.method == Method::Lora && training.adapter == AdapterKind::Lora
            && training.modulesToSave.empty());
}
/// Megatron-LM's own layers, as far as the scenario says; the model decides as well.
inline bool usesMegatron(const Scenario &scenario)
{
    const Precision precision = scenario.training.precision;
    return runs(scenario, Framework::Megatron) && splitsAll(scenario)
        && (precision == Precision::Bf16Master || precision == Precision::Fp16Master);
}
/// nanotron's own layers, as far as the scenario says.
inline bool usesNanotron(const Scenario &scenario)
{
    return isDetailed(scenario) && runs(scenario, Framework::Nanotron) && trainsAll(scenario)
        && scenario.training.precision == Precision::Bf16Master;
}
/// Megatron-DeepSpeed's layers, as far as the scenario says.
inline bool usesPipelineModule(const Scenario &scenario)
{
    const Precision precision = scenario.training.precision;
    return isDetailed(scenario) && runsPipelineModule(scenario) && trainsAll(scenario)
        && (precision == Precision::Bf16Master || precision == Precision::Fp16Master);
}
/// What cuts transformers' modules: matrices and sequences, no stages.
inline bool runsTransformersMesh(const Scenario &scenario)
{
    return runsAccelerateMesh(scenario)
        || (runsAutoTp(scenario) && scenario.parallel.strategy != Strategy::Zero3);
}
/// Torch's own mesh takes the place of whole copies and of FSDP's flat group.
inline bool hasMesh(const Scenario &scenario)
{
    return usesMegatron(scenario) || usesNanotron(scenario) || usesPipelineModule(scenario)
        || (isDetailed(scenario) && runsAccelerateMesh(scenario) && splitsAll(scenario))
        || (isDetailed(scenario) && (runsTorchtitan(scenario) || runsTransformersMesh(scenario))
            && trainsAll(scenario));
}
/// Whether the mesh has stages.
inline bool hasStages(const Scenario &scenario)
{
    return hasMesh(scenario) && !runsTransformersMesh(scenario);
}
/// Whether it has, or would have: with two stages or more DeepSpeed trains a PipelineModule.
inline bool canHaveStages(const Scenario &scenario)
{
    if (hasStages(scenario))
        return true;
    Scenario cut = scenario;
    cut.parallel.pipeline = 2;
    return usesPipelineModule(cut);
}
inline bool hasData(const Scenario &scenario)
{
    return scenario.run.tokens > 0 || scenario.run.examples > 0;
}

inline constexpr Condition always{[](const Scenario &) { return true; }, {}};
inline constexpr Condition never{[](const Scenario &) { return false; },
    english("errors", "an input that changes a figure of the sweep")};
inline constexpr Condition detailed{isDetailed, english("errors", "estimator detailed")};
inline constexpr Condition scaled{
    [](const Scenario &scenario) { return scenario.model.isScaled(); },
    english("errors", "a scaled model in place of a real one")};
inline constexpr Condition fusedExperts{
    [](const Scenario &scenario) {
        return isDetailed(scenario) && scenario.training.modules == ModuleLibrary::Transformers5
            && !runsAutoEp(scenario); // which has products of its own
    },
    english("errors", "training.modules transformers-5 with estimator detailed"),
    english("errors", "training.modules transformers-5")};
inline constexpr Condition adapters{
    hasAdapters, english("errors", "training.method lora or qlora")};
inline constexpr Condition loraFactors{[](const Scenario &scenario) {
                                           return hasAdapters(scenario)
                                               && scenario.training.adapter <= AdapterKind::Dora;
                                       },
    english("errors", "training.adapter lora or dora")};
inline constexpr Condition fullTraining{trainsAll, english("errors", "training.method full")};
inline constexpr Condition frozenParts{
    [](const Scenario &scenario) { return trainsAll(scenario) && plansTrainedParts(scenario); },
    english("errors", "training.method full with transformers 5 under the Trainer or FSDP2")};
inline constexpr Condition copiedTables{
    [](const Scenario &scenario) {
        return hasAdapters(scenario) && plansTrainedParts(scenario)
            && frameworkFor(scenario.parallel) != Framework::DeepSpeed;
    },
    english(
        "errors", "training.method lora or qlora with transformers 5 under the Trainer or FSDP2")};
inline constexpr Condition checkpointsAtAll{
    isCheckpointed, english("errors", "training.checkpointing other than none")};
inline constexpr Condition checkpoints{inDetail<isCheckpointed>,
    english("errors", "training.checkpointing other than none with estimator detailed"),
    english("errors", "training.checkpointing other than none")};
/// Other modules and other engines' checkpoints are of one kind.
inline constexpr Condition reenterable{inDetail<choosesCheckpointKind>,
    english("errors",
        "training.checkpointing full with transformers' modules under the Trainer, FSDP or ZeRO")};
inline constexpr Condition reenterableAtAll{choosesCheckpointKind, reenterable.words};
inline bool checkpointsSome(const Scenario &scenario)
{
    return isCheckpointed(scenario) && wrapsEachLayer(scenario);
}
inline constexpr Condition sparseCheckpoints{checkpointsSome,
    english("errors", "training.checkpointing other than none under the Trainer or FSDP")};
inline constexpr Condition detailedAdapters{inDetail<hasAdapters>,
    english("errors", "training.method lora or qlora with estimator detailed"),
    english("errors", "training.method lora or qlora")};
/// Adapters of a rank.
inline bool hasRank(const Scenario &scenario)
{
    const AdapterKind kind = scenario.training.adapter;
    const bool isAsked = kind != AdapterKind::Oft || scenario.training.oftBlock == 0;
    return hasAdapters(scenario) && isAsked && isRanked(kind);
}
inline bool dropsInputs(const Scenario &scenario)
{
    return hasAdapters(scenario) && hasFactors(scenario.training.adapter);
}
inline constexpr Condition ranked{.holds = hasRank,
    .words = english("errors", "training.adapter lora, dora, vera, loha or lokr"),
    .first = &adapters};
inline constexpr Condition detailedRanked{.holds = inDetail<hasRank>,
    .words = english("errors", "training.adapter lora, dora, vera, loha or lokr"),
    .first = &detailedAdapters};
inline constexpr Condition dropped{.holds = dropsInputs,
    .words = english("errors", "training.adapter lora, dora or vera"),
    .first = &adapters};
inline constexpr Condition detailedDropped{.holds = inDetail<dropsInputs>,
    .words = english("errors", "training.adapter lora, dora or vera"),
    .first = &detailedAdapters};
/// Adapters of modules that are named.
inline bool hasTargets(const Scenario &scenario)
{
    return hasAdapters(scenario) && isTargeted(scenario.training.adapter);
}
inline constexpr Condition targeted{.holds = hasTargets,
    .words = english("errors", "a training.adapter of named modules"),
    .first = &adapters};
inline constexpr Condition detailedTargeted{.holds = inDetail<hasTargets>,
    .words = english("errors", "a training.adapter of named modules"),
    .first = &detailedAdapters};
template <AdapterKind kind>
bool hasKind(const Scenario &scenario)
{
    return isDetailed(scenario) && hasAdapters(scenario) && scenario.training.adapter == kind;
}
inline constexpr Condition feedforward{
    hasKind<AdapterKind::Ia3>, english("errors", "training.adapter ia3")};
inline constexpr Condition kroneckerFactors{
    hasKind<AdapterKind::Lokr>, english("errors", "training.adapter lokr")};
inline constexpr Condition rotations{
    hasKind<AdapterKind::Oft>, english("errors", "training.adapter oft")};
inline constexpr Condition butterflies{
    hasKind<AdapterKind::Boft>, english("errors", "training.adapter boft")};
inline constexpr Condition butterflyBlocks{[](const Scenario &scenario) {
                                               return hasKind<AdapterKind::Boft>(scenario)
                                                   && scenario.training.boftBlock == 0;
                                           },
    english("errors", "training.boft_block 0"), {}, EstimatorKind::Detailed, &butterflies};
inline constexpr Condition tokenRows{
    hasKind<AdapterKind::TrainableTokens>, english("errors", "training.adapter trainable-tokens")};
inline constexpr Condition peftAdapters{inDetail<choosesAdapterPrecision>,
    english("errors",
        "training.method lora or qlora, unsharded or under FSDP in pure 16 bit, with estimator "
        "detailed"),
    english("errors", "training.method lora or qlora, unsharded or under FSDP in pure 16 bit")};
inline constexpr Condition ownAdapters{choosesAdapterPrecision,
    english("errors", "training.method lora or qlora, unsharded or under FSDP in pure 16 bit")};
inline constexpr Condition quantization{isQuantized, english("errors", "training.method qlora")};
inline constexpr Condition fourBits{inDetail<isBaseInFourBits>,
    english("errors", "training.method qlora with training.base nf4 and estimator detailed"),
    english("errors", "training.method qlora with training.base nf4")};
inline constexpr Condition outliers{inDetail<isBaseInInt8>,
    english("errors", "training.method qlora with training.base llm-int8 and estimator detailed"),
    english("errors", "training.method qlora with training.base llm-int8")};
inline constexpr Condition preparation{isBaseOfBitsandbytes,
    english("errors", "training.method qlora with training.base nf4 or llm-int8")};
inline constexpr Condition prepared{inDetail<isBaseOfBitsandbytes>,
    english("errors",
        "training.method qlora with training.base nf4 or llm-int8 and estimator detailed"),
    english("errors", "training.method qlora with training.base nf4 or llm-int8")};
inline constexpr Condition adapterShare{
    [](const Scenario &scenario) { return !isDetailed(scenario) && hasAdapters(scenario); },
    english("errors", "training.method lora or qlora with estimator worksheet"),
    english("errors", "training.method lora or qlora"), EstimatorKind::Worksheet};
inline constexpr Condition deepSpeed{
    usesDeepSpeed, english("errors", "parallel.strategy zero1, zero2 or zero3")};
inline constexpr Condition zero3{[](const Scenario &scenario) {
                                     return usesDeepSpeed(scenario)
                                         && scenario.parallel.strategy == Strategy::Zero3;
                                 },
    english("errors", "parallel.strategy zero3")};
inline constexpr Condition stages{[](const Scenario &scenario) {
                                      return usesDeepSpeed(scenario)
                                          && scenario.parallel.strategy != Strategy::Ddp
                                          && scenario.parallel.strategy != Strategy::Zero3;
                                  },
    english("errors", "parallel.strategy zero1 or zero2")};
inline constexpr Condition fsdp{
    usesFsdp, english("errors", "parallel.strategy fsdp, fsdp-grad-op or hsdp")};
inline constexpr Condition keptGradients{
    [](const Scenario &scenario) {
        return choosesReductions(scenario)
            && (usesFsdp(scenario) || scenario.parallel.bucketView == BucketView::On);
    },
    english("errors",
        "parallel.strategy fsdp, fsdp-grad-op or hsdp with training.accumulation above 1")};
inline constexpr Condition reductions{
    choosesReductions, english("errors", "DDP or FSDP with training.accumulation above 1")};
inline bool quantizes(const Scenario &scenario)
{
    return runs(scenario, Framework::Trainer) && isInFourBits(scenario.training);
}
inline constexpr Condition loopMemory{[](const Scenario &scenario) {
                                          return usesFsdp(scenario) || quantizes(scenario)
                                              || keptGradients.holds(scenario)
                                              || inDetail<mayAutocastHalf>(scenario);
                                      },
    fsdp.words};
inline constexpr Condition loopTraffic{[](const Scenario &scenario) {
                                           return loopMemory.holds(scenario)
                                               || choosesReductions(scenario);
                                       },
    reductions.words};
inline constexpr Condition ddp{
    [](const Scenario &scenario) { return runs(scenario, Framework::Trainer); },
    english("errors", "parallel.strategy ddp")};
/// Where products in 8 bits are planned, as far as a scenario alone says.
inline constexpr Condition products{
    [](const Scenario &scenario) {
        const Framework framework = frameworkFor(scenario.parallel);
        return isDetailed(scenario) && scenario.training.method == Method::Full
            && (framework == Framework::Trainer || framework == Framework::Fsdp2
                || framework == Framework::Megatron);
    },
    english("errors", "training.method full under DDP, FSDP2 or Megatron-LM")};
inline constexpr Condition engineProducts{[](const Scenario &scenario) {
                                              return isOfEngine(scenario.training.fp8)
                                                  && usesMegatron(scenario)
                                                  && products.holds(scenario);
                                          },
    english("errors", "training.fp8 of TransformerEngine (te-)")};
inline constexpr Condition halfWeights{inDetail<mayAutocastHalf>,
    english("errors",
        "training.method full with training.precision bf16 under DDP, or FSDP in 16 bits, with "
        "estimator detailed"),
    english("errors",
        "training.method full with training.precision bf16 under DDP, or FSDP in 16 bits")};
/// Where each weight may be updated as soon as its gradient is there, as far as a scenario alone
/// says.
inline constexpr Condition updates{
    [](const Scenario &scenario) {
        const Training &training = scenario.training;
        return runs(scenario, Framework::Trainer) && !cutsModel(scenario.parallel)
            && scenario.parallel.gpus == 1 && training.accumulation == 1
            && (hasAdapters(scenario) || recipe(training.precision).master == 0)
            && training.optimizer != Optimizer::Muon && training.optimizer != Optimizer::Adafactor
            && !isLowRank(training.optimizer) && !updatesByItself(training.optimizer)
            && !trainsBlocks(training.optimizer) && !preconditions(training.optimizer)
            && training.kernels != Kernels::Compiled;
    },
    english("errors", "one GPU, training.accumulation 1 and no master copy of the weights")};
/// Where activations on the host are planned, as far as a scenario alone says.
inline constexpr Condition offloadable{
    [](const Scenario &scenario) {
        return isDetailed(scenario) && runs(scenario, Framework::Trainer)
            && scenario.training.checkpointing == Checkpointing::Full;
    },
    english("errors", "training.checkpointing full under DDP")};
inline constexpr Condition hybrid{inDetail<isHybrid>, english("errors", "parallel.strategy hsdp")};
inline constexpr Condition groups{isHybrid, english("errors", "parallel.strategy hsdp")};
inline constexpr Condition sharding{
    inDetail<isSharded>, english("errors", "parallel.strategy other than ddp")};
inline constexpr Condition images{
    [](const Scenario &scenario) { return scenario.vision.images > 0; },
    english("errors", "vision.images above 0")};
/// Megatron's buffers hold gradients in the dtype in which they are reduced.
inline constexpr Condition heldGradients{[](const Scenario &scenario) {
                                             return isDetailed(scenario)
                                                 && (isSharded(scenario) || usesMegatron(scenario));
                                         },
    sharding.words};
inline constexpr Condition shardingAtAll{
    isSharded, english("errors", "parallel.strategy other than ddp")};
/// Whether something of a run can be the host's.
inline bool mayOffload(const Scenario &scenario)
{
    return isSharded(scenario)
        || (runs(scenario, Framework::Megatron) && scenario.parallel.strategy == Strategy::Zero1);
}
inline constexpr Condition offloadingInDetail{
    inDetail<mayOffload>, english("errors", "parallel.strategy other than ddp")};
// The worksheet does not offload, and says so.
inline constexpr Condition offloadingAtAll{
    [](const Scenario &scenario) { return !isDetailed(scenario) || mayOffload(scenario); },
    english("errors", "parallel.strategy other than ddp")};
inline constexpr Condition offloading{
    updatesOnHost, english("errors", "a parallel.offload that the strategy can do")};
inline constexpr Condition estimatedFragmentation{
    [](const Scenario &scenario) {
        return isDetailed(scenario) && scenario.hardware.fragmentationPercent < 0;
    },
    english("errors", "hardware.fragmentation_percent -1 with estimator detailed"),
    english("errors", "hardware.fragmentation_percent -1")};
inline constexpr Text megatronWords = english("errors",
    "parallel.framework megatron with parallel.strategy ddp or zero1, training.method full or "
    "lora and training.precision bf16-master or fp16-master");
inline constexpr Condition megatron{usesMegatron, megatronWords};
inline bool dealsOutExperts(const Scenario &scenario)
{
    const bool isTitans = isDetailed(scenario) && runsTorchtitan(scenario)
        && runs(scenario, Framework::Fsdp2) && trainsAll(scenario);
    const bool isDeepSpeeds = isDetailed(scenario) && runsAutoTp(scenario) && trainsAll(scenario)
        && scenario.parallel.strategy != Strategy::Zero3;
    return usesMegatron(scenario) || isTitans || isDeepSpeeds;
}
inline constexpr Text expertWords = english("errors",
    "parallel.framework megatron with parallel.strategy ddp or zero1 and training.precision "
    "bf16-master or fp16-master, or fsdp2 with training.modules torchtitan and training.method "
    "full, or deepspeed with parallel.strategy ddp, zero1 or zero2 and training.method full");
inline constexpr Condition expertRanks{dealsOutExperts, expertWords};
inline constexpr Condition dealtExperts{[](const Scenario &scenario) {
                                            return dealsOutExperts(scenario)
                                                && scenario.parallel.expert > 1;
                                        },
    english("errors", "parallel.expert above 1"), {}, EstimatorKind::Detailed, &expertRanks};
inline constexpr Condition limitedExperts{[](const Scenario &scenario) {
                                              return usesMegatron(scenario)
                                                  && scenario.parallel.expertCapacity > 0;
                                          },
    english("errors", "parallel.expert_capacity above 0"), {}, EstimatorKind::Detailed, &megatron};
inline constexpr Condition megatronScores{
    [](const Scenario &scenario) {
        return usesMegatron(scenario) && scenario.training.attention == Attention::Eager;
    },
    english("errors", "training.attention eager with parallel.framework megatron")};
inline constexpr Condition paddedWords{
    [](const Scenario &scenario) { return usesMegatron(scenario) || usesPipelineModule(scenario); },
    megatronWords};
inline constexpr Condition expertsAtAll{
    [](const Scenario &scenario) {
        return frameworkFor(scenario.parallel) == Framework::Megatron
            || (isDetailed(scenario)
                && (runsTorchtitan(scenario) || runs(scenario, Framework::DeepSpeed)));
    },
    expertWords};
inline constexpr Text meshWords = english("errors",
    "parallel.framework megatron, nanotron, fsdp2, or deepspeed with parallel.strategy ddp, zero1 "
    "or zero2, or training.modules torchtitan on single copies, with training.method full, or lora "
    "under megatron and fsdp2");
inline constexpr Text stageWords = english("errors",
    "parallel.framework megatron or nanotron, or deepspeed with parallel.strategy ddp or zero1, or "
    "training.modules torchtitan under FSDP2 or on single copies, with training.method full, or "
    "lora under megatron");
inline constexpr Condition mesh{hasMesh, meshWords};
inline constexpr Condition stageMesh{canHaveStages, stageWords};
/// Under transformers ranks that share matrices all have the whole stream.
inline constexpr Condition tensorRanks{
    [](const Scenario &scenario) {
        return hasStages(scenario) && scenario.parallel.tensor > 1 && !usesPipelineModule(scenario);
    },
    english("errors",
        "parallel.tensor above 1 with parallel.framework megatron or nanotron or training.modules "
        "torchtitan")};
inline constexpr Condition splitLoss{[](const Scenario &scenario) {
                                         return hasMesh(scenario) && runsTorchtitan(scenario)
                                             && scenario.parallel.tensor > 1;
                                     },
    english("errors", "parallel.tensor above 1 with training.modules torchtitan")};
inline constexpr Condition pipelineStages{
    [](const Scenario &scenario) { return hasStages(scenario) && scenario.parallel.pipeline > 1; },
    english("errors", "parallel.pipeline above 1 where the framework cuts the model")};
/// nanotron weighs layers by what they compute.
inline constexpr Condition stageLayers{[](const Scenario &scenario) {
                                           return pipelineStages.holds(scenario)
                                               && !usesNanotron(scenario);
                                       },
    english("errors",
        "parallel.pipeline above 1 with parallel.framework megatron or deepspeed or "
        "training.modules torchtitan")};
inline constexpr Condition stageChunks{[](const Scenario &scenario) {
                                           return pipelineStages.holds(scenario)
                                               && !usesNanotron(scenario)
                                               && !usesPipelineModule(scenario);
                                       },
    english("errors",
        "parallel.pipeline above 1 with parallel.framework megatron or training.modules "
        "torchtitan")};
inline bool hasContext(const Scenario &scenario)
{
    return (hasMesh(scenario) && !usesNanotron(scenario))
        || (isDetailed(scenario)
            && (runs(scenario, Framework::DeepSpeed) || runsAccelerateMesh(scenario)));
}
inline constexpr Text contextWords = english("errors",
    "parallel.framework deepspeed or fsdp2, or megatron or training.modules torchtitan with "
    "training.method full");
inline constexpr Condition contextRanks{hasContext, contextWords};
/// Findings say of what an engine could cut that it is not planned: adapters, or a model.
inline bool couldCut(const Scenario &scenario)
{
    const Framework framework = frameworkFor(scenario.parallel);
    return framework == Framework::Megatron || framework == Framework::Nanotron
        || (isDetailed(scenario)
            && (framework == Framework::DeepSpeed || runsTorchtitan(scenario)));
}
inline constexpr Condition stagesAtAll{couldCut, stageWords};
inline constexpr Condition cutsAtAll{
    [](const Scenario &scenario) {
        return couldCut(scenario)
            || (isDetailed(scenario)
                && (runsAccelerateMesh(scenario) || runs(scenario, Framework::DeepSpeed)));
    },
    meshWords};
inline constexpr Condition contextAtAll{
    [](const Scenario &scenario) {
        return cutsAtAll.holds(scenario) || frameworkFor(scenario.parallel) == Framework::DeepSpeed;
    },
    contextWords};
inline constexpr Condition contextKinds{
    [](const Scenario &scenario) { return hasContext(scenario) && scenario.parallel.context > 1; },
    english("errors", "parallel.context above 1 where the framework cuts sequences")};
inline constexpr Condition stagesOfMegatron{[](const Scenario &scenario) {
                                                return usesMegatron(scenario)
                                                    && scenario.parallel.pipeline > 1;
                                            },
    english("errors", "parallel.pipeline above 1 with parallel.framework megatron")};
inline constexpr Condition blocks{[](const Scenario &scenario) {
                                      return usesMegatron(scenario)
                                          && scenario.training.checkpointing == Checkpointing::Full;
                                  },
    english("errors", "training.checkpointing full with parallel.framework megatron")};
inline constexpr Condition layerGroups{[](const Scenario &scenario) {
                                           return blocks.holds(scenario)
                                               && scenario.training.blockLayers == 0;
                                       },
    english("errors",
        "training.checkpointing full with parallel.framework megatron and training.block_layers "
        "auto")};
inline constexpr Condition recomputesParts{[](const Scenario &scenario) {
                                               return usesMegatron(scenario)
                                                   && scenario.training.checkpointing
                                                   == Checkpointing::Selective;
                                           },
    english("errors", "training.checkpointing selective with parallel.framework megatron")};
inline constexpr Condition noTokens{
    [](const Scenario &scenario) { return scenario.run.tokens <= 0; },
    english("errors", "run.tokens 0")};
inline constexpr Condition data{hasData, english("errors", "run.tokens or run.examples above 0")};

} // namespace shardscope::conditions
