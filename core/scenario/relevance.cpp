// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/relevance.h"

#include "core/scenario/framework.h"
#include "core/scenario/mesh.h"
#include "core/scenario/objective.h"
#include "core/scenario/precision.h"

#include <algorithm>
#include <array>
#include <utility>

namespace shardscope {

namespace {

struct Condition
{
    bool (*holds)(const Scenario &);
    Text words; ///< what is expected where it does not hold
    Text brief{}; ///< the same where the estimator is the one that it asks for
    EstimatorKind estimator = EstimatorKind::Detailed;
};

bool isDetailed(const Scenario &scenario)
{
    return scenario.estimator == EstimatorKind::Detailed;
}
bool hasAdapters(const Scenario &scenario)
{
    return scenario.training.method != Method::Full;
}
bool trainsAll(const Scenario &scenario)
{
    return !hasAdapters(scenario);
}
bool isCheckpointed(const Scenario &scenario)
{
    return scenario.training.checkpointing != Checkpointing::None;
}
bool runs(const Scenario &scenario, Framework framework)
{
    return isDetailed(scenario) && frameworkFor(scenario.parallel) == framework;
}
bool usesDeepSpeed(const Scenario &scenario)
{
    return runs(scenario, Framework::DeepSpeed);
}
bool usesFsdp(const Scenario &scenario)
{
    return isDetailed(scenario) && isFsdp(frameworkFor(scenario.parallel));
}
bool accumulates(const Scenario &scenario)
{
    return scenario.training.accumulation > 1;
}
/// Other frameworks leave no choice.
bool choosesReductions(const Scenario &scenario)
{
    return accumulates(scenario) && (usesFsdp(scenario) || runs(scenario, Framework::Trainer));
}
bool isQuantized(const Scenario &scenario)
{
    return scenario.training.method == Method::Qlora;
}
bool isHybrid(const Scenario &scenario)
{
    return scenario.parallel.strategy == Strategy::Hsdp;
}
/// Sharded ones are fp32 under mixed precision, and where everything is.
bool choosesAdapterPrecision(const Scenario &scenario)
{
    const Framework framework = frameworkFor(scenario.parallel);
    const Recipe bytes = recipe(scenario.training.precision);
    return hasAdapters(scenario)
        && (framework == Framework::Trainer
            || (isFsdp(framework) && bytes.weight == 2 && !isMixed(bytes)));
}
bool isSharded(const Scenario &scenario)
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
bool splitsAll(const Scenario &scenario)
{
    const Training &training = scenario.training;
    return trainsAll(scenario)
        || (training.method == Method::Lora && training.adapter == AdapterKind::Lora
            && training.modulesToSave.empty());
}
/// Megatron-LM's own layers, as far as the scenario says; the model decides as well.
bool usesMegatron(const Scenario &scenario)
{
    const Precision precision = scenario.training.precision;
    return runs(scenario, Framework::Megatron) && splitsAll(scenario)
        && (precision == Precision::Bf16Master || precision == Precision::Fp16Master);
}
/// nanotron's own layers, as far as the scenario says.
bool usesNanotron(const Scenario &scenario)
{
    return isDetailed(scenario) && runs(scenario, Framework::Nanotron) && trainsAll(scenario)
        && scenario.training.precision == Precision::Bf16Master;
}
/// Megatron-DeepSpeed's layers, as far as the scenario says.
bool usesPipelineModule(const Scenario &scenario)
{
    const Precision precision = scenario.training.precision;
    return isDetailed(scenario) && runsPipelineModule(scenario) && trainsAll(scenario)
        && (precision == Precision::Bf16Master || precision == Precision::Fp16Master);
}
/// What cuts transformers' modules: matrices and sequences, no stages.
bool runsTransformersMesh(const Scenario &scenario)
{
    return runsAccelerateMesh(scenario)
        || (runsAutoTp(scenario) && scenario.parallel.strategy != Strategy::Zero3);
}
/// Torch's own mesh takes the place of whole copies and of FSDP's flat group.
bool hasMesh(const Scenario &scenario)
{
    return usesMegatron(scenario) || usesNanotron(scenario) || usesPipelineModule(scenario)
        || (isDetailed(scenario) && runsAccelerateMesh(scenario) && splitsAll(scenario))
        || (isDetailed(scenario) && (runsTorchtitan(scenario) || runsTransformersMesh(scenario))
            && trainsAll(scenario));
}
/// Whether the mesh has stages.
bool hasStages(const Scenario &scenario)
{
    return hasMesh(scenario) && !runsTransformersMesh(scenario);
}
/// Whether it has, or would have: with two stages or more DeepSpeed trains a PipelineModule.
bool canHaveStages(const Scenario &scenario)
{
    if (hasStages(scenario))
        return true;
    Scenario cut = scenario;
    cut.parallel.pipeline = 2;
    return usesPipelineModule(cut);
}
bool hasData(const Scenario &scenario)
{
    return scenario.run.tokens > 0 || scenario.run.examples > 0;
}

constexpr Condition always{[](const Scenario &) { return true; }, {}};
constexpr Condition never{[](const Scenario &) { return false; },
    english("errors", "an input that changes a figure of the sweep")};
constexpr Condition detailed{isDetailed, english("errors", "estimator detailed")};
constexpr Condition scaled{[](const Scenario &scenario) { return scenario.model.isScaled(); },
    english("errors", "a scaled model in place of a real one")};
constexpr Condition fusedExperts{
    [](const Scenario &scenario) {
        return isDetailed(scenario) && scenario.training.modules == ModuleLibrary::Transformers5;
    },
    english("errors", "training.modules transformers-5 with estimator detailed"),
    english("errors", "training.modules transformers-5")};
constexpr Condition adapters{hasAdapters, english("errors", "training.method lora or qlora")};
constexpr Condition loraFactors{[](const Scenario &scenario) {
                                    return hasAdapters(scenario)
                                        && scenario.training.adapter <= AdapterKind::Dora;
                                },
    english("errors", "training.adapter lora or dora")};
constexpr Condition promptTokens{[](const Scenario &scenario) {
                                     return isDetailed(scenario) && hasAdapters(scenario)
                                         && scenario.training.adapter == AdapterKind::PromptTuning;
                                 },
    english("errors", "training.adapter prompt-tuning")};
constexpr Condition fullTraining{trainsAll, english("errors", "training.method full")};
constexpr Condition frozenParts{
    [](const Scenario &scenario) { return trainsAll(scenario) && plansTrainedParts(scenario); },
    english("errors", "training.method full with transformers 5 under the Trainer or FSDP2")};
constexpr Condition copiedTables{[](const Scenario &scenario) {
                                     return hasAdapters(scenario) && plansTrainedParts(scenario)
                                         && frameworkFor(scenario.parallel) != Framework::DeepSpeed;
                                 },
    english(
        "errors", "training.method lora or qlora with transformers 5 under the Trainer or FSDP2")};
constexpr Condition checkpointsAtAll{
    isCheckpointed, english("errors", "training.checkpointing other than none")};
constexpr Condition checkpoints{inDetail<isCheckpointed>,
    english("errors", "training.checkpointing other than none with estimator detailed"),
    english("errors", "training.checkpointing other than none")};
constexpr Condition detailedAdapters{inDetail<hasAdapters>,
    english("errors", "training.method lora or qlora with estimator detailed"),
    english("errors", "training.method lora or qlora")};
constexpr Condition peftAdapters{inDetail<choosesAdapterPrecision>,
    english("errors",
        "training.method lora or qlora, unsharded or under FSDP in pure 16 bit, with estimator "
        "detailed"),
    english("errors", "training.method lora or qlora, unsharded or under FSDP in pure 16 bit")};
constexpr Condition ownAdapters{choosesAdapterPrecision,
    english("errors", "training.method lora or qlora, unsharded or under FSDP in pure 16 bit")};
constexpr Condition quantization{isQuantized, english("errors", "training.method qlora")};
constexpr Condition quantized{inDetail<isQuantized>,
    english("errors", "training.method qlora with estimator detailed"),
    english("errors", "training.method qlora")};
constexpr Condition adapterShare{
    [](const Scenario &scenario) { return !isDetailed(scenario) && hasAdapters(scenario); },
    english("errors", "training.method lora or qlora with estimator worksheet"),
    english("errors", "training.method lora or qlora"), EstimatorKind::Worksheet};
constexpr Condition deepSpeed{
    usesDeepSpeed, english("errors", "parallel.strategy zero1, zero2 or zero3")};
constexpr Condition zero3{[](const Scenario &scenario) {
                              return usesDeepSpeed(scenario)
                                  && scenario.parallel.strategy == Strategy::Zero3;
                          },
    english("errors", "parallel.strategy zero3")};
constexpr Condition stages{[](const Scenario &scenario) {
                               return usesDeepSpeed(scenario)
                                   && scenario.parallel.strategy != Strategy::Ddp
                                   && scenario.parallel.strategy != Strategy::Zero3;
                           },
    english("errors", "parallel.strategy zero1 or zero2")};
constexpr Condition fsdp{
    usesFsdp, english("errors", "parallel.strategy fsdp, fsdp-grad-op or hsdp")};
constexpr Condition keptGradients{
    [](const Scenario &scenario) {
        return choosesReductions(scenario)
            && (usesFsdp(scenario) || scenario.parallel.bucketView == BucketView::On);
    },
    english("errors",
        "parallel.strategy fsdp, fsdp-grad-op or hsdp with training.accumulation above 1")};
constexpr Condition reductions{
    choosesReductions, english("errors", "DDP or FSDP with training.accumulation above 1")};
constexpr Condition loopMemory{
    [](const Scenario &scenario) { return usesFsdp(scenario) || keptGradients.holds(scenario); },
    fsdp.words};
constexpr Condition loopTraffic{
    [](const Scenario &scenario) { return usesFsdp(scenario) || choosesReductions(scenario); },
    reductions.words};
constexpr Condition ddp{[](const Scenario &scenario) { return runs(scenario, Framework::Trainer); },
    english("errors", "parallel.strategy ddp")};
constexpr Condition hybrid{inDetail<isHybrid>, english("errors", "parallel.strategy hsdp")};
constexpr Condition groups{isHybrid, english("errors", "parallel.strategy hsdp")};
constexpr Condition sharding{
    inDetail<isSharded>, english("errors", "parallel.strategy other than ddp")};
/// Megatron's buffers hold gradients in the dtype in which they are reduced.
constexpr Condition images{[](const Scenario &scenario) { return scenario.vision.images > 0; },
    english("errors", "vision.images above 0")};
constexpr Condition heldGradients{[](const Scenario &scenario) {
                                      return isDetailed(scenario)
                                          && (isSharded(scenario) || usesMegatron(scenario));
                                  },
    sharding.words};
constexpr Condition shardingAtAll{isSharded, english("errors", "parallel.strategy other than ddp")};
// The worksheet does not offload, and says so.
constexpr Condition offloadingAtAll{
    [](const Scenario &scenario) { return !isDetailed(scenario) || isSharded(scenario); },
    english("errors", "parallel.strategy other than ddp")};
constexpr Condition offloading{
    updatesOnHost, english("errors", "a parallel.offload that the strategy can do")};
constexpr Condition estimatedFragmentation{[](const Scenario &scenario) {
                                               return isDetailed(scenario)
                                                   && scenario.hardware.fragmentationPercent < 0;
                                           },
    english("errors", "hardware.fragmentation_percent -1 with estimator detailed"),
    english("errors", "hardware.fragmentation_percent -1")};
constexpr Text megatronWords = english("errors",
    "parallel.framework megatron with parallel.strategy ddp or zero1, training.method full or "
    "lora and training.precision bf16-master or fp16-master");
constexpr Condition megatron{usesMegatron, megatronWords};
constexpr Condition megatronScores{[](const Scenario &scenario) {
                                       return usesMegatron(scenario)
                                           && scenario.training.attention != Attention::Flash;
                                   },
    english("errors", "training.attention eager with parallel.framework megatron")};
constexpr Condition paddedWords{
    [](const Scenario &scenario) { return usesMegatron(scenario) || usesPipelineModule(scenario); },
    megatronWords};
constexpr Condition megatronAtAll{
    [](const Scenario &scenario) { return frameworkFor(scenario.parallel) == Framework::Megatron; },
    megatronWords};
constexpr Text meshWords = english("errors",
    "parallel.framework megatron, nanotron, fsdp2, or deepspeed with parallel.strategy ddp, zero1 "
    "or zero2, or training.modules torchtitan on single copies, with training.method full, or lora "
    "under megatron and fsdp2");
constexpr Text stageWords = english("errors",
    "parallel.framework megatron or nanotron, or deepspeed with parallel.strategy ddp or zero1, or "
    "training.modules torchtitan under FSDP2 or on single copies, with training.method full, or "
    "lora under megatron");
constexpr Condition mesh{hasMesh, meshWords};
constexpr Condition stageMesh{canHaveStages, stageWords};
/// Under transformers ranks that share matrices all have the whole stream.
constexpr Condition tensorRanks{[](const Scenario &scenario) {
                                    return hasStages(scenario) && scenario.parallel.tensor > 1
                                        && !usesPipelineModule(scenario);
                                },
    english("errors",
        "parallel.tensor above 1 with parallel.framework megatron or nanotron or training.modules "
        "torchtitan")};
constexpr Condition splitLoss{[](const Scenario &scenario) {
                                  return hasMesh(scenario) && runsTorchtitan(scenario)
                                      && scenario.parallel.tensor > 1;
                              },
    english("errors", "parallel.tensor above 1 with training.modules torchtitan")};
constexpr Condition pipelineStages{
    [](const Scenario &scenario) { return hasStages(scenario) && scenario.parallel.pipeline > 1; },
    english("errors", "parallel.pipeline above 1 where the framework cuts the model")};
/// nanotron weighs layers by what they compute.
constexpr Condition stageLayers{[](const Scenario &scenario) {
                                    return pipelineStages.holds(scenario)
                                        && !usesNanotron(scenario);
                                },
    english("errors",
        "parallel.pipeline above 1 with parallel.framework megatron or deepspeed or "
        "training.modules torchtitan")};
constexpr Condition stageChunks{[](const Scenario &scenario) {
                                    return pipelineStages.holds(scenario) && !usesNanotron(scenario)
                                        && !usesPipelineModule(scenario);
                                },
    english("errors",
        "parallel.pipeline above 1 with parallel.framework megatron or training.modules "
        "torchtitan")};
bool hasContext(const Scenario &scenario)
{
    return (hasMesh(scenario) && !usesNanotron(scenario))
        || (isDetailed(scenario)
            && (runs(scenario, Framework::DeepSpeed) || runsAccelerateMesh(scenario)));
}
constexpr Text contextWords = english("errors",
    "parallel.framework deepspeed or fsdp2, or megatron or training.modules torchtitan with "
    "training.method full");
constexpr Condition contextRanks{hasContext, contextWords};
/// Findings say of what an engine could cut that it is not planned: adapters, or a model.
bool couldCut(const Scenario &scenario)
{
    const Framework framework = frameworkFor(scenario.parallel);
    return framework == Framework::Megatron || framework == Framework::Nanotron
        || (isDetailed(scenario)
            && (framework == Framework::DeepSpeed || runsTorchtitan(scenario)));
}
constexpr Condition stagesAtAll{couldCut, stageWords};
constexpr Condition cutsAtAll{
    [](const Scenario &scenario) {
        return couldCut(scenario)
            || (isDetailed(scenario)
                && (runsAccelerateMesh(scenario) || runs(scenario, Framework::DeepSpeed)));
    },
    meshWords};
constexpr Condition contextAtAll{[](const Scenario &scenario) {
                                     return cutsAtAll.holds(scenario)
                                         || frameworkFor(scenario.parallel) == Framework::DeepSpeed;
                                 },
    contextWords};
constexpr Condition contextKinds{
    [](const Scenario &scenario) { return hasContext(scenario) && scenario.parallel.context > 1; },
    english("errors", "parallel.context above 1 where the framework cuts sequences")};
constexpr Condition stagesOfMegatron{[](const Scenario &scenario) {
                                         return usesMegatron(scenario)
                                             && scenario.parallel.pipeline > 1;
                                     },
    english("errors", "parallel.pipeline above 1 with parallel.framework megatron")};
constexpr Condition blocks{[](const Scenario &scenario) {
                               return usesMegatron(scenario)
                                   && scenario.training.checkpointing == Checkpointing::Full;
                           },
    english("errors", "training.checkpointing full with parallel.framework megatron")};
constexpr Condition layerGroups{[](const Scenario &scenario) {
                                    return blocks.holds(scenario)
                                        && scenario.training.blockLayers == 0;
                                },
    english("errors",
        "training.checkpointing full with parallel.framework megatron and training.block_layers "
        "auto")};
constexpr Condition recomputedParts{[](const Scenario &scenario) {
                                        return usesMegatron(scenario)
                                            && scenario.training.checkpointing
                                            == Checkpointing::Selective;
                                    },
    english("errors", "training.checkpointing selective with parallel.framework megatron")};
bool hasScores(const Scenario &scenario)
{
    return scoresAnswers(scenario.training.objective);
}
bool isGrpo(const Scenario &scenario)
{
    return scenario.training.objective == Objective::Grpo;
}
bool sleeps(const Scenario &scenario)
{
    return hasRolloutHere(scenario) && scenario.rollout.sleep == RolloutSleep::On;
}
constexpr Condition classification{[](const Scenario &scenario) {
                                       const Objective objective = scenario.training.objective;
                                       return objective == Objective::Classification
                                           || objective == Objective::TokenClassification;
                                   },
    english("errors", "training.objective classification or token-classification")};
constexpr Condition scores{inDetail<hasScores>,
    english("errors", "training.objective dpo or grpo with estimator detailed"),
    english("errors", "training.objective dpo or grpo")};
constexpr Condition scoresAtAll{hasScores, english("errors", "training.objective dpo or grpo")};
constexpr Condition grpo{inDetail<isGrpo>,
    english("errors", "training.objective grpo with estimator detailed"),
    english("errors", "training.objective grpo")};
constexpr Condition grpoAtAll{isGrpo, english("errors", "training.objective grpo")};
constexpr Condition colocated{inDetail<hasRolloutHere>,
    english("errors",
        "training.objective grpo and rollout.engine vllm-colocate with estimator detailed"),
    english("errors", "training.objective grpo and rollout.engine vllm-colocate")};
constexpr Condition asleep{inDetail<sleeps>,
    english("errors", "rollout.sleep on, with training.objective grpo and estimator detailed"),
    english("errors", "rollout.sleep on, with training.objective grpo")};
constexpr Condition noTokens{[](const Scenario &scenario) { return scenario.run.tokens <= 0; },
    english("errors", "run.tokens 0")};
constexpr Condition data{hasData, english("errors", "run.tokens or run.examples above 0")};

struct Row
{
    std::string_view key;
    const Condition &memory;
    const Condition &speed;
};

/// What is not listed here always counts. A test holds each row against what plans say.
constexpr std::array<Row, 88> rows{{
    {"model.parameters", scaled, scaled},
    {"model.hidden_size", scaled, scaled},
    {"model.layers", scaled, scaled},
    {"training.lora_rank", detailedAdapters, adapters},
    {"training.lora_targets", detailedAdapters, adapters},
    {"training.lora_dropout", detailedAdapters, adapters},
    {"training.lora_precision", peftAdapters, ownAdapters},
    {"training.adapter", detailedAdapters, adapters},
    {"training.lora_init", never, never}, // steps hold the same
    {"training.virtual_tokens", promptTokens, promptTokens},
    {"training.modules_to_save", detailedAdapters, copiedTables},
    {"training.kbit_preparation", quantized, quantization},
    {"training.quant_storage", never, never}, // breaks sharding, costs nothing
    {"training.double_quantization", quantized, never},
    {"training.lora_percent", adapterShare, adapterShare},
    {"training.optimizer", detailed, always},
    {"training.accumulation", detailed, always},
    {"training.checkpoint_every", checkpoints, never},
    {"training.frozen_layers", frozenParts, frozenParts},
    {"training.frozen_modules", frozenParts, frozenParts},
    {"training.attention", detailed, always},
    {"training.loss", detailed, always},
    {"training.label_smoothing", detailed, always},
    {"training.kernels", detailed, always},
    {"training.modules", detailed, always},
    {"training.rotary", megatron, megatron},
    {"training.softmax", megatronScores, never},
    {"training.experts", fusedExperts, always},
    {"training.linear_attention", detailed, always},
    {"training.loop", loopMemory, loopTraffic},
    {"training.outputs", detailed, never},
    {"vision.image_width", images, images},
    {"vision.image_height", images, images},
    {"vision.tower", images, images},
    {"vision.projector", images, images},
    {"training.num_labels", classification, classification},
    {"training.reference_model", scores, scoresAtAll},
    {"training.completion_tokens", grpo, grpoAtAll},
    {"rollout.engine", grpo, grpoAtAll},
    {"rollout.share", colocated, never},
    {"rollout.sleep", colocated, never},
    {"rollout.asleep_gib", asleep, never},
    {"rollout.tensor", never, never},
    {"rollout.generations", never, never},
    {"parallel.framework", detailed, always},
    {"parallel.gpus_per_node", detailed, always},
    {"training.block_layers", blocks, blocks},
    {"training.group_layers", layerGroups, layerGroups},
    {"training.recompute_modules", recomputedParts, recomputedParts},
    {"parallel.tensor", mesh, mesh},
    {"parallel.sequence", tensorRanks, tensorRanks},
    {"parallel.loss_parallel", splitLoss, splitLoss},
    {"parallel.pipeline", stageMesh, stageMesh},
    {"parallel.schedule", pipelineStages, pipelineStages},
    {"parallel.virtual_stages", stageChunks, stageChunks},
    {"parallel.layers_first_stage", stageLayers, stageLayers},
    {"parallel.layers_last_stage", stageLayers, stageLayers},
    {"parallel.context", contextRanks, contextRanks},
    {"parallel.context_kind", contextKinds, contextKinds},
    {"parallel.expert", megatron, megatron},
    {"parallel.expert_tensor", megatron, megatron},
    {"parallel.dispatcher", megatron, megatron},
    {"parallel.rank_order", stagesOfMegatron, stagesOfMegatron},
    {"parallel.vocabulary_padding", paddedWords, paddedWords},
    {"parallel.shard_group", hybrid, hybrid},
    {"parallel.wrap", fsdp, fsdp},
    {"parallel.gradient_sync", keptGradients, reductions},
    {"parallel.bucket_view", ddp, never},
    {"parallel.gradient_precision", heldGradients, detailed},
    {"parallel.reduce_bucket", deepSpeed, deepSpeed},
    {"parallel.allgather_bucket", never, never}, // one gather carries all
    {"parallel.prefetch_bucket", zero3, zero3},
    {"parallel.persistence_threshold", zero3, zero3},
    {"parallel.sub_group", zero3, never},
    {"parallel.overlap", sharding, detailed},
    {"parallel.offload", sharding, shardingAtAll},
    {"parallel.zeropp", never, zero3},
    {"parallel.algorithm", never, detailed},
    {"hardware.link", never, always},
    {"hardware.reserve_gib", always, never},
    {"hardware.host_gib", offloading, never},
    {"hardware.allocator", estimatedFragmentation, never},
    {"hardware.fragmentation_percent", detailed, never},
    {"hardware.context_mib", detailed, never},
    {"hardware.nccl_mib", detailed, never},
    {"hardware.workspace_mib", detailed, never},
    {"hardware.correction_gib", detailed, never},
    {"model.name", never, never},
}};

/// Inputs of the run: never of memory, and what they are good for depends on the data.
struct RunRow
{
    std::string_view key;
    const Condition &speed;
};
constexpr std::array<RunRow, 7> runRows{{
    {"run.tokens", always},
    {"run.examples", noTokens},
    {"run.epochs", data},
    {"run.price_per_gpu_hour", data},
    {"run.disk_gb_s", never},
    {"run.learning_rate", never},
    {"run.reference_batch", never},
}};

/// What counts beyond those figures: in findings, advice and the table of the run.
struct OtherRow
{
    std::string_view key;
    const Condition &condition;
};
constexpr std::array<OtherRow, 21> otherRows{{
    // Findings say where what they ask for is not planned.
    {"parallel.tensor", cutsAtAll},
    {"parallel.pipeline", stagesAtAll},
    {"parallel.context", contextAtAll},
    {"parallel.expert", megatronAtAll},
    {"rollout.tensor", colocated}, // shares the weights beside the KV cache
    {"rollout.generations", grpo}, // has to divide the answers
    {"training.quant_storage", quantization}, // decides what can be sharded
    // Findings say of these what is not counted, and that the worksheet knows none of them.
    {"training.adapter", adapters},
    {"training.lora_init", loraFactors},
    {"training.modules_to_save", adapters},
    {"training.frozen_layers", fullTraining},
    {"training.frozen_modules", fullTraining},
    {"training.checkpoint_every", checkpointsAtAll},
    {"training.label_smoothing", always},
    {"parallel.shard_group", groups}, // has to divide the GPUs
    {"parallel.allgather_bucket", stages}, // has to be even
    {"parallel.offload", offloadingAtAll},
    {"hardware.host_gib", detailed}, // advice offloads no more than it holds
    {"run.disk_gb_s", always},
    {"run.learning_rate", always},
    {"run.reference_batch", always},
}};

const auto named
    = [](std::string_view key) { return [key](const auto &row) { return row.key == key; }; };

const Condition &conditionOf(std::string_view key, Answer answer)
{
    const bool isMemory = answer == Answer::Memory;
    if (const auto row = std::find_if(rows.begin(), rows.end(), named(key)); row != rows.end())
        return isMemory ? row->memory : row->speed;
    if (const auto row = std::find_if(runRows.begin(), runRows.end(), named(key));
        row != runRows.end())
        return isMemory ? never : row->speed;
    return always;
}

/// The condition of any answer that asks least.
const Condition &leastCondition(std::string_view key, const Scenario &scenario)
{
    const auto other = std::find_if(otherRows.begin(), otherRows.end(), named(key));
    if (other != otherRows.end())
        return other->condition;
    const Condition &memory = conditionOf(key, Answer::Memory);
    const Condition &speed = conditionOf(key, Answer::Speed);
    return &speed == &never || memory.holds(scenario) ? memory : speed;
}

/// Words for what is missing: all that is expected, or the one input that is in the way.
Text missing(const Condition &condition, Scenario scenario)
{
    const Framework framework = std::exchange(scenario.parallel.framework, Framework::Auto);
    if (condition.holds(scenario))
        return english("errors", "parallel.framework auto");
    scenario.parallel.framework = framework;
    const EstimatorKind estimator = std::exchange(scenario.estimator, EstimatorKind::Detailed);
    if (condition.holds(scenario))
        return detailed.words;
    // Nobody needs to be told what is so already.
    const bool isThere = !condition.brief.isEmpty() && estimator == condition.estimator;
    return isThere ? condition.brief : condition.words;
}

} // namespace

std::optional<Text> missingFor(std::string_view key, const Scenario &scenario, Answer answer)
{
    const Condition &condition
        = answer == Answer::Anything ? leastCondition(key, scenario) : conditionOf(key, answer);
    if (condition.holds(scenario))
        return std::nullopt;
    return missing(condition, scenario);
}

} // namespace shardscope
