// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/formats/formats.h"
#include "core/interchange/formats/words.h"

#include <array>

// Keys: accelerate 1.14.0, commands/launch.py, launch_command_parser(); utils/launch.py.

namespace shardscope {

namespace {

constexpr auto signs = std::to_array<std::string_view>(
    {"use_fsdp", "use_deepspeed", "multi_gpu", "use_megatron_lm", "num_processes"});

constexpr std::array deepSpeed{ValueName{"true", "deepspeed"}, ValueName{"false", ""}};
constexpr std::array fsdp{ValueName{"true", "fsdp"}, ValueName{"false", ""}};
constexpr std::array megatron{ValueName{"true", "megatron"}, ValueName{"false", ""}};
constexpr std::array ddp{ValueName{"true", "ddp"}, ValueName{"false", ""}};

constexpr std::array precisions{ValueName{"no", "no"}, ValueName{"false", "no"},
    ValueName{"bf16", "bf16"}, ValueName{"fp16", "fp16"}, ValueName{"fp8", "fp8"}};

constexpr std::array backends{
    ValueName{"INDUCTOR", "model"}, ValueName{"NO", ""}, ValueName{"false", ""}};

constexpr std::array rows{
    KeyRow{"config_file", "accelerate_file"},
    // Each names the engine where it is on.
    KeyRow{"use_deepspeed", "engine", deepSpeed},
    KeyRow{"use_fsdp", "engine", fsdp},
    KeyRow{"use_megatron_lm", "engine", megatron},
    KeyRow{"multi_gpu", "engine", ddp},
    KeyRow{"num_processes", "gpus"},
    KeyRow{"num_machines", "nodes"},
    KeyRow{"mixed_precision", "mixed_precision", precisions},
    KeyRow{"zero_stage", "zero_stage"},
    KeyRow{"offload_optimizer_device", "offload_optimizer", offloadDevices},
    KeyRow{"offload_param_device", "offload_parameters", offloadDevices},
    KeyRow{"deepspeed_config_file", "deepspeed_file"},
    KeyRow{"gradient_accumulation_steps", "training.accumulation"},
    KeyRow{"fsdp_version", "fsdp_version"},
    KeyRow{"fsdp_sharding_strategy", "fsdp_sharding", accelerateStrategies},
    KeyRow{"fsdp_reshard_after_forward", "fsdp_sharding", accelerateShardings},
    KeyRow{"fsdp_reshard_after_forward", "fsdp_reshard", reshards},
    KeyRow{"fsdp_offload_params", "fsdp_offload", yesNo},
    KeyRow{"fsdp_activation_checkpointing", "fsdp_checkpointing", yesNo},
    KeyRow{"fsdp_transformer_layer_cls_to_wrap", "parallel.wrap", {}, wrapOfLayers, nullptr},
    KeyRow{"parallelism_config_dp_replicate_size", "data_replicas"},
    KeyRow{"parallelism_config_dp_shard_size", "data_shards"},
    KeyRow{"parallelism_config_tp_size", "tensor"},
    KeyRow{"parallelism_config_cp_size", "context"},
    KeyRow{"parallelism_config_sp_size", "sequence"},
    KeyRow{"megatron_lm_tp_degree", "tensor"},
    KeyRow{"megatron_lm_pp_degree", "pipeline"},
    KeyRow{"megatron_lm_context_parallel_size", "context"},
    KeyRow{"megatron_lm_expert_model_parallel_size", "expert"},
    KeyRow{"megatron_lm_sequence_parallelism", "sequence_parallel", megatronSequenceParallel},
    KeyRow{"megatron_lm_num_micro_batches", "training.accumulation"},
    KeyRow{"megatron_lm_use_distributed_optimizer", "zero_stage", megatronDistributed},
    KeyRow{"megatron_lm_recompute_granularity", "training.checkpointing", megatronGranularities},
    KeyRow{"megatron_lm_recompute_activations", "training.checkpointing", megatronRecomputed},
    KeyRow{"dynamo_backend", "compiles", backends},
};

constexpr auto notModelled = std::to_array<std::string_view>({"deepspeed_moe_layer_cls_names",
    "fsdp_auto_wrap_policy=TRANSFORMER_BASED_WRAP", "fsdp_min_num_params=100000000",
    "fsdp_backward_prefetch=NO_PREFETCH", "fsdp_forward_prefetch", "fsdp_use_orig_params=true",
    "fsdp_state_dict_type=SHARDED_STATE_DICT", "fsdp_ignored_modules",
    "parallelism_config_cp_backend=torch", "parallelism_config_cp_comm_strategy=allgather",
    "parallelism_config_sp_backend=deepspeed", "parallelism_config_sp_seq_length",
    "parallelism_config_sp_seq_length_is_variable=true",
    "parallelism_config_sp_attn_implementation=sdpa", "dynamo_mode=default", "dynamo_use_fullgraph",
    "dynamo_use_dynamic", "dynamo_use_regional_compilation", "megatron_lm_use_custom_fsdp",
    "megatron_lm_optimizer_cpu_offload", "megatron_lm_use_precision_aware_optimizer",
    "megatron_lm_overlap_cpu_optimizer_d2h_h2d", "megatron_lm_decoder_last_pipeline_num_layers",
    "megatron_lm_recompute_method", "megatron_lm_recompute_num_layers",
    "megatron_lm_attention_backend", "megatron_lm_attention_dropout", "megatron_lm_hidden_dropout",
    "megatron_lm_attention_softmax_in_fp32", "megatron_lm_expert_tensor_parallel_size",
    "megatron_lm_use_rotary_position_embeddings", "fp8_backend", "fp8_use_autocast_during_eval",
    "fp8_override_linear_precision", "fp8_opt_level=O2", "fp8_enable_fsdp_float8_all_gather",
    "fp8_pad_inner_dim", "cpu", "tpu", "downcast_bf16", "env", "use_parallelism_config=true"});

constexpr auto withoutEffect = std::to_array<std::string_view>({"help", "quiet",
    "num_cpu_threads_per_process", "enable_cpu_affinity", "gpu_ids", "same_network", "machine_rank",
    "main_process_ip", "main_process_port", "tee", "log_dir", "role", "rdzv_backend", "rdzv_conf",
    "max_restarts", "monitor_interval", "module", "no_python", "tpu_cluster", "no_tpu_cluster",
    "tpu_use_sudo", "vm", "main_training_function", "aws_access_key_id", "aws_secret_access_key",
    "debug", "mpirun_hostfile", "gradient_clipping", "offload_optimizer_nvme_path",
    "offload_param_nvme_path", "zero3_init_flag", "zero3_save_16bit_model", "deepspeed_hostfile",
    "deepspeed_exclusion_filter", "deepspeed_inclusion_filter", "deepspeed_multinode_launcher",
    "fsdp_cpu_ram_efficient_loading", "fsdp_sync_module_states", "megatron_lm_gradient_clipping",
    "megatron_lm_no_load_optim", "megatron_lm_no_save_optim", "megatron_lm_eod_mask_loss",
    "megatron_lm_calculate_per_token_loss", "fp8_margin", "fp8_interval", "fp8_format",
    "fp8_amax_history_len", "fp8_amax_compute_algo"});

// Of the flags. Precision is left to the recipe.
constexpr std::array defaults{
    FormatDefault{"nodes", "1"},
    FormatDefault{"fsdp_version", "1"},
    FormatDefault{"fsdp_sharding", "full_shard"},
    FormatDefault{"fsdp_reshard", "yes"},
    FormatDefault{"fsdp_offload", "no"},
    FormatDefault{"fsdp_checkpointing", "no"},
};

} // namespace

constexpr Format accelerateLaunchFormat{
    .id = "accelerate-launch",
    .name = english("formats", "accelerate launch"),
    .rank = Rank::CommandLine,
    .signs = signs,
    .rows = rows,
    .notModelled = notModelled,
    .withoutEffect = withoutEffect,
    .defaults = defaults,
};

} // namespace shardscope
