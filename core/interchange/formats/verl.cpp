// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/formats/formats.h"
#include "core/interchange/formats/words.h"

#include <algorithm>
#include <array>
#include <cmath>

// Keys: verl/trainer/config of volcengine/verl at b178a3cd (January 2026), as main_ppo takes them;
// tests/data/formats/verl.keys lists them. Defaults are theirs.
//
// A micro-batch of use_dynamic_bsz has as many sequences as ppo_max_token_len_per_gpu holds. Plans
// count full ones, of which it is rounded up to.

namespace shardscope {

namespace {

constexpr auto signs = std::to_array<std::string_view>({"actor_rollout_ref.model.path",
    "actor_rollout_ref.actor.ppo_mini_batch_size", "algorithm.adv_estimator"});

constexpr std::array engines{
    ValueName{"fsdp", "fsdp"}, ValueName{"fsdp2", "fsdp"}, ValueName{"megatron", "megatron"}};
// What a configuration of verl's own composes; another's is not read.
constexpr std::array configurations{ValueName{"ppo_trainer", ""}, ValueName{"ppo_trainer.yaml", ""},
    ValueName{"ppo_megatron_trainer", "megatron"},
    ValueName{"ppo_megatron_trainer.yaml", "megatron"}};
constexpr std::array versions{
    ValueName{"fsdp", "1"}, ValueName{"fsdp2", "2"}, ValueName{"megatron", ""}};
constexpr std::array shardsAgain{
    ValueName{"true", "full_shard"}, ValueName{"false", "shard_grad_op"}};
constexpr std::array weightDtypes{ValueName{"fp32", "fp32"}, ValueName{"float32", "fp32"},
    ValueName{"bf16", "bf16"}, ValueName{"bfloat16", "bf16"}, ValueName{"fp16", "fp16"},
    ValueName{"float16", "fp16"}};
constexpr std::array computeDtypes{ValueName{"bfloat16", "bf16"}, ValueName{"bf16", "bf16"},
    ValueName{"float16", "fp16"}, ValueName{"fp16", "fp16"}};
constexpr std::array attentions{ValueName{"flash_attention_2", "flash"},
    ValueName{"flash_attention_3", "flash"}, ValueName{"sdpa", "sdpa"},
    ValueName{"eager", "eager"}};
constexpr std::array withoutPadding{ValueName{"true", ""}};
constexpr std::array optimizers{
    ValueName{"AdamW", "adamw-foreach"}, ValueName{"AdamW8bit", "adamw-8bit"}};
constexpr std::array rollouts{ValueName{"vllm", "yes"}, ValueName{"hf", "no"}};

/// trainer/ppo/utils.py, need_critic: with generalised advantages alone, unless it is said.
std::optional<Json> critic(const Json & /*value*/, const Json &root)
{
    const Json *estimator = valueAt(root, "algorithm.adv_estimator");
    const bool isUsual = !estimator || *estimator == Json("gae");
    return Json(switchAt(root, "critic.enable", isUsual) ? "yes" : "no");
}

double gpusOf(const Json &root)
{
    return numberAt(root, "trainer.n_gpus_per_node", 8) * numberAt(root, "trainer.nnodes", 1);
}

double longestSequence(const Json &root)
{
    return numberAt(root, "data.max_prompt_length", 512)
        + numberAt(root, "data.max_response_length", 512);
}

/// Answers to so many prompts that a GPU has.
double answersOfGpu(const Json &root, double prompts)
{
    const double answers = prompts * numberAt(root, "actor_rollout_ref.rollout.n", 1);
    return std::max(1.0, std::floor(answers / std::max(1.0, gpusOf(root))));
}

double answersOfMiniBatch(const Json &root)
{
    return answersOfGpu(root, numberAt(root, "actor_rollout_ref.actor.ppo_mini_batch_size", 256));
}

/// Sequences that so many tokens hold, the last of them cut.
double sequencesIn(const Json &root, double tokens)
{
    return std::max(1.0, std::ceil(tokens / std::max(1.0, longestSequence(root))));
}

constexpr std::string_view dynamicKey = "actor_rollout_ref.actor.use_dynamic_bsz";
constexpr std::string_view tokensKey = "actor_rollout_ref.actor.ppo_max_token_len_per_gpu";
constexpr double usualTokens = 16384; ///< ppo_max_token_len_per_gpu

/// Sequences of a micro-batch; 0: not said.
double microBatchOf(const Json &root)
{
    if (switchAt(root, dynamicKey, false))
        return std::min(
            answersOfMiniBatch(root), sequencesIn(root, numberAt(root, tokensKey, usualTokens)));
    const double all = numberAt(root, "actor_rollout_ref.actor.ppo_micro_batch_size", 0);
    const double each = std::floor(all / std::max(1.0, gpusOf(root)));
    return numberAt(root, "actor_rollout_ref.actor.ppo_micro_batch_size_per_gpu", each);
}

std::optional<Json> microBatch(const Json & /*value*/, const Json &root)
{
    const double count = microBatchOf(root);
    return count >= 1 ? std::optional(Json(count)) : std::nullopt;
}

/// ActorRolloutRefWorker.__init__: a mini-batch is counted in prompts, of all GPUs.
std::optional<Json> accumulation(const Json &prompts, const Json &root)
{
    const double micro = microBatchOf(root);
    if (!prompts.number() || micro < 1)
        return std::nullopt;
    return Json(std::ceil(answersOfMiniBatch(root) / micro));
}

/// Answers that are scored at a time, by the policy or the reference, whichever has more.
std::optional<Json> scored(const Json & /*value*/, const Json &root)
{
    const double all = answersOfGpu(root, numberAt(root, "data.train_batch_size", 1024));
    double most = 0;
    for (const std::string_view role : {"actor_rollout_ref.rollout", "actor_rollout_ref.ref"}) {
        const auto key = [role](std::string_view name) { return std::string(role).append(name); };
        const bool isDynamic
            = switchAt(root, key(".log_prob_use_dynamic_bsz"), switchAt(root, dynamicKey, false));
        const double tokens = numberAt(
            root, key(".log_prob_max_token_len_per_gpu"), numberAt(root, tokensKey, usualTokens));
        const double ofAllGpus = numberAt(root, key(".log_prob_micro_batch_size"), 0);
        const double each = numberAt(root, key(".log_prob_micro_batch_size_per_gpu"),
            std::floor(ofAllGpus / std::max(1.0, gpusOf(root))));
        most = std::max(most, std::min(all, isDynamic ? sequencesIn(root, tokens) : each));
    }
    return most >= 1 ? std::optional(Json(most)) : std::nullopt;
}

std::optional<Json> stowed(const Json & /*value*/, const Json &root)
{
    const bool weights = switchAt(root, "actor_rollout_ref.actor.fsdp_config.param_offload", false);
    const bool states
        = switchAt(root, "actor_rollout_ref.actor.fsdp_config.optimizer_offload", false);
    return Json(weights && states ? "all" : weights ? "weights" : states ? "optimizer" : "none");
}

/// A reference is asked for by either.
std::optional<Json> klOf(const Json & /*value*/, const Json &root)
{
    const bool isAsked = switchAt(root, "actor_rollout_ref.actor.use_kl_loss", false)
        || switchAt(root, "algorithm.use_kl_in_reward", false);
    return Json(isAsked ? "some" : "none");
}

std::optional<Json> adapterOf(const Json &rank)
{
    const double *count = rank.number();
    return Json(count && *count > 0 ? "lora" : "none");
}

std::optional<Json> rankOf(const Json &rank)
{
    const double *count = rank.number();
    return count && *count > 0 ? std::optional(rank) : std::nullopt;
}

/// What only Megatron-LM's worker takes.
std::optional<Json> megatrons(const Json & /*degree*/)
{
    return Json("megatron");
}

/// ReMax and others have one.
std::optional<Json> several(const Json &answers)
{
    const double *count = answers.number();
    return count && *count >= 2 ? std::optional(answers) : std::nullopt;
}

constexpr KeyRow beside(std::string_view key, std::string_view fact,
    std::optional<Json> (*read)(const Json &, const Json &))
{
    return {.key = key, .fact = fact, .readBeside = read};
}

constexpr std::array rows{
    KeyRow{"actor_rollout_ref.model.path", "model"},
    beside("algorithm.adv_estimator", "value_model", critic),
    beside("critic.enable", "value_model", critic),
    // The engine.
    KeyRow{"config_name", "engine", configurations},
    KeyRow{"model_engine", "engine", engines},
    KeyRow{"actor_rollout_ref.actor.strategy", "engine", engines},
    KeyRow{"actor_rollout_ref.actor.megatron.tensor_model_parallel_size", "engine", {}, megatrons},
    KeyRow{"actor_rollout_ref.actor.megatron.tensor_model_parallel_size", "tensor"},
    KeyRow{
        "actor_rollout_ref.actor.megatron.pipeline_model_parallel_size", "engine", {}, megatrons},
    KeyRow{"actor_rollout_ref.actor.megatron.pipeline_model_parallel_size", "pipeline"},
    KeyRow{"actor_rollout_ref.actor.strategy", "fsdp_version", versions},
    KeyRow{
        "actor_rollout_ref.actor.fsdp_config.reshard_after_forward", "fsdp_sharding", shardsAgain},
    KeyRow{"actor_rollout_ref.actor.fsdp_config.offload_policy", "fsdp_offload", yesNo},
    KeyRow{"actor_rollout_ref.actor.fsdp_config.model_dtype", "weights_dtype", weightDtypes},
    KeyRow{"actor_rollout_ref.actor.fsdp_config.dtype", "mixed_precision", computeDtypes},
    KeyRow{"actor_rollout_ref.actor.ulysses_sequence_parallel_size", "sequence"},
    KeyRow{"trainer.n_gpus_per_node", "gpus_per_node"},
    KeyRow{"trainer.nnodes", "nodes"},
    // The step.
    KeyRow{"data.max_prompt_length", "prompt_tokens"},
    KeyRow{"data.max_response_length", "training.completion_tokens"},
    beside(
        "actor_rollout_ref.actor.ppo_micro_batch_size_per_gpu", "training.micro_batch", microBatch),
    beside("actor_rollout_ref.actor.ppo_micro_batch_size", "training.micro_batch", microBatch),
    beside(dynamicKey, "training.micro_batch", microBatch),
    beside(tokensKey, "training.micro_batch", microBatch),
    beside("actor_rollout_ref.actor.ppo_mini_batch_size", "training.accumulation", accumulation),
    KeyRow{"actor_rollout_ref.actor.optim.optimizer", "training.optimizer", optimizers},
    KeyRow{"actor_rollout_ref.model.override_config.attn_implementation", "training.attention",
        attentions},
    KeyRow{"actor_rollout_ref.model.enable_gradient_checkpointing", "training.checkpointing",
        fullOrNone},
    KeyRow{"actor_rollout_ref.model.use_remove_padding", "training.attention", withoutPadding},
    KeyRow{"actor_rollout_ref.model.use_liger", "training.kernels", ligerKernels},
    KeyRow{"actor_rollout_ref.model.lora_rank", "adapter", {}, adapterOf},
    KeyRow{"actor_rollout_ref.model.lora_rank", "training.lora_rank", {}, rankOf},
    KeyRow{"actor_rollout_ref.model.target_modules", "training.lora_targets", {}, joinedWords,
        splitWords},
    KeyRow{"trainer.total_epochs", "run.epochs"},
    // Answers, and who scores them.
    beside("actor_rollout_ref.actor.use_kl_loss", "kl_weight", klOf),
    beside("algorithm.use_kl_in_reward", "kl_weight", klOf),
    KeyRow{"actor_rollout_ref.rollout.name", "rollout_vllm", rollouts},
    KeyRow{"actor_rollout_ref.rollout.gpu_memory_utilization", "rollout.share"},
    KeyRow{"actor_rollout_ref.rollout.tensor_model_parallel_size", "rollout.tensor"},
    KeyRow{"actor_rollout_ref.rollout.free_cache_engine", "rollout.sleep", onOff},
    KeyRow{"actor_rollout_ref.rollout.n", "rollout.generations", {}, several, asItStands},
    beside("actor_rollout_ref.rollout.log_prob_micro_batch_size_per_gpu", "rollout.scored", scored),
    beside("actor_rollout_ref.rollout.log_prob_micro_batch_size", "rollout.scored", scored),
    beside("actor_rollout_ref.rollout.log_prob_max_token_len_per_gpu", "rollout.scored", scored),
    beside("actor_rollout_ref.rollout.log_prob_use_dynamic_bsz", "rollout.scored", scored),
    beside("actor_rollout_ref.ref.log_prob_micro_batch_size_per_gpu", "rollout.scored", scored),
    beside("actor_rollout_ref.ref.log_prob_micro_batch_size", "rollout.scored", scored),
    beside("actor_rollout_ref.ref.log_prob_max_token_len_per_gpu", "rollout.scored", scored),
    beside("actor_rollout_ref.ref.log_prob_use_dynamic_bsz", "rollout.scored", scored),
    beside("actor_rollout_ref.actor.fsdp_config.param_offload", "rollout.offload", stowed),
    beside("actor_rollout_ref.actor.fsdp_config.optimizer_offload", "rollout.offload", stowed),
};

constexpr auto notModelled
    = std::to_array<std::string_view>({// What a step holds, and does otherwise.
        "actor_rollout_ref.actor.fsdp_config.wrap_policy.min_num_params",
        "actor_rollout_ref.actor.fsdp_config.wrap_policy.transformer_layer_cls_to_wrap",
        "actor_rollout_ref.actor.fsdp_config.fsdp_size=-1",
        "actor_rollout_ref.actor.fsdp_config.forward_prefetch",
        "actor_rollout_ref.actor.fsdp_config.use_orig_params",
        "actor_rollout_ref.actor.fsdp_config.mixed_precision",
        "actor_rollout_ref.actor.optim.optimizer_impl=torch.optim",
        "actor_rollout_ref.actor.optim.override_optimizer_config",
        "actor_rollout_ref.actor.freeze_vision_tower", "actor_rollout_ref.actor.entropy_coeff",
        "actor_rollout_ref.actor.calculate_entropy", "actor_rollout_ref.actor.use_prefix_grouper",
        "actor_rollout_ref.actor.calculate_sum_pi_squared", "actor_rollout_ref.actor.ppo_epochs=1",
        "actor_rollout_ref.actor.router_replay.mode=disabled", "actor_rollout_ref.actor.megatron",
        "actor_rollout_ref.model.enable_activation_offload",
        "actor_rollout_ref.model.lora_adapter_path", "actor_rollout_ref.model.exclude_modules",
        "actor_rollout_ref.model.use_fused_kernels", "actor_rollout_ref.model.tiled_mlp.enabled",
        "actor_rollout_ref.model.mtp.enable", "actor_rollout_ref.model.override_config",
        "actor_rollout_ref.model.lora", "actor_rollout_ref.ref.fsdp_config.model_dtype=fp32",
        "actor_rollout_ref.ref.megatron", "actor_rollout_ref.ref.model",
        // The engine that generates, and models beside it.
        "actor_rollout_ref.rollout.data_parallel_size=1",
        "actor_rollout_ref.rollout.expert_parallel_size=1",
        "actor_rollout_ref.rollout.pipeline_model_parallel_size=1",
        "actor_rollout_ref.rollout.quantization", "actor_rollout_ref.rollout.dtype=bfloat16",
        "reward_model.enable", "reward_model.enable_resource_pool", "trainer.device=cuda",
        "data.train_max_samples=-1"});

constexpr auto withoutEffect = std::to_array<std::string_view>(
    {"config_path", "actor_rollout_ref.ref.fsdp_config", "actor_rollout_ref.ref.strategy",
        // How much the policy learns, and from what.
        "actor_rollout_ref.actor.optim", "actor_rollout_ref.actor.fsdp_config",
        "actor_rollout_ref.actor.rollout_n", "actor_rollout_ref.actor.clip_ratio",
        "actor_rollout_ref.actor.clip_ratio_low", "actor_rollout_ref.actor.clip_ratio_high",
        "actor_rollout_ref.actor.clip_ratio_c", "actor_rollout_ref.actor.tau_pos",
        "actor_rollout_ref.actor.tau_neg", "actor_rollout_ref.actor.policy_loss",
        "actor_rollout_ref.actor.loss_agg_mode", "actor_rollout_ref.actor.loss_scale_factor",
        "actor_rollout_ref.actor.use_torch_compile", "actor_rollout_ref.actor.kl_loss_coef",
        "actor_rollout_ref.actor.kl_loss_type", "actor_rollout_ref.actor.shuffle",
        "actor_rollout_ref.actor.data_loader_seed", "actor_rollout_ref.actor.checkpoint",
        "actor_rollout_ref.actor.use_fused_kernels", "actor_rollout_ref.actor.router_replay",
        "actor_rollout_ref.actor.grad_clip", "actor_rollout_ref.actor.entropy_checkpointing",
        "actor_rollout_ref.actor.entropy_from_logits_with_chunking",
        "actor_rollout_ref.actor.use_remove_padding", "actor_rollout_ref.actor.profiler",
        "actor_rollout_ref.actor.sum_pi_squared_checkpointing", "algorithm", "critic",
        // The model's files, and its answers.
        "actor_rollout_ref.model", "actor_rollout_ref.ref.rollout_n",
        "actor_rollout_ref.ref.use_torch_compile", "actor_rollout_ref.ref.router_replay",
        "actor_rollout_ref.ref.ulysses_sequence_parallel_size", "actor_rollout_ref.ref.profiler",
        "actor_rollout_ref.ref.entropy_from_logits_with_chunking",
        "actor_rollout_ref.ref.entropy_checkpointing", "actor_rollout_ref.rollout",
        "actor_rollout_ref.hybrid_engine", "actor_rollout_ref.nccl_timeout", "data",
        "reward_manager", "reward_model", "reward", "custom_reward_function", "trainer",
        "global_profiler", "transfer_queue", "ray_kwargs"});

constexpr std::array defaults{
    FormatDefault{"training.objective", "grpo"},
    FormatDefault{"value_model", "yes"},
    FormatDefault{"training.loop", "verl"},
    FormatDefault{"engine", "fsdp"},
    FormatDefault{"fsdp_version", "1"},
    FormatDefault{"fsdp_sharding", "full_shard"},
    FormatDefault{"weights_dtype", "fp32"},
    FormatDefault{"mixed_precision", "bf16"},
    FormatDefault{"upcast_trained", "no"},
    FormatDefault{"gpus_per_node", "8"},
    FormatDefault{"nodes", "1"},
    FormatDefault{"adapter", "none"},
    FormatDefault{"prompt_tokens", "512"},
    FormatDefault{"training.completion_tokens", "512"},
    FormatDefault{"training.attention", "flash"},
    FormatDefault{"training.checkpointing", "full"},
    FormatDefault{"training.optimizer", "adamw-foreach"},
    FormatDefault{"training.loss", "standard"},
    FormatDefault{"rollout_vllm", "yes"},
    FormatDefault{"rollout_mode", "colocate"},
    FormatDefault{"rollout.share", "0.5"},
    FormatDefault{"rollout.tensor", "2"},
    FormatDefault{"rollout.sleep", "on"},
    FormatDefault{"hardware.allocator", "expandable"}, // set_expandable_segments, but for answers
    FormatDefault{"run.epochs", "30"},
};

} // namespace

constexpr Format verlFormat{
    .id = "verl",
    .name = english("formats", "verl"),
    .rank = Rank::Recipe,
    .signs = signs,
    .rows = rows,
    .notModelled = notModelled,
    .withoutEffect = withoutEffect,
    .defaults = defaults,
};

} // namespace shardscope
