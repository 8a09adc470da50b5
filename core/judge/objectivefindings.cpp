// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/judge/objectivefindings.h"

#include "core/engines/optimizerstate.h"
#include "core/judge/contrastobstacle.h"
#include "core/scenario/base.h"
#include "core/scenario/framework.h"
#include "core/scenario/mesh.h"
#include "core/scenario/objective.h"
#include "core/step/obstacles.h"
#include "core/step/rollout.h"
#include "core/step/workload.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace shardscope {

namespace {

/// Passes without autograd are not followed under every engine.
std::optional<std::string_view> unfollowedPasses(const Scenario &scenario, const ModelSpec &spec)
{
    const Parallel &parallel = scenario.parallel;
    const Training &training = scenario.training;
    const ReferenceModel reference = referenceOf(training);
    const Framework framework = frameworkFor(parallel);
    const bool hasTeacher = distills(training.objective);
    const bool isFollowed
        = framework == Framework::Trainer || (hasTeacher && framework == Framework::DeepSpeed);
    if ((hasTeacher || trainsValues(training.objective)) && !isFollowed)
        return parallel.strategy != Strategy::Ddp ? "parallel.strategy" : "parallel.framework";
    const bool isGrpo = training.objective == Objective::Grpo;
    const bool scoresOthers = isGrpo || training.objective == Objective::Kto;
    if (reference == ReferenceModel::AdaptersOff && training.method == Method::Full)
        return "training.reference_model";
    if (writesAnswers(scenario) && !followsWriting(scenario, spec))
        return "rollout.engine";
    if (reference == ReferenceModel::None && !scoresOthers)
        return std::nullopt;
    if (const auto obstacle = tracedReferenceObstacle(scenario, spec))
        return obstacle;
    if (!followsScoring(scenario, spec))
        return framework == Framework::Fsdp1 ? "parallel.framework" : "parallel.strategy";
    if (offloadFor(parallel) != Offload::None)
        return "parallel.offload";
    return std::nullopt;
}

/// Families of which transformers 5.12 has no class with a head for sequences
/// (models/auto/modeling_auto.py, MODEL_FOR_SEQUENCE_CLASSIFICATION_MAPPING_NAMES).
bool lacksSequenceHead(const ModelSpec &spec)
{
    constexpr std::array<std::string_view, 24> families{"cohere", "cohere2", "dots1", "ernie4_5",
        "gemma3n", "gemma3n_text", "gemma4", "gemma4_text", "glm4_moe", "granite",
        "granitemoehybrid", "kimi_k2", "llama4", "llama4_text", "minimax_m2", "olmoe",
        "qwen2_5_omni_text", "qwen2_5_vl", "qwen2_5_vl_text", "qwen2_vl", "qwen2_vl_text",
        "qwen3_5_moe_text", "qwen3_vl_moe_text", "qwen3_vl_text"};
    return std::find(families.begin(), families.end(), spec.modelType) != families.end();
}

/// Beside an encoder LoRA is followed that learns labels, on matrices of attention where others are
/// called as the pooler's is; all-linear would take that in as well.
std::optional<std::string_view> encoderAdapterObstacle(
    const Training &training, const ModelSpec &spec)
{
    const bool isFollowed = hasLabels(training.objective) || embedsTexts(training.objective);
    if (training.method != Method::Lora || !isFollowed)
        return "training.method";
    if (const auto obstacle = layerLoraObstacle(training, spec))
        return obstacle;
    const bool takesPooler = hasLabels(training.objective)
        && (isNamed(training.loraTargets, "all-linear") || isNamed(training.loraTargets, "dense"));
    if (takesPooler)
        return "training.lora_targets";
    return std::nullopt;
}

/// Beside the two stacks of an encoder-decoder LoRA is followed, on matrices of the layers alone.
/// Quantisers leave T5's `wo` in fp32, which widens the stream behind the first layer of a stack;
/// umT5's first layers are of the same form as the others, so that this is not derived for it.
std::optional<std::string_view> stackAdapterObstacle(
    const Training &training, const ModelSpec &spec)
{
    if (training.method == Method::Full)
        return std::nullopt;
    if (!spec.seq2seq)
        return encoderAdapterObstacle(training, spec);
    const bool isUmt5 = spec.seq2seq->code == Seq2SeqCode::Umt5;
    if (training.method == Method::Qlora && (isInGroups(training) || isUmt5))
        return "training.method";
    if (const auto obstacle = layerLoraObstacle(training, spec))
        return obstacle;
    if (training.optimizer == Optimizer::Adafactor)
        return "training.optimizer";
    return std::nullopt;
}

/// Sound is of one length, and a table of places bounds what is written.
std::optional<std::string_view> lengthObstacle(const Training &training, const ModelSpec &spec)
{
    if (!spec.seq2seq)
        return std::nullopt;
    if (spec.seq2seq->hears() && training.sequenceLength != spec.seq2seq->soundPlaces)
        return "training.sequence_length";
    if (spec.positions > 0 && training.targetLength > longestTarget(spec))
        return "training.target_length";
    return std::nullopt;
}

/// What shards encoders, alone or beside a decoder, was followed in full training.
std::optional<std::string_view> shardedStackObstacle(
    const Scenario &scenario, const ModelSpec &spec)
{
    const Framework framework = frameworkFor(scenario.parallel);
    if (framework == Framework::Trainer)
        return std::nullopt;
    const bool isFsdp = framework == Framework::Fsdp1 || framework == Framework::Fsdp2;
    const bool isZero
        = framework == Framework::DeepSpeed && scenario.parallel.strategy != Strategy::Ddp;
    if (!isFsdp && !isZero)
        return "parallel.framework";
    if (scenario.training.method != Method::Full)
        return "training.method";
    // A table that two units share: torch 2.14 refuses it (_fsdp_param_group.py).
    const bool splitsTable = spec.encoder && isEmbeddingUnit(spec.encoder->code);
    if (isFsdp && splitsTable && (spec.tiedEmbeddings || framework == Framework::Fsdp1))
        return "parallel.strategy";
    // MBartAttention is a unit within another one (_no_split_modules), which torch 2.14 ends with
    // an error. M2M-100's places are a buffer, which widens what the first layers are given.
    const bool isNested = spec.seq2seq && spec.seq2seq->code == Seq2SeqCode::Mbart;
    const bool widens = spec.seq2seq && spec.seq2seq->code == Seq2SeqCode::M2m100;
    if (isFsdp && (isNested || widens))
        return "parallel.strategy";
    return std::nullopt;
}

/// Encoders, alone or beside a decoder, are followed with what torch computes.
std::optional<std::string_view> encoderObstacle(const Scenario &scenario, const ModelSpec &spec)
{
    const Training &training = scenario.training;
    const Parallel &parallel = scenario.parallel;
    if (scoresAnswers(training.objective) || training.objective == Objective::Reward)
        return "training.objective";
    if (const auto obstacle = shardedStackObstacle(scenario, spec))
        return obstacle;
    if (offloadFor(parallel) != Offload::None)
        return "parallel.offload";
    if (const auto obstacle = stackAdapterObstacle(training, spec))
        return obstacle;
    if (const auto obstacle = frozenPartObstacle(training))
        return obstacle;
    if (training.checkpointing == Checkpointing::Selective)
        return "training.checkpointing";
    if (!runsTorchKernels(training))
        return "training.kernels";
    const bool isAdafactor = training.optimizer == Optimizer::Adafactor;
    if (training.optimizer == Optimizer::Muon || (isAdafactor && spec.encoder))
        return "training.optimizer";
    return std::nullopt;
}

/// Families whose layers all attend, with nothing beside the stream, and an MLP each.
bool areLayersPlain(const ModelSpec &spec)
{
    return !spec.experts && !spec.latent && !spec.delta && !spec.stateSpace && !spec.convolution
        && !spec.lightning && !spec.mixed && !spec.altUp && !spec.indexer && !spec.unlikeHeads
        && !spec.layerEmbeddings && !spec.tower && !spec.hasExpertHeads();
}

/// PPO: what was followed of two models that learn as one (TRL 1.10.0.dev0
/// experimental/ppo/ppo_trainer.py), which always scores what the policy was.
std::optional<std::string_view> valueObstacle(const Scenario &scenario, const ModelSpec &spec)
{
    const Training &training = scenario.training;
    const ReferenceModel reference = referenceOf(training);
    if (!areLayersPlain(spec))
        return "model.id";
    if (training.method == Method::Qlora)
        return "training.method";
    if (training.method == Method::Lora && training.adapter != AdapterKind::Lora)
        return "training.adapter";
    if (!training.modulesToSave.empty())
        return "training.modules_to_save";
    if (training.method == Method::Lora && tablesIn(spec, training.loraTargets).count() > 0)
        return "training.lora_targets";
    if (const auto obstacle = frozenPartObstacle(training))
        return obstacle;
    if (reference == ReferenceModel::None || losesAdapters(scenario))
        return "training.reference_model";
    if (training.checkpointing == Checkpointing::Selective)
        return "training.checkpointing";
    if (training.activationOffload != ActivationOffload::None)
        return "training.activation_offload";
    if (!runsTorchKernels(training))
        return "training.kernels";
    constexpr std::array optimizers{Optimizer::AdamW, Optimizer::AdamWForeach,
        Optimizer::AdamWForLoop, Optimizer::Sgd, Optimizer::SgdMomentum};
    if (std::find(optimizers.begin(), optimizers.end(), training.optimizer) == optimizers.end())
        return "training.optimizer";
    if (training.update != UpdateTime::AfterBackward)
        return "training.update";
    return std::nullopt;
}

/// What of verl's loop was followed: full training of text under FSDP1, by FlashAttention, which
/// takes sequences that lie one behind the other.
std::optional<std::string_view> verlObstacle(const Scenario &scenario, const ModelSpec &spec)
{
    const Training &training = scenario.training;
    const Parallel &parallel = scenario.parallel;
    if (parallel.strategy != Strategy::Fsdp)
        return "parallel.strategy";
    if (!runsVerl(scenario))
        return "parallel.framework";
    if (training.method != Method::Full)
        return "training.method";
    if (training.attention != Attention::Flash)
        return "training.attention";
    if (training.checkpointing == Checkpointing::Selective)
        return "training.checkpointing";
    if (training.activationOffload != ActivationOffload::None)
        return "training.activation_offload";
    if (training.update != UpdateTime::AfterBackward)
        return "training.update";
    ModelSpec dense = spec;
    dense.experts.reset();
    if (!areLayersPlain(dense) || spec.modules.attention != AttentionCode::Standard)
        return "model.id";
    return std::nullopt;
}

/// What is learned from tokens that are masked, or from a label of each, takes a model whose tokens
/// see all others.
bool needsEncoder(Objective objective)
{
    return objective == Objective::MaskedLm || objective == Objective::TokenClassification;
}

} // namespace

