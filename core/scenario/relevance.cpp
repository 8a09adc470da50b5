// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/relevance.h"

#include "core/scenario/conditions.h"
#include "core/scenario/objectiveconditions.h"
#include "core/scenario/optimizerconditions.h"
#include "core/scenario/promptconditions.h"

#include <algorithm>
#include <array>
#include <utility>

namespace shardscope {

namespace {

using namespace conditions;

struct Row
{
    std::string_view key;
    const Condition &memory;
    const Condition &speed;
};

/// What is not listed here always counts. A test holds each row against what plans say.
constexpr std::array<Row, 120> rows{{
    {"model.parameters", scaled, scaled},
    {"model.hidden_size", scaled, scaled},
    {"model.layers", scaled, scaled},
    {"training.lora_rank", detailedRanked, ranked},
    {"training.lora_targets", detailedTargeted, targeted},
    {"training.lora_dropout", detailedDropped, dropped},
    {"training.lora_precision", peftAdapters, ownAdapters},
    {"training.adapter", detailedAdapters, adapters},
    {"training.lora_init", never, never}, // steps hold the same
    {"training.feedforward_modules", feedforward, feedforward},
    {"training.virtual_tokens", promptTokens, promptTokens},
    {"training.prefix_projection", prefix, prefix},
    {"training.encoder_hidden", promptEncoder, promptEncoder},
    {"training.lokr_factor", kroneckerFactors, kroneckerFactors},
    {"training.oft_block", rotations, rotations},
    {"training.boft_block", butterflies, butterflies},
    {"training.boft_blocks", butterflyBlocks, butterflyBlocks},
    {"training.boft_factors", butterflies, butterflies},
    {"training.trained_tokens", tokenRows, tokenRows},
    {"training.modules_to_save", detailedAdapters, copiedTables},
    {"training.base", quantization, quantization},
    {"training.outlier_percent", outliers, outliers},
    {"training.unquantized", quantization, quantization},
    {"training.kbit_preparation", prepared, preparation},
    {"training.quant_storage", never, never}, // breaks sharding, costs nothing
    {"training.double_quantization", fourBits, never},
    {"training.lora_percent", adapterShare, adapterShare},
    {"training.autocast", halfWeights, halfWeights},
    {"training.fp8", products, products},
    {"training.fp8_weights", engineProducts, engineProducts},
    {"training.optimizer", detailed, always},
    {"training.projection_rank", detailedProjected, projected},
    {"training.preconditioner_block", detailedBlocked, blocked},
    {"training.update", updates, never},
    {"training.accumulation", detailed, always},
    {"training.activation_offload", offloadable, offloadable},
    {"training.checkpoint_kind", reenterable, reenterableAtAll},
    {"training.checkpoint_every", checkpoints, sparseCheckpoints},
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
    {"training.texts", embedding, embedding},
    {"training.text_passes", embedding, embedding},
    {"training.gradient_cache", embedding, embedding},
    {"training.pooling", embedding, never},
    {"training.reference_model", refers, refersAtAll},
    {"training.teacher", distillation, distillationAtAll},
    {"training.completion_tokens", answers, answersAtAll},
    {"rollout.engine", grpo, grpoAtAll},
    {"rollout.share", colocated, never},
    {"rollout.sleep", colocated, never},
    {"rollout.asleep_gib", asleep, never},
    {"rollout.tensor", never, never},
    {"rollout.generations", never, never},
    {"rollout.chunk", ppo, never},
    {"rollout.epochs", never, ppoAtAll},
    {"rollout.scored", verl, verl},
    {"rollout.offload", verlHere, never},
    {"parallel.framework", detailed, always},
    {"parallel.gpus_per_node", detailed, always},
    {"training.block_layers", blocks, blocks},
    {"training.group_layers", layerGroups, layerGroups},
    {"training.recompute_modules", recomputesParts, recomputesParts},
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
    {"parallel.expert", expertRanks, expertRanks},
    {"parallel.expert_tensor", megatron, megatron},
    {"parallel.expert_load", dealtExperts, dealtExperts},
    {"parallel.expert_capacity", megatron, megatron},
    {"parallel.expert_padding", limitedExperts, limitedExperts},
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
    {"parallel.offload", offloadingInDetail, offloadingAtAll},
    {"parallel.zeropp", never, zero3},
    {"parallel.algorithm", never, detailed},
    {"hardware.link", never, always},
    {"hardware.reserve_gib", always, never},
    {"hardware.host_gib", hostMemory, never},
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
constexpr std::array<OtherRow, 25> otherRows{{
    // Findings say where what they ask for is not planned.
    {"parallel.tensor", cutsAtAll},
    {"parallel.pipeline", stagesAtAll},
    {"parallel.context", contextAtAll},
    {"parallel.expert", expertsAtAll},
    {"training.loop", loopAtAll}, // findings say where verl's is not planned
    {"rollout.tensor", colocated}, // shares the weights beside the KV cache
    {"rollout.generations", grpo}, // has to divide the answers
    {"training.quant_storage", quantization}, // decides what can be sharded
    // Findings say of these what is not counted, and that the worksheet knows none of them.
    {"training.fp8", detailed},
    {"training.update", detailed},
    {"training.activation_offload", detailed},
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
    if (condition.first && !condition.first->holds(scenario))
        return missing(*condition.first, scenario);
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
