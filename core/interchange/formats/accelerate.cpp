// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/formats/formats.h"
#include "core/interchange/formats/words.h"

#include <array>
#include <string>

// Keys: accelerate 1.14.0, commands/config/config_args.py (ClusterConfig, SageMakerConfig),
// cluster.py and, for what stands below fsdp_config and its like, commands/launch.py.

namespace shardscope {

namespace {

constexpr auto signs = std::to_array<std::string_view>(
    {"distributed_type", "compute_environment", "num_machines", "main_training_function"});

constexpr std::array engines{ValueName{"NO", "none"}, ValueName{"false", "none"},
    ValueName{"MULTI_GPU", "ddp"}, ValueName{"FSDP", "fsdp"}, ValueName{"DEEPSPEED", "deepspeed"},
    ValueName{"MEGATRON_LM", "megatron"}};

constexpr std::array precisions{ValueName{"no", "no"}, ValueName{"false", "no"},
    ValueName{"bf16", "bf16"}, ValueName{"fp16", "fp16"}, ValueName{"fp8", "fp8"},
    ValueName{"null", ""}};

constexpr std::array backends{ValueName{"INDUCTOR", "model"}, ValueName{"NO", ""},
    ValueName{"false", ""}, ValueName{"null", ""}};

constexpr std::array rows{
    KeyRow{"distributed_type", "engine", engines},
    KeyRow{"num_processes", "gpus"},
    KeyRow{"num_machines", "nodes"},
    KeyRow{"mixed_precision", "mixed_precision", precisions},
    KeyRow{"gradient_accumulation_steps", "training.accumulation"},
    KeyRow{"deepspeed_config.zero_stage", "zero_stage"},
    KeyRow{"deepspeed_config.offload_optimizer_device", "offload_optimizer", offloadDevices},
    KeyRow{"deepspeed_config.offload_param_device", "offload_parameters", offloadDevices},
    KeyRow{"deepspeed_config.deepspeed_config_file", "deepspeed_file"},
    KeyRow{"deepspeed_config.gradient_accumulation_steps", "training.accumulation"},
    KeyRow{"fsdp_config.fsdp_version", "fsdp_version"},
    KeyRow{"fsdp_config.fsdp_sharding_strategy", "fsdp_sharding", accelerateStrategies},
    KeyRow{"fsdp_config.fsdp_reshard_after_forward", "fsdp_sharding", accelerateShardings},
    KeyRow{"fsdp_config.fsdp_reshard_after_forward", "fsdp_reshard", reshards},
    KeyRow{"fsdp_config.fsdp_offload_params", "fsdp_offload", yesNo},
    KeyRow{"fsdp_config.fsdp_activation_checkpointing", "fsdp_checkpointing", yesNo},
    KeyRow{"fsdp_config.fsdp_transformer_layer_cls_to_wrap", "parallel.wrap", {}, wrapOfLayers,
        nullptr},
    KeyRow{"parallelism_config.parallelism_config_dp_replicate_size", "data_replicas"},
    KeyRow{"parallelism_config.parallelism_config_dp_shard_size", "data_shards"},
    KeyRow{"parallelism_config.parallelism_config_tp_size", "tensor"},
    KeyRow{"parallelism_config.parallelism_config_cp_size", "context"},
    KeyRow{"parallelism_config.parallelism_config_sp_size", "sequence"},
    KeyRow{"megatron_lm_config.megatron_lm_tp_degree", "tensor"},
    KeyRow{"megatron_lm_config.megatron_lm_pp_degree", "pipeline"},
    KeyRow{"megatron_lm_config.megatron_lm_context_parallel_size", "context"},
    KeyRow{"megatron_lm_config.megatron_lm_expert_model_parallel_size", "expert"},
    KeyRow{"megatron_lm_config.megatron_lm_sequence_parallelism", "sequence_parallel",
        megatronSequenceParallel},
    KeyRow{"megatron_lm_config.megatron_lm_num_micro_batches", "training.accumulation"},
    KeyRow{"megatron_lm_config.megatron_lm_use_distributed_optimizer", "zero_stage",
        megatronDistributed},
    KeyRow{"megatron_lm_config.megatron_lm_recompute_granularity", "training.checkpointing",
        megatronGranularities},
    KeyRow{"megatron_lm_config.megatron_lm_recompute_activations", "training.checkpointing",
        megatronRecomputed},
    KeyRow{"dynamo_config.dynamo_backend", "compiles", backends},
    // The prefix is taken, not required.
    KeyRow{"fsdp_config.version", "fsdp_version"},
    KeyRow{"fsdp_config.sharding_strategy", "fsdp_sharding", accelerateStrategies},
    KeyRow{"fsdp_config.reshard_after_forward", "fsdp_sharding", accelerateShardings},
    KeyRow{"fsdp_config.reshard_after_forward", "fsdp_reshard", reshards},
    KeyRow{"fsdp_config.offload_params", "fsdp_offload", yesNo},
    KeyRow{"fsdp_config.activation_checkpointing", "fsdp_checkpointing", yesNo},
    KeyRow{"fsdp_config.transformer_layer_cls_to_wrap", "parallel.wrap", {}, wrapOfLayers, nullptr},
};

constexpr auto notModelled
    = std::to_array<std::string_view>({"deepspeed_config.deepspeed_moe_layer_cls_names",
        "fsdp_config.fsdp_auto_wrap_policy=TRANSFORMER_BASED_WRAP",
        "fsdp_config.fsdp_min_num_params=0", "fsdp_config.fsdp_backward_prefetch=NO_PREFETCH",
        "fsdp_config.fsdp_forward_prefetch", "fsdp_config.fsdp_use_orig_params=true",
        "fsdp_config.fsdp_state_dict_type=SHARDED_STATE_DICT", "fsdp_config.fsdp_ignored_modules",
        "parallelism_config.parallelism_config_cp_backend=torch",
        "parallelism_config.parallelism_config_cp_comm_strategy=allgather",
        "parallelism_config.parallelism_config_sp_backend=deepspeed",
        "parallelism_config.parallelism_config_sp_seq_length",
        "parallelism_config.parallelism_config_sp_seq_length_is_variable=true",
        "parallelism_config.parallelism_config_sp_attn_implementation=sdpa",
        "dynamo_config.dynamo_mode=default", "dynamo_config.dynamo_use_fullgraph",
        "dynamo_config.dynamo_use_dynamic", "dynamo_config.dynamo_use_regional_compilation",
        "megatron_lm_config.megatron_lm_use_custom_fsdp",
        "megatron_lm_config.megatron_lm_optimizer_cpu_offload",
        "megatron_lm_config.megatron_lm_use_precision_aware_optimizer",
        "megatron_lm_config.megatron_lm_overlap_cpu_optimizer_d2h_h2d",
        "megatron_lm_config.megatron_lm_decoder_last_pipeline_num_layers",
        "megatron_lm_config.megatron_lm_recompute_method",
        "megatron_lm_config.megatron_lm_recompute_num_layers",
        "megatron_lm_config.megatron_lm_attention_backend",
        "megatron_lm_config.megatron_lm_attention_dropout",
        "megatron_lm_config.megatron_lm_hidden_dropout",
        "megatron_lm_config.megatron_lm_attention_softmax_in_fp32",
        "megatron_lm_config.megatron_lm_expert_tensor_parallel_size",
        "megatron_lm_config.megatron_lm_use_rotary_position_embeddings",
        "fsdp_config.auto_wrap_policy=TRANSFORMER_BASED_WRAP", "fsdp_config.min_num_params",
        "fsdp_config.backward_prefetch=NO_PREFETCH", "fsdp_config.forward_prefetch",
        "fsdp_config.use_orig_params=true", "fsdp_config.state_dict_type=SHARDED_STATE_DICT",
        "fsdp_config.ignored_modules", "fp8_config.backend", "fp8_config.fp8_backend",
        "fp8_config.use_autocast_during_eval", "fp8_config.fp8_use_autocast_during_eval",
        "fp8_config.override_linear_precision", "fp8_config.fp8_override_linear_precision",
        "fp8_config.opt_level", "fp8_config.fp8_opt_level", "fp8_config.optimization_level",
        "fp8_config.fp8_optimization_level", "fp8_config.enable_fsdp_float8_all_gather",
        "fp8_config.fp8_enable_fsdp_float8_all_gather", "fp8_config.pad_inner_dim",
        "fp8_config.fp8_pad_inner_dim", "use_cpu", "downcast_bf16=no", "ec2_instance_type",
        "additional_args"});

constexpr auto withoutEffect = std::to_array<std::string_view>({"compute_environment", "debug",
    "machine_rank", "gpu_ids", "main_process_ip", "main_process_port", "rdzv_backend",
    "same_network", "main_training_function", "enable_cpu_affinity", "mpirun_config", "tpu_name",
    "tpu_zone", "tpu_use_cluster", "tpu_use_sudo", "command_file", "commands", "tpu_vm", "tpu_env",
    "deepspeed_config.gradient_clipping", "deepspeed_config.offload_optimizer_nvme_path",
    "deepspeed_config.offload_param_nvme_path", "deepspeed_config.zero3_init_flag",
    "deepspeed_config.zero3_save_16bit_model", "deepspeed_config.deepspeed_hostfile",
    "deepspeed_config.deepspeed_exclusion_filter", "deepspeed_config.deepspeed_inclusion_filter",
    "deepspeed_config.deepspeed_multinode_launcher", "fsdp_config.fsdp_cpu_ram_efficient_loading",
    "fsdp_config.fsdp_sync_module_states", "megatron_lm_config.megatron_lm_gradient_clipping",
    "megatron_lm_config.megatron_lm_no_load_optim", "megatron_lm_config.megatron_lm_no_save_optim",
    "megatron_lm_config.megatron_lm_eod_mask_loss",
    "megatron_lm_config.megatron_lm_calculate_per_token_loss",
    "fsdp_config.cpu_ram_efficient_loading", "fsdp_config.sync_module_states", "fp8_config.margin",
    "fp8_config.fp8_margin", "fp8_config.interval", "fp8_config.fp8_interval", "fp8_config.format",
    "fp8_config.fp8_format", "fp8_config.amax_history_len", "fp8_config.fp8_amax_history_len",
    "fp8_config.amax_history_length", "fp8_config.fp8_amax_history_length",
    "fp8_config.amax_compute_algo", "fp8_config.fp8_amax_compute_algo",
    "fp8_config.amax_compute_algorithm", "fp8_config.fp8_amax_compute_algorithm", "iam_role_name",
    "image_uri", "profile", "region", "base_job_name", "pytorch_version", "transformers_version",
    "py_version", "sagemaker_inputs_file", "sagemaker_metrics_file"});

// commands/launch.py. The stage of ZeRO is 2 where neither this nor a file of DeepSpeed says it:
// not told here, as such a file may not be at hand.
constexpr std::array defaults{
    FormatDefault{"mixed_precision", "no"},
    FormatDefault{"nodes", "1"},
    FormatDefault{"fsdp_version", "1"},
    FormatDefault{"fsdp_sharding", "full_shard"},
    FormatDefault{"fsdp_reshard", "yes"},
    FormatDefault{"fsdp_offload", "no"},
    FormatDefault{"fsdp_checkpointing", "no"},
};

} // namespace

std::optional<Json> wrapOfLayers(const Json &classes)
{
    const Json::Array *items = classes.array();
    const Json &one = items && items->size() == 1 ? items->front() : classes;
    const std::string *name = one.string();
    if (!name || name->find(',') != std::string::npos || !name->ends_with("Layer"))
        return std::nullopt;
    return Json("root");
}

constexpr Format accelerateFormat{
    .id = "accelerate",
    .name = english("formats", "Accelerate"),
    .rank = Rank::Launcher,
    .signs = signs,
    .rows = rows,
    .notModelled = notModelled,
    .withoutEffect = withoutEffect,
    .defaults = defaults,
};

} // namespace shardscope