std::int64_t longestTarget(const ModelSpec &spec)
{
    return spec.seq2seq && spec.seq2seq->hears() ? spec.positions : spec.maxSequence;
}

std::optional<std::string_view> objectiveObstacle(const Scenario &scenario, const ModelSpec &spec)
{
    const Training &training = scenario.training;
    const bool hasEncoder = spec.encoder || spec.seq2seq;
    const bool isUsual = training.objective == Objective::CausalLm && !hasEncoder;
    if (isUsual || scenario.estimator != EstimatorKind::Detailed)
        return std::nullopt;
    if (!spec.encoder && needsEncoder(training.objective))
        return "training.objective";
    if (spec.seq2seq && training.objective != Objective::CausalLm)
        return "training.objective";
    if (embedsTexts(training.objective)) {
        if (const auto obstacle = contrastObstacle(scenario, spec))
            return obstacle;
    }
    if (hasEncoder) {
        if (const std::optional<std::string_view> key = encoderObstacle(scenario, spec))
            return key;
    }
    // T5 spells its attention out: transformers 5.12.1 has no other for it, and refuses to load it.
    if (spec.seq2seq && isOfT5(spec.seq2seq->code) && training.attention != Attention::Eager)
        return "training.attention";
    if (const auto obstacle = lengthObstacle(training, spec))
        return obstacle;
    // fp16 weights: modeling_t5.py clamps what they make and keeps wo in fp32, modeling_bart.py
    // looks whether it is finite. A second copy of the weights was followed where it is sharded.
    const Recipe bytes = recipe(training.precision);
    const bool hasOwnCopy
        = bytes.master > 0 && frameworkFor(scenario.parallel) == Framework::Trainer;
    const bool isInFp16 = bytes.weight == 2 && usesFp16(training.precision);
    if (spec.seq2seq && (isInFp16 || hasOwnCopy))
        return "training.precision";
    const bool hasHead = hasLabels(training.objective) || trainsValues(training.objective);
    if (hasHead && lacksSequenceHead(spec))
        return "model.id";
    const Framework framework = frameworkFor(scenario.parallel);
    if (framework == Framework::Megatron || framework == Framework::Nanotron)
        return "parallel.framework";
    if (training.loop == Loop::Verl && training.objective == Objective::Grpo) {
        if (const auto obstacle = verlObstacle(scenario, spec))
            return obstacle;
    }
    if (training.modules != ModuleLibrary::Transformers5)
        return "training.modules";
    if (training.loss != Loss::Standard)
        return "training.loss";
    if (training.labelSmoothing > 0)
        return "training.label_smoothing";
    if (training.outputs != Outputs::Dropped)
        return "training.outputs";
    const Mesh mesh = meshOf(scenario);
    if (mesh.tensor > 1)
        return "parallel.tensor";
    if (mesh.pipeline > 1)
        return "parallel.pipeline";
    if (mesh.context > 1)
        return "parallel.context";
    const bool isMasked
        = !isFlash(training.attention) && training.attention != Attention::SdpaUnpadded;
    if ((isMasked || (spec.windows && spec.windows->areMasked)) && trainsValues(training.objective)
        && spec.modules.masks > 1)
        return "training.attention";
    if (trainsValues(training.objective)) {
        if (const auto obstacle = valueObstacle(scenario, spec))
            return obstacle;
    }
    return scoresAnswers(training.objective) ? unfollowedPasses(scenario, spec) : std::nullopt;
}

