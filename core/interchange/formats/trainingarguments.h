// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string_view>

namespace shardscope {

// Keys of TrainingArguments (transformers 5.12, training_args.py) that every program which extends
// them takes, and that no input says.

inline constexpr auto trainingArgumentsNotModelled
    = std::to_array<std::string_view>({"auto_find_batch_size", "average_tokens_across_devices=true",
        "batch_eval_metrics", "bf16_full_eval", "ddp_backend=nccl", "ddp_broadcast_buffers",
        "ddp_bucket_cap_mb=25", "ddp_find_unused_parameters", "ddp_static_graph", "do_eval",
        "do_predict", "eval_accumulation_steps", "eval_do_concat_batches=true", "eval_on_start",
        "eval_strategy=no", "eval_use_gather_object", "fp16_full_eval",
        "fsdp_config.auto_wrap_policy=TRANSFORMER_BASED_WRAP",
        "fsdp_config.backward_prefetch=NO_PREFETCH", "fsdp_config.forward_prefetch",
        "fsdp_config.fsdp_auto_wrap_policy=TRANSFORMER_BASED_WRAP",
        "fsdp_config.fsdp_backward_prefetch=NO_PREFETCH", "fsdp_config.fsdp_forward_prefetch",
        "fsdp_config.fsdp_limit_all_gathers=true", "fsdp_config.fsdp_min_num_params",
        "fsdp_config.fsdp_state_dict_type=SHARDED_STATE_DICT",
        "fsdp_config.fsdp_use_orig_params=true", "fsdp_config.limit_all_gathers=true",
        "fsdp_config.min_num_params", "fsdp_config.state_dict_type=SHARDED_STATE_DICT",
        "fsdp_config.use_orig_params=true", "fsdp_config.xla", "fsdp_config.xla_fsdp_grad_ckpt",
        "fsdp_config.xla_fsdp_settings", "full_determinism",
        "gradient_checkpointing_kwargs.context_fn",
        "gradient_checkpointing_kwargs.preserve_rng_state=true", "include_for_metrics",
        "include_num_input_tokens_seen=no", "neftune_noise_alpha", "per_device_eval_batch_size",
        "predict_with_generate", "prediction_loss_only=true", "torch_empty_cache_steps",
        "train_sampling_strategy=random", "use_cache", "use_cpu"});

inline constexpr auto trainingArgumentsWithoutEffect
    = std::to_array<std::string_view>({"adam_beta1", "adam_beta2", "adam_epsilon", "data_seed",
        "dataloader_drop_last", "dataloader_num_workers", "dataloader_persistent_workers",
        "dataloader_pin_memory", "dataloader_prefetch_factor", "ddp_timeout", "debug",
        "disable_tqdm", "do_train", "enable_jit_checkpoint", "eval_delay", "eval_steps",
        "fsdp_config.cpu_ram_efficient_loading", "fsdp_config.fsdp_cpu_ram_efficient_loading",
        "fsdp_config.fsdp_sync_module_states", "fsdp_config.sync_module_states",
        "gradient_checkpointing_kwargs.debug", "gradient_checkpointing_kwargs.determinism_check",
        "greater_is_better", "hub_always_push", "hub_model_id", "hub_private_repo", "hub_revision",
        "hub_strategy", "hub_token", "ignore_data_skip", "label_names", "learning_rate",
        "length_column_name", "load_best_model_at_end", "local_rank", "log_level",
        "log_level_replica", "log_on_each_node", "logging_dir", "logging_first_step",
        "logging_nan_inf_filter", "logging_steps", "logging_strategy", "lr_scheduler_kwargs",
        "lr_scheduler_type", "max_grad_norm", "metric_for_best_model", "output_dir", "project",
        "push_to_hub", "remove_unused_columns", "report_to",
        "restore_callback_states_from_checkpoint", "resume_from_checkpoint", "run_name",
        "save_on_each_node", "save_only_model", "save_steps", "save_strategy", "save_total_limit",
        "seed", "skip_memory_metrics", "tf32", "trackio_bucket_id", "trackio_space_id",
        "trackio_static_space_id", "warmup_ratio", "warmup_steps", "weight_decay"});

} // namespace shardscope
