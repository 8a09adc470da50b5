// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/interchange/format.h"

#include <array>

namespace shardscope {

// What ms-swift's two command lines, around transformers' Trainer and around Megatron-Core, have in
// common (swift/arguments/base_args).

inline constexpr std::array swiftTasks{ValueName{"causal_lm", ""},
    ValueName{"seq_cls", "classification"}, ValueName{"embedding", "embedding"},
    ValueName{"reranker", "classification"}, ValueName{"generative_reranker", ""}};
inline constexpr std::array swiftContrasts{ValueName{"causal_lm", "no"}, ValueName{"seq_cls", "no"},
    ValueName{"embedding", "no"}, ValueName{"reranker", "no"},
    ValueName{"generative_reranker", "yes"}};
/// What they learn of, where that is said of a loss. Others are those of their tasks.
inline constexpr std::array swiftLosses{ValueName{"infonce", "embedding"},
    ValueName{"cosine_similarity", "embedding"}, ValueName{"contrastive", "embedding"},
    ValueName{"online_contrastive", "embedding"}, ValueName{"pointwise_reranker", ""},
    ValueName{"listwise_reranker", ""}};
/// One output, for each of the documents of a query.
inline constexpr std::array swiftRankings{ValueName{"causal_lm", ""}, ValueName{"seq_cls", ""},
    ValueName{"embedding", ""}, ValueName{"reranker", "yes"}, ValueName{"generative_reranker", ""}};
inline constexpr std::array swiftDtypes{ValueName{"bfloat16", "bf16"}, ValueName{"float16", "fp16"},
    ValueName{"float32", "fp32"}, ValueName{"null", ""}};
/// What is mixed beside weights of that dtype (model_args.py, _init_mixed_precision).
inline constexpr std::array swiftMixed{ValueName{"bfloat16", "bf16"}, ValueName{"float16", "fp16"},
    ValueName{"float32", "fp16"}, ValueName{"null", ""}};
inline constexpr std::array swiftAdapterDtypes{ValueName{"bfloat16", "16-bit"},
    ValueName{"float16", "16-bit"}, ValueName{"float32", "fp32"}, ValueName{"null", ""}};
/// Neither weights nor adapters (tuner_args.py).
inline constexpr std::array swiftTowers{ValueName{"true", "frozen"}, ValueName{"false", "trained"}};
inline constexpr std::array swiftSleep{
    ValueName{"0", "off"}, ValueName{"1", "on"}, ValueName{"2", "on"}, ValueName{"null", ""}};

inline constexpr auto swiftNotModelled = std::to_array<std::string_view>({"adapters",
    "async_generate", "bnb_4bit_compute_dtype=bfloat16", "bnb_4bit_quant_type=nf4", "callbacks",
    "center_rewards_coefficient", "dynamic_sample", "enable_channel_loss", "enable_dft_loss",
    "experts_impl=grouped_mm", "external_plugins", "freeze_llm", "freeze_parameters",
    "freeze_parameters_ratio", "freeze_parameters_regex", "generation_batch_size",
    "gkd_logits_topk", "group_by_length", "hqq_axis", "init_strategy", "log_entropy",
    "lora_bias=none", "max_memory", "max_new_tokens", "max_turns", "model_kwargs",
    "move_model_batches", "mrl_dims", "multi_turn_scheduler", "new_special_tokens", "num_beams",
    "num_generations_eval", "num_iterations=1", "offload_model", "offload_optimizer",
    "offload_teacher_model", "packing=true", "packing_length", "padding_free=true", "problem_type",
    "ref_adapters", "ref_model", "reward_funcs", "reward_model", "reward_model_plugin",
    "rollout_importance_sampling_mode", "rope_scaling", "rpo_alpha", "seq_kd", "sft_alpha",
    "steps_per_generation", "sync_ref_model", "teacher_model", "teacher_model_type",
    "top_entropy_quantile=1", "trainable_parameters", "trainable_parameters_regex",
    "tuner_backend=peft", "vit_gradient_checkpointing=true", "vllm_enable_lora",
    "vllm_enable_prefix_caching", "vllm_engine_kwargs", "vllm_max_model_len"});

inline constexpr auto swiftWithoutEffect = std::to_array<std::string_view>(
    {"add_non_thinking_prefix", "add_version", "advantage_estimator", "agent_template",
        "aligner_lr", "cached_dataset", "cached_val_dataset", "check_model", "columns",
        "completion_length_limit_scope", "cosine_max_len", "cosine_max_len_value_correct",
        "cosine_max_len_value_wrong", "cosine_min_len_value_correct", "cosine_min_len_value_wrong",
        "create_checkpoint_symlink", "custom_dataset_info", "custom_register_path", "dataset",
        "dataset_num_proc", "dataset_shuffle", "delta", "desirable_weight", "device_groups",
        "disable_auto_column_mapping", "disable_ignore_empty_think", "download_mode",
        "enable_npu_model_patch", "enable_thinking", "epsilon", "epsilon_high",
        "fipo_clip_high_only", "fipo_clip_range", "fipo_decay_rate", "fipo_safety_threshold",
        "gym_env", "ignore_args_error", "importance_sampling_level", "interleave_prob",
        "is_binary_loss_scale", "kl_in_reward", "label_smoothing", "lazy_tokenize", "lmbda",
        "load_args", "load_data_args", "load_from_cache_file", "local_repo_path", "log_completions",
        "log_rollout_offpolicy_metrics", "logprobs", "lora_alpha", "loss_scale", "max_model_len",
        "max_resample_times", "max_shard_size", "model_author", "model_name", "model_revision",
        "model_type", "norm_bbox", "off_policy_sequence_mask_delta", "overlong_filter",
        "packing_num_proc", "packing_strategy", "padding_side", "preserve_thinking", "ray_exp_name",
        "real_tau", "ref_model_mixup_alpha", "ref_model_sync_steps", "repetition_max_penalty",
        "repetition_n_grams", "repetition_penalty", "response_prefix", "reward_weights",
        "rollout_importance_sampling_threshold", "scale_rewards", "shuffle_buffer_size",
        "soft_cache_length", "soft_max_length", "split_dataset_ratio", "stop_words",
        "stopping_strategy", "stream", "streaming", "strict", "structured_outputs_regex",
        "swanlab_exp_name", "swanlab_project", "system", "tau_neg", "tau_pos", "teacher_kl_coef",
        "teacher_model_revision", "teacher_model_server", "teacher_tag_key", "temperature",
        "template", "template_backend", "top_k", "top_logprobs", "top_p",
        "train_dataloader_shuffle", "truncation_strategy", "undesirable_weight",
        "use_chat_template", "use_gym_env", "use_hf", "use_ray", "use_rslora", "use_swift_lora",
        "val_dataset", "val_dataset_shuffle", "vit_lr", "vllm_disable_cascade_attn",
        "vllm_enforce_eager", "vllm_limit_mm_per_prompt", "vllm_max_num_seqs",
        "vllm_mm_processor_cache_gb", "vllm_server_base_url", "vllm_server_group_port",
        "vllm_server_host", "vllm_server_pass_dataset", "vllm_server_port", "vllm_server_timeout",
        "wandb_log_unique_prompts"});

} // namespace shardscope
