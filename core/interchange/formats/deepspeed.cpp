// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/formats/formats.h"
#include "core/interchange/formats/words.h"

#include <array>

// Keys: deepspeed/runtime/config.py, zero/config.py, zero/offload_config.py,
// activation_checkpointing/config.py, constants.py (0.18). "auto": transformers,
// integrations/deepspeed.py.

namespace shardscope {

namespace {

constexpr auto signs = std::to_array<std::string_view>({"zero_optimization",
    "train_micro_batch_size_per_gpu", "train_batch_size", "zero_allow_untested_optimizer"});

constexpr std::array toCpu{ValueName{"true", "cpu"}, ValueName{"false", "none"}};

constexpr std::array optimizers{ValueName{"AdamW", "adamw"}, ValueName{"adamw", "adamw"},
    ValueName{"Adam", "adamw"}, ValueName{"adam", "adamw"}, ValueName{"Lion", "lion"},
    ValueName{"lion", "lion"}, ValueName{"Muon", "muon"}, ValueName{"muon", "muon"},
    ValueName{"SGD", "sgd"}, ValueName{"sgd", "sgd"}};

constexpr std::array gradients{ValueName{"fp32", "fp32"}, ValueName{"bf16", "16-bit"},
    ValueName{"fp16", "16-bit"}, ValueName{"null", "auto"}};

/// PipelineModule: so many layers in a checkpoint; 0: none.
std::optional<Json> checkpointed(const Json &value)
{
    const double *layers = value.number();
    return layers && *layers > 0 ? std::optional(Json("full")) : std::nullopt;
}

/// No parameter stays gathered, as none does where one has a number or less.
std::optional<Json> threshold(const Json &value)
{
    const double *elements = value.number();
    return elements && *elements == 0 ? Json(1.0) : value;
}

constexpr std::array rows{
    KeyRow{"zero_optimization.stage", "zero_stage"},
    KeyRow{"zero_optimization.offload_optimizer.device", "offload_optimizer", offloadDevices},
    KeyRow{"zero_optimization.offload_param.device", "offload_parameters", offloadDevices},
    KeyRow{"zero_optimization.cpu_offload", "offload_optimizer", toCpu},
    KeyRow{"zero_optimization.cpu_offload_params", "offload_parameters", toCpu},
    KeyRow{"zero_optimization.cpu_offload_param", "offload_parameters", toCpu},
    KeyRow{"zero_optimization.reduce_bucket_size", "parallel.reduce_bucket"},
    KeyRow{"zero_optimization.allgather_bucket_size", "parallel.allgather_bucket"},
    // 0 is no bucket here, and automatic in an input.
    KeyRow{.key = "zero_optimization.stage3_prefetch_bucket_size",
        .fact = "parallel.prefetch_bucket",
        .notModelled = "0"},
    KeyRow{.key = "zero_optimization.prefetch_bucket_size",
        .fact = "parallel.prefetch_bucket",
        .notModelled = "0"},
    KeyRow{"zero_optimization.stage3_param_persistence_threshold", "parallel.persistence_threshold",
        {}, threshold, asItStands},
    KeyRow{"zero_optimization.param_persistence_threshold", "parallel.persistence_threshold", {},
        threshold, asItStands},
    KeyRow{"zero_optimization.sub_group_size", "parallel.sub_group"},
    KeyRow{"zero_optimization.overlap_comm", "parallel.overlap", onOff},
    KeyRow{"zero_optimization.zero_hpz_partition_size", "zero_second_copy"},
    KeyRow{"zero_optimization.zero_quantized_weights", "zero_quantized_weights", yesNo},
    KeyRow{"zero_optimization.zero_quantized_gradients", "zero_quantized_gradients", yesNo},
    KeyRow{"bf16.enabled", "mixed_precision", bf16Switch},
    KeyRow{"bfloat16.enabled", "mixed_precision", bf16Switch},
    KeyRow{"fp16.enabled", "mixed_precision", fp16Switch},
    KeyRow{"data_types.grad_accum_dtype", "parallel.gradient_precision", gradients},
    KeyRow{"train_micro_batch_size_per_gpu", "training.micro_batch"},
    KeyRow{"gradient_accumulation_steps", "training.accumulation"},
    KeyRow{"train_batch_size", "sequences_per_step"},
    KeyRow{"optimizer.type", "training.optimizer", optimizers},
    KeyRow{"tensor_parallel.autotp_size", "tensor"},
    KeyRow{"expert_parallel.enabled", "deals_out_experts", yesNo},
    KeyRow{"expert_parallel.autoep_size", "expert"},
    KeyRow{"sequence_parallel_size", "sequence"},
    KeyRow{.key = "pipeline.activation_checkpoint_interval",
        .fact = "training.checkpointing",
        .read = checkpointed},
    KeyRow{.key = "pipeline.activation_checkpoint_interval",
        .fact = "recompute_layers",
        .read = asItStands},
};

constexpr auto notModelled = std::to_array<std::string_view>({
    "zero_optimization.contiguous_gradients=true",
    "zero_optimization.reduce_scatter=true",
    "zero_optimization.stage3_max_live_parameters=1e9",
    "zero_optimization.max_live_parameters=1e9",
    "zero_optimization.stage3_max_reuse_distance=1e9",
    "zero_optimization.max_reuse_distance=1e9",
    "zero_optimization.allgather_partitions=true",
    "zero_optimization.use_multi_rank_bucket_allreduce=true",
    "zero_optimization.round_robin_gradients",
    "zero_optimization.mics_shard_size=-1",
    "zero_optimization.mics_hierarchical_params_gather",
    "zero_optimization.stage3_module_granularity_threshold",
    "zero_optimization.module_granularity_threshold",
    "zero_optimization.zero_quantized_nontrainable_weights",
    "zero_optimization.offload_optimizer.ratio=1.0",
    "zero_optimization.offload_optimizer.super_offload",
    "zero_optimization.zenflow",
    "zero_optimization.leaf_module",
    "bf16.bf16_master_weights_and_grads",
    "bf16.bf16_optimizer_states",
    "fp16.fp16_master_weights_and_grads",
    "communication_data_type",
    "tensor_parallel.tp_overlap_comm=false",
    "tensor_parallel.partition_config",
    "tensor_parallel.preset_model",
    "tensor_parallel.tp.tp_grain_size=1",
    "tensor_parallel.injection_policy_tuple",
    "expert_parallel",
    "seq_parallel_communication_data_type=fp32",
    "torch_autocast",
    "amp",
    "activation_checkpointing.partition_activations",
    "activation_checkpointing.cpu_checkpointing",
    "activation_checkpointing.contiguous_memory_optimization",
    "pipeline.pipe_partitioned=true",
    "pipeline.grad_partitioned=true",
    "pipeline.use_reentrant=true",
    "compile",
    "sparse_attention",
    "fp8",
    "zero_optimization.model_persistence_threshold",
    "zero_optimization.stage3_model_persistence_threshold",
    "zero_optimization.use_all_reduce_for_fetch_params",
    "zero_optimization.stage3_use_all_reduce_for_fetch_params",
    "zero_optimization.allgather_sequential",
    "zero_optimization.stage3_allgather_sequential",
    "zero_optimization.zeropp_loco_param",
});

constexpr auto withoutEffect = std::to_array<std::string_view>({
    "zero_optimization.ignore_unused_parameters",
    "zero_optimization.load_from_fp32_weights",
    "zero_optimization.elastic_checkpoint",
    "zero_optimization.legacy_stage1",
    "zero_optimization.log_trace_cache_warnings",
    "zero_optimization.pipeline_loading_checkpoint",
    "zero_optimization.override_module_apply",
    "zero_optimization.memory_efficient_linear",
    "zero_optimization.cpu_offload_use_pin_memory",
    "zero_optimization.stage3_gather_16bit_weights_on_model_save",
    "zero_optimization.gather_16bit_weights_on_model_save",
    "zero_optimization.stage3_gather_fp16_weights_on_model_save",
    "zero_optimization.enable_sanity_checks",
    "zero_optimization.allow_untested_optimizer",
    "zero_optimization.save_muon_momentum_buffer_in_memory",
    // PipelineModule's own arguments say these.
    "pipeline.stages",
    "pipeline.partition",
    "pipeline.seed_layers",
    // Of the host and its disks.
    "zero_optimization.offload_optimizer.nvme_path",
    "zero_optimization.offload_optimizer.buffer_count",
    "zero_optimization.offload_optimizer.pin_memory",
    "zero_optimization.offload_optimizer.pipeline",
    "zero_optimization.offload_optimizer.pipeline_read",
    "zero_optimization.offload_optimizer.pipeline_write",
    "zero_optimization.offload_optimizer.fast_init",
    "zero_optimization.offload_optimizer.cpuadam_cores_perc",
    "zero_optimization.offload_param.nvme_path",
    "zero_optimization.offload_param.buffer_count",
    "zero_optimization.offload_param.buffer_size",
    "zero_optimization.offload_param.max_in_cpu",
    "zero_optimization.offload_param.pin_memory",
    "aio",
    "fp16.auto_cast",
    "fp16.loss_scale",
    "fp16.initial_scale_power",
    "fp16.loss_scale_window",
    "fp16.hysteresis",
    "fp16.consecutive_hysteresis",
    "fp16.min_loss_scale",
    "bf16.immediate_grad_update",
    "bf16.check_grad_overflow",
    "bf16.auto_cast",
    "bfloat16.check_grad_overflow",
    "optimizer.params",
    "optimizer.legacy_fusion",
    "scheduler",
    "gradient_clipping",
    "prescale_gradients",
    "gradient_predivide_factor",
    "sparse_gradients",
    "disable_allgather",
    "graph_harvesting",
    "use_node_local_storage",
    "activation_checkpointing.number_checkpoints",
    "activation_checkpointing.synchronize_checkpoint_boundary",
    "activation_checkpointing.profile",
    "steps_per_print",
    "wall_clock_breakdown",
    "memory_breakdown",
    "dump_state",
    "comms_logger",
    "flops_profiler",
    "tensorboard",
    "wandb",
    "comet",
    "csv_monitor",
    "monitor_config",
    "elasticity",
    "autotuning",
    "checkpoint",
    "nebula",
    "data_efficiency",
    "curriculum_learning",
    "progressive_layer_drop",
    "eigenvalue",
    "quantize_training",
    "compression_training",
    "zero_allow_untested_optimizer",
    "zero_force_ds_cpu_optimizer",
    "dataloader_drop_last",
    "seed",
    "use_data_before_expert_parallelism",
    "gradient_allreduce_op",
    "managed_gradient_accumulation",
    "log_level",
    "vocabulary_size",
    "_comment",
});

// Its own, where no "auto" leaves them to transformers.
constexpr std::array defaults{
    FormatDefault{"engine", "deepspeed"},
    FormatDefault{"zero_stage", "0"},
    FormatDefault{"mixed_precision", "no"},
    FormatDefault{"training.micro_batch", "1"},
    FormatDefault{"training.accumulation", "1"},
    FormatDefault{"parallel.reduce_bucket", "5e8"},
    FormatDefault{"parallel.allgather_bucket", "5e8"},
    FormatDefault{"parallel.prefetch_bucket", "5e7"},
    FormatDefault{"parallel.persistence_threshold", "1e5"},
};

} // namespace

constexpr Format deepSpeedFormat{
    .id = "deepspeed",
    .name = english("formats", "DeepSpeed"),
    .rank = Rank::Engine,
    .signs = signs,
    .rows = rows,
    .notModelled = notModelled,
    .withoutEffect = withoutEffect,
    .defaults = defaults,
};

} // namespace shardscope