// TRL 1.10.0.dev0 experimental/ppo/ppo_trainer.py, train and null_ref_context: model.policy, which
// DistributedDataParallel has not.
bool losesAdapters(const Scenario &scenario)
{
    const Training &training = scenario.training;
    return trainsValues(training.objective) && referenceOf(training) == ReferenceModel::AdaptersOff
        && meshOf(scenario).data > 1;
}

bool dividesGenerations(const Scenario &scenario)
{
    if (scenario.training.objective != Objective::Grpo || runsVerl(scenario))
        return true; // verl deals out prompts, with all answers to each
    const Training &training = scenario.training;
    const std::int64_t answers
        = std::int64_t{training.microBatch} * training.accumulation * meshOf(scenario).data;
    return answers % scenario.rollout.generations == 0;
}

// TRL 1.10.0.dev0 kto_trainer.py, __init__.
bool isLoneAnswer(const Training &training)
{
    return training.objective == Objective::Kto && training.microBatch < 2;
}

// TRL 1.10.0.dev0 experimental/gkd/gkd_trainer.py, generalized_jsd_loss.
bool lacksTeachersWords(const Scenario &scenario, const Resolved &resolved)
{
    return scenario.estimator == EstimatorKind::Detailed && resolved.teacher
        && resolved.teacher->spec.vocabulary != resolved.spec.vocabulary;
}

