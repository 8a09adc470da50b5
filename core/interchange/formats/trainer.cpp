// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/formats/formats.h"
#include "core/interchange/formats/trainingarguments.h"
#include "core/interchange/formats/words.h"

#include <algorithm>
#include <array>
#include <string>

// Keys: transformers 5.12.1, training_args.py and trainer_pt_utils.py, with names of release 4 and
// of run_clm.py; TRL f2cd57710 (1.10.0.dev0), trl/trainer/*_config.py as they are and were,
// trl/scripts/utils.py; PEFT 5d602fdbf, examples/sft/train.py; accelerate 1.14.0,
// parallelism_config.py.

namespace shardscope {

namespace {

constexpr auto trainerSigns = std::to_array<std::string_view>({"per_device_train_batch_size",
    "per_gpu_train_batch_size", "num_train_epochs", "max_steps", "per_device_eval_batch_size",
    "model_name_or_path", "gradient_checkpointing", "optim", "block_size"});

// What TrainingArguments have no key for. run_clm.py shares dataset_name.
constexpr auto trlSigns = std::to_array<std::string_view>({"max_length", "packing", "dataset_name",
    "dataset_text_field", "datasets", "dataset_train_split", "dataset_test_split", "use_peft",
    "use_peft_lora", "use_bnb_nested_quant", "use_4bit_quantization", "max_seq_length",
    "completion_only_loss", "assistant_only_loss", "padding_free", "loss_type",
    "precompute_ref_log_probs", "num_generations", "max_completion_length", "max_prompt_length"});

constexpr std::array dtypes{ValueName{"auto", "auto"}, ValueName{"float32", "fp32"},
    ValueName{"bfloat16", "bf16"}, ValueName{"float16", "fp16"}, ValueName{"fp32", "fp32"},
    ValueName{"bf16", "bf16"}, ValueName{"fp16", "fp16"}, ValueName{"torch.float32", "fp32"},
    ValueName{"torch.bfloat16", "bf16"}, ValueName{"torch.float16", "fp16"}, ValueName{"null", ""}};

constexpr std::array attentions{ValueName{"flash_attention_2", "flash"},
    ValueName{"kernels-community/flash-attn", "flash"},
    ValueName{"kernels-community/flash-attn2", "flash"}, ValueName{"sdpa", "sdpa"},
    ValueName{"eager", "eager"}, ValueName{"null", ""}};
constexpr std::array flash{ValueName{"true", "flash"}, ValueName{"false", ""}};

// What is off says nothing: another of these may be on.
constexpr std::array fourBits{ValueName{"true", "4"}, ValueName{"false", ""}};
constexpr std::array eightBits{ValueName{"true", "8"}, ValueName{"false", ""}};
constexpr std::array bf16{ValueName{"true", "bf16"}, ValueName{"false", ""}, ValueName{"null", ""}};
constexpr std::array fp16{ValueName{"true", "fp16"}, ValueName{"false", ""}, ValueName{"null", ""}};
constexpr std::array unsloth{ValueName{"true", "unsloth"}, ValueName{"false", ""}};
constexpr std::array adafactor{ValueName{"true", "adafactor"}, ValueName{"false", ""}};

constexpr std::array storages{ValueName{"uint8", "uint8"}, ValueName{"bfloat16", "16-bit"},
    ValueName{"float16", "16-bit"}, ValueName{"null", "uint8"}};

// As every plan has it: "false" is said to be not modelled.
constexpr std::array asModelled{ValueName{"true", ""}};

constexpr std::array lora{ValueName{"true", "lora"}, ValueName{"false", "none"}};

// accelerate no_syncs all micro-steps but the last.
constexpr std::array syncs{
    ValueName{"true", "every-micro-step"}, ValueName{"false", "last-micro-step"}};

// _apply_liger_kernel_to_instance: rope, rms_norm, swiglu and fused_linear_cross_entropy are on.
constexpr std::array ligerInPlace{ValueName{"true", "in-place"}, ValueName{"false", ""}};
constexpr std::array ligerFused{ValueName{"true", "fused"}, ValueName{"false", "standard"}};

// Of SFT. Those of preferences and policies, which say the objective, are computed from the same
// log-probabilities.
constexpr std::array losses{ValueName{"nll", "standard"}, ValueName{"chunked_nll", "chunked"},
    ValueName{"null", ""}, ValueName{"sigmoid", ""}, ValueName{"hinge", ""}, ValueName{"ipo", ""},
    ValueName{"exo_pair", ""}, ValueName{"nca_pair", ""}, ValueName{"robust", ""},
    ValueName{"apo_zero", ""}, ValueName{"apo_down", ""}, ValueName{"sppo_hard", ""},
    ValueName{"grpo", ""}, ValueName{"dapo", ""}, ValueName{"bnpo", ""}, ValueName{"dr_grpo", ""},
    ValueName{"cispo", ""}, ValueName{"sapo", ""}, ValueName{"luspo", ""}, ValueName{"vespo", ""},
    ValueName{"simpo", ""}, ValueName{"kto", ""}, ValueName{"apo_zero_unpaired", ""}};

std::optional<Json> lossObjective(const Json &value)
{
    constexpr std::array<std::string_view, 9> preferences{"sigmoid", "hinge", "ipo", "exo_pair",
        "nca_pair", "robust", "apo_zero", "apo_down", "sppo_hard"};
    constexpr std::array<std::string_view, 8> policies{
        "grpo", "dapo", "bnpo", "dr_grpo", "cispo", "sapo", "luspo", "vespo"};
    const std::string word = value.string() ? *value.string() : std::string();
    if (std::find(preferences.begin(), preferences.end(), word) != preferences.end())
        return Json("dpo");
    if (std::find(policies.begin(), policies.end(), word) != policies.end())
        return Json("grpo");
    if (word == "kto" || word == "simpo")
        return Json(word);
    return std::nullopt;
}

std::optional<Json> fsdpSwitch(const Json &engine)
{
    return engine == Json("fsdp") ? std::optional<Json>(true) : std::nullopt;
}

/// Release 5 takes FSDP2 where no version is named; what FSDP2 refuses was written for FSDP1.
std::optional<Json> fsdpVersion(const Json &value)
{
    if (!isOn(value))
        return std::nullopt;
    for (const std::string_view old : {"no_shard", "hybrid_shard", "hybrid_shard_zero2"}) {
        if (hasWord(value, old))
            return Json(1);
    }
    return Json(2);
}

/// What release 5 makes of the words under FSDP2.
std::optional<Json> fsdpReshard(const Json &value)
{
    if (hasWord(value, "full_shard"))
        return Json("yes");
    return hasWord(value, "shard_grad_op") ? std::optional<Json>("no") : std::nullopt;
}

constexpr std::array shared{
    // The model.
    KeyRow{"model_name_or_path", "model"},
    KeyRow{"dtype", "weights_dtype", dtypes},
    KeyRow{"torch_dtype", "weights_dtype", dtypes},
    KeyRow{"model_init_kwargs.dtype", "weights_dtype", dtypes},
    KeyRow{"model_init_kwargs.torch_dtype", "weights_dtype", dtypes},
    KeyRow{"attn_implementation", "training.attention", attentions},
    KeyRow{"model_init_kwargs.attn_implementation", "training.attention", attentions},
    KeyRow{"use_flash_attn", "training.attention", flash},
    KeyRow{"load_in_4bit", "bits", fourBits},
    KeyRow{"load_in_8bit", "bits", eightBits},
    KeyRow{"use_4bit_quantization", "bits", fourBits},
    KeyRow{"use_8bit_quantization", "bits", eightBits},
    KeyRow{"bnb_4bit_quant_storage", "training.quant_storage", storages},
    KeyRow{"bnb_4bit_quant_storage_dtype", "training.quant_storage", storages},
    KeyRow{"use_bnb_nested_quant", "training.double_quantization", onOff},
    KeyRow{"use_nested_quant", "training.double_quantization", onOff},
    KeyRow{"bnb_4bit_use_double_quant", "training.double_quantization", onOff},
    KeyRow{"llm_int8_skip_modules", "left_modules", {}, joinedWords, splitWords},
    // Adapters.
    KeyRow{"use_peft", "adapter", lora},
    KeyRow{"use_peft_lora", "adapter", lora},
    KeyRow{"lora_r", "training.lora_rank"},
    KeyRow{"lora_dropout", "training.lora_dropout"},
    KeyRow{"lora_target_modules", "training.lora_targets", {}, joinedWords, splitWords},
    KeyRow{"lora_modules_to_save", "training.modules_to_save", {}, joinedWords, splitWords},
    KeyRow{"use_dora", "training.adapter", doraOrLora},
    // The step.
    KeyRow{"per_device_train_batch_size", "training.micro_batch"},
    KeyRow{"per_gpu_train_batch_size", "training.micro_batch"},
    KeyRow{"gradient_accumulation_steps", "training.accumulation"},
    KeyRow{"accelerator_config.gradient_accumulation_kwargs.num_steps", "training.accumulation"},
    KeyRow{"accelerator_config.gradient_accumulation_kwargs.sync_each_batch",
        "parallel.gradient_sync", syncs},
    KeyRow{"max_length", "training.sequence_length"},
    KeyRow{"max_seq_length", "training.sequence_length"},
    KeyRow{"max_seq_len", "training.sequence_length"},
    KeyRow{"block_size", "training.sequence_length"},
    KeyRow{"num_train_epochs", "run.epochs"},
    KeyRow{"gradient_checkpointing", "training.checkpointing", fullOrNone},
    KeyRow{"gradient_checkpointing_kwargs.use_reentrant", "reenters", yesNo},
    KeyRow{"use_reentrant", "reenters", yesNo, asItStands, nullptr},
    KeyRow{"activation_offloading", "training.activation_offload", savedOnHost},
    KeyRow{"optim", "training.optimizer", transformersOptimizers},
    KeyRow{"adafactor", "training.optimizer", adafactor},
    KeyRow{"optim_args", "training.projection_rank", {}, rankOfProjection, asProjection},
    KeyRow{"label_smoothing_factor", "training.label_smoothing"},
    // Kernels and the loss.
    KeyRow{"liger_kernel_config.cross_entropy", "training.loss", ligerInPlace},
    KeyRow{"liger_kernel_config.fused_linear_cross_entropy", "training.loss", ligerFused},
    KeyRow{"use_liger_kernel", "training.loss", ligerKernels},
    KeyRow{"use_liger", "training.loss", ligerKernels},
    KeyRow{"loss_type", "training.loss", losses},
    KeyRow{"use_liger_kernel", "training.kernels", ligerKernels},
    KeyRow{"use_liger", "training.kernels", ligerKernels},
    KeyRow{"liger_kernel_config.rope", "training.kernels", asModelled},
    KeyRow{"liger_kernel_config.rms_norm", "training.kernels", asModelled},
    KeyRow{"liger_kernel_config.swiglu", "training.kernels", asModelled},
    KeyRow{"torch_compile", "compiles", compiledModel},
    KeyRow{"torch_compile_backend", "compiles", compileBackends},
    KeyRow{"torch_compile_mode", "compiles", compileModes},
    KeyRow{"use_unsloth", "training.kernels", unsloth},
    // Objectives: which of TRL's trainers, and what it is told.
    KeyRow{"trl_command", "training.objective", trlCommands, asItStands, nullptr},
    KeyRow{"loss_type", "preference_loss", {}, lossObjective, nullptr},
    KeyRow{"cpo_alpha", "chosen_weight", {}, klWeight, nullptr},
    KeyRow{"precompute_ref_log_probs", "reference_logs", storedLogs, asItStands, nullptr},
    KeyRow{"beta", "kl_weight", {}, klWeight, nullptr},
    KeyRow{"num_generations", "rollout.generations", {}, asItStands, nullptr},
    KeyRow{"num_generations", "training.objective", {}, asGrpo, nullptr},
    KeyRow{"num_ppo_epochs", "rollout.epochs", {}, asItStands, nullptr},
    KeyRow{"num_ppo_epochs", "training.objective", {}, asPpo, nullptr},
    KeyRow{"local_rollout_forward_batch_size", "rollout.chunk", {}, asItStands, nullptr},
    KeyRow{"local_rollout_forward_batch_size", "training.objective", {}, asPpo, nullptr},
    KeyRow{"response_length", "training.completion_tokens", {}, asItStands, nullptr},
    KeyRow{"sft_model_path", "model", {}, asItStands, nullptr},
    KeyRow{"max_completion_length", "training.completion_tokens", {}, asItStands, nullptr},
    KeyRow{"max_prompt_length", "prompt_tokens", {}, asItStands, nullptr},
    KeyRow{"use_vllm", "rollout_vllm", yesNo, asItStands, nullptr},
    KeyRow{"vllm_mode", "rollout_mode", rolloutModes, asItStands, nullptr},
    KeyRow{"vllm_enable_sleep_mode", "rollout.sleep", onOff, asItStands, nullptr},
    KeyRow{"vllm_gpu_memory_utilization", "rollout.share", {}, asItStands, nullptr},
    KeyRow{"vllm_tensor_parallel_size", "rollout.tensor", {}, asItStands, nullptr},
    KeyRow{"vllm_max_model_length", "training.sequence_length", {}, asItStands, nullptr},
    // Engines.
    KeyRow{"deepspeed", "deepspeed_file", {}, pathOnly, asItStands},
    KeyRow{"deepspeed", "engine", {}, deepSpeedEngine, nullptr},
    KeyRow{"accelerate_config", "accelerate_file", {}, pathOnly, nullptr},
    KeyRow{"fsdp", "engine", {}, fsdpEngine, fsdpSwitch},
    KeyRow{"fsdp_config.version", "fsdp_version"},
    KeyRow{"fsdp_config.fsdp_version", "fsdp_version"},
    KeyRow{"fsdp", "fsdp_version", {}, fsdpVersion, nullptr},
    KeyRow{"fsdp_config.reshard_after_forward", "fsdp_sharding", shardings},
    KeyRow{"fsdp_config.fsdp_reshard_after_forward", "fsdp_sharding", shardings},
    KeyRow{"fsdp", "fsdp_sharding", {}, fsdpSharding, nullptr},
    KeyRow{"fsdp_config.reshard_after_forward", "fsdp_reshard", reshards},
    KeyRow{"fsdp_config.fsdp_reshard_after_forward", "fsdp_reshard", reshards},
    KeyRow{"fsdp", "fsdp_reshard", {}, fsdpReshard, nullptr},
    KeyRow{"fsdp_config.cpu_offload", "fsdp_offload", yesNo},
    KeyRow{"fsdp_config.fsdp_cpu_offload", "fsdp_offload", yesNo},
    KeyRow{"fsdp", "fsdp_offload", {}, fsdpOffload, nullptr},
    KeyRow{"fsdp_config.activation_checkpointing", "fsdp_checkpointing", yesNo},
    KeyRow{"fsdp_config.fsdp_activation_checkpointing", "fsdp_checkpointing", yesNo},
    KeyRow{"fsdp_config.transformer_layer_cls_to_wrap", "parallel.wrap", {}, wrapOfLayers, nullptr},
    KeyRow{"fsdp_config.fsdp_transformer_layer_cls_to_wrap", "parallel.wrap", {}, wrapOfLayers,
        nullptr},
    KeyRow{"fsdp_transformer_layer_cls_to_wrap", "parallel.wrap", {}, wrapOfLayers, nullptr},
    KeyRow{"parallelism_config.dp_replicate_size", "data_replicas"},
    KeyRow{"parallelism_config.dp_shard_size", "data_shards"},
    KeyRow{"parallelism_config.tp_size", "tensor"},
    KeyRow{"parallelism_config.cp_size", "context"},
    KeyRow{"parallelism_config.sp_size", "sequence"},
};

// One that is off leaves it to the other, then to the launcher.
constexpr std::array trainerOnly{
    KeyRow{"bf16", "mixed_precision", bf16},
    KeyRow{"fp16", "mixed_precision", fp16},
};

// base_config.py: bf16 is on unless it is named or fp16 is on. sft_trainer.py: adapters on a
// quantised base become bf16.
constexpr std::array bf16Off{
    ValueName{"true", ""}, ValueName{"false", "no"}, ValueName{"null", ""}};
constexpr std::array bf16Adapters{ValueName{"true", "16-bit"}, ValueName{"false", ""}};
constexpr std::array trlOnly{
    KeyRow{"bf16", "mixed_precision", bf16},
    KeyRow{"fp16", "mixed_precision", fp16},
    KeyRow{"bf16", "mixed_precision", bf16Off},
    KeyRow{"load_in_4bit", "training.lora_precision", bf16Adapters},
    KeyRow{"load_in_8bit", "training.lora_precision", bf16Adapters},
};

constexpr auto trainerRows = joined(trainerOnly, shared);
constexpr auto trlRows = joined(trlOnly, shared);

constexpr auto ownNotModelled
    = std::to_array<std::string_view>({"max_steps=-1", "accelerator_config.split_batches",
        "accelerator_config.dispatch_batches", "group_by_length", "packing=true",
        "packing_strategy=bfd", "padding_free", "pad_to_multiple_of", "num_of_sequences",
        // Evaluation and generation while training.
        "evaluation_strategy=no", "evaluate_during_training", "per_gpu_eval_batch_size",
        "eval_packing", "include_inputs_for_metrics", "generate_during_eval", "jit_mode_eval",
        // Precision and kernels.
        "bnb_4bit_quant_type=nf4", "bnb_4bit_compute_dtype=bfloat16", "half_precision_backend=auto",
        "fp16_backend=auto", "fp16_opt_level=O1", "cast_lm_head_to_fp32", "torchdynamo", "use_ipex",
        "no_cuda", "use_mps_device", "past_index=-1", "mp_parameters", "model_init_kwargs",
        "config_overrides",
        // What the backward pass keeps, and what is trained.
        "chat_template_path", "disable_dropout=true", "router_aux_loss_coef=0.001",
        projectedModules, "lora_target_parameters",
        // DDP and FSDP.
        "xpu_backend", "include_tokens_per_second", "sharded_ddp", "tpu_num_cores", "env",
        "fsdp_min_num_params", "fsdp_config.xla_fsdp_v2", "parallelism_config.cp_backend=torch",
        "parallelism_config.sp_backend=deepspeed", "parallelism_config.cp_handler",
        "parallelism_config.sp_handler", "parallelism_config.tp_handler",
        // Preferences and rewards: a second sequence, a second model, logits of both.
        "completion_only_loss", "assistant_only_loss", "max_target_length",
        "precompute_ref_batch_size", "sync_ref_model", "force_use_ref_model", "reference_free",
        "ref_model_init_kwargs", "model_adapter_name", "ref_adapter_name",
        "base_model_attribute_name", "is_encoder_decoder", "use_logits_to_keep",
        "use_num_logits_to_keep", "loss_weights", "rpo_alpha", "ld_alpha", "use_weighting",
        "f_divergence_type=reverse_kl", "center_rewards_coefficient", "use_liger_loss", "tools",
        // Policies: completions, and who writes them.
        "num_generations_eval", "generation_batch_size", "steps_per_generation", "num_iterations=1",
        "vllm_model_impl=vllm", "vllm_max_model_len", "vllm_enable_prefix_caching", "vllm_device",
        "vllm_dtype", "vllm_importance_sampling_correction", "ds3_gather_for_generation=true",
        "cache_implementation", "use_transformers_paged", "use_transformers_continuous_batching",
        "transformers_continuous_batching_config", "generation_kwargs", "off_policy_mask_threshold",
        "top_entropy_quantile=1", "token_entropy_percentile_threshold", "entropy_coef",
        "use_adaptive_entropy", "use_bias_correction_kl", "reward_model_name_or_path",
        "reward_funcs", "reward_model_path", "num_mini_batches=1"});
constexpr auto notModelled = joined(trainingArgumentsNotModelled, ownNotModelled);

constexpr auto ownWithoutEffect = std::to_array<std::string_view>({"overwrite_output_dir",
    "accelerator_config.even_batches", "accelerator_config.use_seedable_sampler",
    "accelerator_config.non_blocking", "accelerator_config.use_configured_state",
    "accelerator_config.gradient_accumulation_kwargs.adjust_scheduler",
    "accelerator_config.gradient_accumulation_kwargs.sync_with_dataloader", "save_safetensors",
    "push_to_hub_model_id", "push_to_hub_organization", "push_to_hub_token", "tpu_metrics_debug",
    "ray_scope", "model_revision", "trust_remote_code", "chat_template_format",
    "chat_template_kwargs", "dataset_text_field", "dataset_kwargs", "dataset_num_proc",
    "dataset_batch_size", "eos_token", "pad_token", "shuffle_dataset", "lora_alpha",
    "lora_task_type", "use_rslora", "f_alpha_divergence_coef", "label_smoothing", "discopop_tau",
    "ref_model_mixup_alpha", "ref_model_sync_steps", "desirable_weight", "undesirable_weight",
    "padding_value", "label_pad_token_id", "max_density_ratio", "min_density_ratio",
    "prompt_sample_size", "temperature", "top_p", "top_k", "min_p", "repetition_penalty",
    "vllm_structured_outputs_regex", "vllm_guided_decoding_regex", "vllm_server_base_url",
    "vllm_server_host", "vllm_server_port", "vllm_server_timeout", "vllm_group_port", "epsilon",
    "delta", "epsilon_high", "sapo_temperature_neg", "sapo_temperature_pos", "vespo_k_pos",
    "vespo_lambda_pos", "vespo_k_neg", "vespo_lambda_neg", "importance_sampling_level",
    "reward_weights", "multi_objective_aggregation", "scale_rewards", "normalize_advantages",
    "reward_clip_range", "entropy_coef_min", "entropy_coef_max", "entropy_coef_delta",
    "entropy_target", "max_tool_calling_iterations", "vllm_importance_sampling_mode",
    "vllm_importance_sampling_clip_max", "vllm_importance_sampling_clip_min",
    "vllm_importance_sampling_cap", "log_completions", "log_multimodal", "num_completions_to_print",
    "log_unique_prompts", "wandb_log_unique_prompts", "log_completions_hub_repo", "path", "name",
    "data_dir", "data_files", "split", "columns", "fraction", "datasets", "streaming",
    "test_split_size", "dataset_name", "dataset_config", "dataset_train_split",
    "dataset_test_split", "dataset_streaming", "ignore_bias_buffers", "splits", "config",
    "model_type", "config_name", "tokenizer_name", "cache_dir", "use_fast_tokenizer", "token",
    "use_auth_token", "low_cpu_mem_usage", "dataset_config_name", "train_file", "validation_file",
    "max_train_samples", "max_eval_samples", "overwrite_cache", "validation_split_percentage",
    "preprocessing_num_workers", "keep_linebreaks", "truncation_mode", "append_concat_token",
    "add_special_tokens", "chars_per_token", "mask_truncated_completions", "total_episodes",
    "num_sample_generations", "stop_token", "stop_token_id", "missing_eos_penalty",
    "whiten_rewards", "kl_coef", "kl_estimator", "cliprange", "cliprange_value", "vf_coef", "gamma",
    "lam", "world_size", "num_total_batches", "micro_batch_size", "local_batch_size", "batch_size",
    "local_mini_batch_size", "mini_batch_size"});
constexpr auto withoutEffect = joined(trainingArgumentsWithoutEffect, ownWithoutEffect);

constexpr std::array trainerDefaults{
    FormatDefault{"training.micro_batch", "8"},
    FormatDefault{"training.accumulation", "1"},
    FormatDefault{"run.epochs", "3"},
    FormatDefault{"mixed_precision", "no"},
    FormatDefault{"weights_dtype", "auto"}, // since release 5; fp32 before
    FormatDefault{"training.double_quantization", "off"},
    FormatDefault{"training.optimizer", "adamw"}, // adamw_torch_fused, since torch 2.8
    FormatDefault{"training.checkpointing", "none"},
    FormatDefault{"reenters", "no"}, // since release 5
    FormatDefault{"training.attention", "sdpa"},
};

// Of SFTConfig and ModelConfig. PEFT's targets: utils/constants.py, most decoders.
constexpr std::array trlDefaults{
    FormatDefault{"training.micro_batch", "8"},
    FormatDefault{"training.accumulation", "1"},
    FormatDefault{"training.sequence_length", "1024"},
    FormatDefault{"run.epochs", "3"},
    FormatDefault{"mixed_precision", "bf16"},
    FormatDefault{"weights_dtype", "fp32"},
    FormatDefault{"training.optimizer", "adamw"},
    FormatDefault{"training.checkpointing", "full"},
    FormatDefault{"reenters", "no"},
    FormatDefault{"reenters_usually", "zero3-adapters"},
    FormatDefault{"training.attention", "sdpa"},
    FormatDefault{"training.loss", "chunked"},
    FormatDefault{"adapter", "none"},
    FormatDefault{"training.double_quantization", "off"},
    FormatDefault{"training.lora_rank", "16"},
    FormatDefault{"training.lora_dropout", "0.05"},
    FormatDefault{"training.lora_targets", "q_proj,v_proj"},
};

} // namespace

constexpr Format trainerFormat{
    .id = "trainer",
    .name = english("formats", "Hugging Face Trainer"),
    .rank = Rank::Recipe,
    .signs = trainerSigns,
    .rows = trainerRows,
    .notModelled = notModelled,
    .withoutEffect = withoutEffect,
    .defaults = trainerDefaults,
};

constexpr Format trlFormat{
    .id = "trl",
    .name = english("formats", "TRL"),
    .rank = Rank::Recipe,
    .signs = trlSigns,
    .rows = trlRows,
    .notModelled = notModelled,
    .withoutEffect = withoutEffect,
    .defaults = trlDefaults,
};

} // namespace shardscope