bool isRolloutTooSmall(const Scenario &scenario, const Resolved &resolved)
{
    const RolloutMemory rollout = rolloutOf(scenario, resolved);
    return rollout.isThere() && rollout.tokens < scenario.training.sequenceLength;
}

// transformers 5.12 modeling_mixtral.py, load_balancing_loss_func: weights of all experts in fp32,
// and for each of those that a token is given to, ones and zeros, as integers and in fp32.
Bytes routerLossBytes(const Scenario &scenario, const Resolved &resolved)
{
    const std::optional<Experts> &experts = resolved.spec.experts;
    const Training &training = scenario.training;
    if (!experts || !scoresAnswers(training.objective))
        return {};
    double sparse = 0;
    for (const bool isSparse : experts->layers)
        sparse += isSparse ? 1 : 0;
    const double rows = sequencesOf(training) * training.sequenceLength * sparse;
    constexpr double integer = 8;
    return Bytes(
        rows * experts->count * (SingleBytes + experts->perToken * (integer + SingleBytes)));
}

namespace {

/// Of a value model: weights, gradients and optimizer state.
Bytes trainedBytes(const Scenario &scenario, const Resolved &values)
{
    Scenario alone = scenario;
    alone.training.objective = Objective::CausalLm;
    if (alone.training.method != Method::Full) // beside adapters it is as it was loaded
        alone.training.precision
            = recipe(alone.training.precision).weight > 2 ? Precision::Fp32 : Precision::Bf16;
    alone.training.method = Method::Full;
    const Workload work = makeWorkload(alone, values);
    return Bytes(work.trainable * (work.recipe.weight + work.recipe.gradient))
        + optimizerState(work, work.recipe.moment).bytes();
}

/// What PPOTrainer does that its configuration does not tell.
void addOfPpo(std::vector<Finding> &findings, const Scenario &scenario, const Resolved &resolved)
{
    const auto say = [&findings](FindingId id, Bytes bytes = {}) {
        findings.push_back({.id = id, .severity = Severity::Information, .bytes = bytes});
    };
    say(FindingId::ValuesLearn, trainedBytes(scenario, resolvedValues(resolved)));
    say(FindingId::AnswerLogits, Bytes(answersOf(scenario, resolved).logits));
    if (scenario.training.checkpointing != Checkpointing::None)
        say(FindingId::CheckpointsByScript);
    say(FindingId::RolloutNotTimed);
}

} // namespace

std::vector<Finding> objectiveFindings(const Plan &plan, const Resolved &resolved)
{
    const Scenario &scenario = plan.scenario;
    std::vector<Finding> findings;
    if (learnsValues(scenario, resolved.spec))
        addOfPpo(findings, scenario, resolved);
    if (distills(scenario.training.objective) && scenario.estimator == EstimatorKind::Detailed)
        findings.push_back({.id = FindingId::RolloutNotTimed, .severity = Severity::Information});
    if (scenario.training.objective != Objective::Grpo
        || scenario.estimator == EstimatorKind::Worksheet)
        return findings;
    const RolloutMemory rollout = rolloutOf(scenario, resolved);
    // Layers with a state alone cache nothing for a token.
    const bool caches = rollout.isThere() && rollout.perToken > Bytes(0);
    if (caches && !isRolloutTooSmall(scenario, resolved))
        findings.push_back({.id = FindingId::RolloutCache,
            .severity = Severity::Information,
            .gain = rollout.tokens,
            .bytes = rollout.tokens * rollout.perToken});
    findings.push_back({.id = FindingId::RolloutNotTimed, .severity = Severity::Information});
    return findings;
}

} // namespace shardscope
