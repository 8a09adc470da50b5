// SPDX-License-Identifier: GPL-3.0-or-later
// What the fields of followed steps mean: of both formats, of steps under Hugging Face, and of
// steps under DeepSpeed with its configuration.
#pragma once

#include "tools/validate/rules.h"

#include <array>

namespace shardscope {

inline constexpr std::string_view notCounted = "!the setting is not counted";

inline constexpr auto followedRules = std::to_array<Rule>({
    {"", notCounted, "use_dora not: - false", "=use_dora"},
    {"", notCounted, "modules_to_save not: - false", "=modules_to_save"},
    {"", notCounted, "frozen_layers not: - 0", "=frozen_layers"},
    {"", notCounted, "checkpoint_every not: - 0 1", "=checkpoint_every"},
    {"training.sequence_length", "@sequence_length"},
    {"training.micro_batch", "@micro_batch"},
    {"training.accumulation", "1", "accumulation: -"},
    {"training.accumulation", "@accumulation"},
    // No CUDA kernel ran.
    {"training.kernels", "reference"},
    {"training.lora_rank", "@lora_rank", "method: lora qlora"},
    {"training.lora_targets", "@lora_targets", "method: lora qlora"},
    {"training.lora_dropout", "@lora_dropout", "method: lora qlora; lora_dropout not: -"},
});

inline constexpr auto stepsRules = std::to_array<Rule>({
    {"training.method", "@method", "method: full lora qlora"},
    {"training.method", "!unknown method", "", "method"},

    // Autocast over bf16 weights keeps them bf16; over fp32 ones it casts where they are used, as
    // FSDP2's mixed precision does where it gathers. Adapters are fp32 on a bf16 base: under
    // autocast they are cast, without it the stream of the adapter is fp32.
    {"training.precision", "bf16-master", "weights_dtype: bf16; method not: full; autocast: true"},
    {"training.precision", "bf16-master",
        "weights_dtype: bf16; method not: full; mixed: true; shards not: - 1"},
    {"training.precision", "bf16", "weights_dtype: bf16"},
    {"training.precision", "bf16-master", "weights_dtype: fp32; mixed: true; shards not: - 1"},
    {"training.precision", "bf16-amp", "weights_dtype: fp32; autocast: true"},
    {"training.precision", "fp32", "weights_dtype: fp32"},
    {"training.precision", "!unknown dtype of the weights", "", "weights_dtype"},
    {"training.lora_precision", "fp32",
        "method not: full; weights_dtype: bf16; autocast not: true; mixed not: true"},
    {"training.lora_precision", "fp32",
        "method not: full; weights_dtype: bf16; autocast not: true; shards: - 1"},

    {"vision.images", "@images", "images not: -"},
    {"vision.image_width", "@image_width", "image_width not: -"},
    {"vision.image_height", "@image_height", "image_height not: -"},
    {"vision.tower", "@tower", "tower: trained frozen"},
    {"vision.projector", "@projector", "projector: trained frozen"},

    {"training.optimizer", "adamw", "optimizer: adamwfused"},
    {"training.optimizer", "adamw-foreach", "optimizer: adamwforeach"},
    {"training.optimizer", "sgd", "optimizer: sgd"},
    {"training.optimizer", "sgd-momentum", "optimizer: sgdmomentum"},
    {"training.optimizer", "muon", "optimizer: muon"},
    {"training.optimizer", "!unknown optimizer", "", "optimizer"},
    {"training.checkpointing", "@checkpointing", "checkpointing: none selective full"},
    {"training.checkpointing", "!unknown checkpointing", "", "checkpointing"},
    {"training.attention", "@attention", "attention: flash sdpa eager"},
    {"training.attention", "!unknown attention kernel", "", "attention"},
    {"training.objective", "@objective", "objective not: -"},
    {"training.reference_model", "@reference_model", "reference_model not: -"},
    {"training.num_labels", "@num_labels", "objective: classification"},
    {"training.completion_tokens", "@completion_tokens", "completion_tokens not: -"},
    // What was generated before, and elsewhere.
    {"rollout.engine", "vllm-server", "objective: grpo"},
    {"rollout.generations", "2", "objective: grpo"},
    {"training.label_smoothing", "@label_smoothing", "label_smoothing not: -"},
    {"training.linear_attention", "@linear_attention", "linear_attention: fused plain"},
    {"training.quant_storage", "uint8", "method: qlora; quant_storage: - uint8"},
    {"training.quant_storage", "16-bit", "method: qlora; quant_storage: bf16"},
    {"training.quant_storage", "!unknown storage of 4-bit weights", "method: qlora",
        "quant_storage"},

    {"parallel.strategy", "ddp", "shards: - 1"},
    {"parallel.strategy", "hsdp", "hybrid not: - 1"},
    {"parallel.strategy", "fsdp-grad-op", "reshard: false"},
    {"parallel.strategy", "fsdp"},
    {"parallel.framework", "trainer", "shards: - 1; framework: - ddp"},
    {"parallel.framework", "fsdp1", "framework: fsdp1"},
    {"parallel.framework", "fsdp2", "framework: - fsdp2"},
    {"parallel.framework", "!unknown framework", "", "framework"},
    {"parallel.shard_group", "@shards", "hybrid not: - 1"},
    {"parallel.tensor", "@tensor", "tensor not: -"},
    {"parallel.context", "@context", "context not: -"},
    {"parallel.gpus", "@gpus", "gpus not: -"},
    {"parallel.gpus", "@replicas", "framework: ddp"},
    {"parallel.gpus", "1", "shards: -"},
    {"parallel.gpus", "@shards"},
    {"parallel.gpus_per_node", "1024", "shards not: - 1"},
    {"parallel.gpus_per_node", "1024", "framework: ddp"},
    {"parallel.wrap", "auto", "shards: - 1"},
    {"parallel.wrap", "auto", "framework: fsdp1"},
    {"parallel.wrap", "root", "wrap: -",
        "how FSDP2 wraps is not stated: as accelerate does, which the peaks agree with"},
    {"parallel.wrap", "root", "wrap: root"},
    {"parallel.wrap", "embed-head", "wrap: embedhead"},
    {"parallel.wrap", "!unknown wrap policy", "", "wrap"},
    {"parallel.gradient_precision", "auto", "shards: - 1"},
    {"parallel.gradient_precision", "auto", "reduce_dtype: -"},
    {"parallel.gradient_precision", "16-bit", "reduce_dtype: bf16"},
    {"parallel.gradient_precision", "fp32", "reduce_dtype: fp32"},
    {"parallel.gradient_precision", "!unknown dtype of the reduction", "", "reduce_dtype"},
    {"parallel.gradient_sync", "auto", "gradient_sync: -"},
    {"parallel.gradient_sync", "@gradient_sync",
        "gradient_sync: auto everymicrostep lastmicrostep"},
    {"parallel.gradient_sync", "!unknown reduction of gradients", "", "gradient_sync"},
});

inline constexpr std::string_view notModelled = "!the setting of DeepSpeed is not modelled";

// DeepSpeed 0.19: deepspeed/runtime/zero/config.py and runtime/config.py.
inline constexpr auto deepSpeedRules = std::to_array<Rule>({
    {"training.checkpointing", "none", "checkpointing: -"},
    {"training.checkpointing", "@checkpointing", "checkpointing: none selective full"},
    {"training.checkpointing", "!unknown checkpointing", "", "checkpointing"},
    {"training.attention", "eager", "attention: -"},
    {"training.attention", "@attention", "attention: flash sdpa eager"},
    {"training.attention", "!unknown attention kernel", "", "attention"},
    {"training.experts", "grouped", "experts: - groupedmm"},
    {"training.experts", "loop", "experts: eager"},
    {"training.experts", "!this way to compute experts is not modelled", "", "experts"},
    {"", notCounted, "label_smoothing not: -", "=label_smoothing"},
    {"training.method", "full", "method: - full"},
    {"training.method", "lora", "method: lora"},
    {"training.method", "!the method is not modelled", "", "method"},
    {"training.precision", "fp16-master", "ds.fp16.enabled: true"},
    {"training.precision", "bf16-master"},
    {"training.optimizer", "adamw-for-loop"},

    {"parallel.strategy", "ddp", "stage: 0"},
    {"parallel.strategy", "zero1", "stage: 1"},
    {"parallel.strategy", "zero2", "stage: 2"},
    {"parallel.strategy", "zero3", "stage: 3"},
    {"parallel.framework", "deepspeed"},
    {"parallel.tensor", "@tensor", "tensor not: -"},
    {"parallel.gpus", "@ranks"},
    {"parallel.gpus_per_node", "1024"},

    // 0 elements hold nothing, and neither does 1; a scenario's 0 stands for "auto".
    {"parallel.reduce_bucket", "5e8", "zero.reduce_bucket_size: -"},
    {"parallel.reduce_bucket", "1", "zero.reduce_bucket_size: 0"},
    {"parallel.reduce_bucket", "@zero.reduce_bucket_size"},
    {"parallel.allgather_bucket", "5e8", "zero.allgather_bucket_size: -"},
    {"parallel.allgather_bucket", "1", "zero.allgather_bucket_size: 0"},
    {"parallel.allgather_bucket", "@zero.allgather_bucket_size"},
    {"parallel.prefetch_bucket", "5e7", "zero.stage3_prefetch_bucket_size: -"},
    {"parallel.prefetch_bucket", "1", "zero.stage3_prefetch_bucket_size: 0"},
    {"parallel.prefetch_bucket", "@zero.stage3_prefetch_bucket_size"},
    {"parallel.persistence_threshold", "1e5", "zero.stage3_param_persistence_threshold: -"},
    {"parallel.persistence_threshold", "1", "zero.stage3_param_persistence_threshold: 0"},
    {"parallel.persistence_threshold", "@zero.stage3_param_persistence_threshold"},
    {"parallel.sub_group", "1e9", "zero.sub_group_size: -"},
    {"parallel.sub_group", "1", "zero.sub_group_size: 0"},
    {"parallel.sub_group", "@zero.sub_group_size"},
    {"parallel.offload", "nvme", "zero.offload_param.device: nvme"},
    {"parallel.offload", "parameters",
        "zero.offload_param not: -; zero.offload_param.device: - cpu"},
    {"parallel.offload", notModelled, "zero.offload_param.device not: - none", "=offload_param"},
    {"parallel.offload", "nvme", "zero.offload_optimizer.device: nvme"},
    {"parallel.offload", "optimizer",
        "zero.offload_optimizer not: -; zero.offload_optimizer.device: - cpu"},
    {"parallel.offload", notModelled, "zero.offload_optimizer.device not: - none",
        "=offload_optimizer"},
    {"parallel.overlap", "on", "zero.overlap_comm: true"},
    {"parallel.overlap", "off", "zero.overlap_comm: false"},
    {"parallel.zeropp", "all",
        "zero.zero_quantized_weights: true; zero.zero_quantized_gradients: true; "
        "zero.zero_hpz_partition_size not: - 0 1"},
    {"parallel.zeropp", notModelled,
        "zero.zero_quantized_weights: true; zero.zero_quantized_gradients: true",
        "=two of ZeRO++'s three parts"},
    {"parallel.zeropp", notModelled,
        "zero.zero_quantized_weights: true; zero.zero_hpz_partition_size not: - 0 1",
        "=two of ZeRO++'s three parts"},
    {"parallel.zeropp", notModelled,
        "zero.zero_quantized_gradients: true; zero.zero_hpz_partition_size not: - 0 1",
        "=two of ZeRO++'s three parts"},
    {"parallel.zeropp", "qwz", "zero.zero_quantized_weights: true"},
    {"parallel.zeropp", "qgz", "zero.zero_quantized_gradients: true"},
    {"parallel.zeropp", "hpz", "zero.zero_hpz_partition_size not: - 0 1"},

    {"", notModelled, "zero.contiguous_gradients: false", "=contiguous_gradients"},
    {"", notModelled, "zero.reduce_scatter: false", "=reduce_scatter"},
    {"", notModelled, "zero.round_robin_gradients: true", "=round_robin_gradients"},
    {"", notModelled, "zero.zero_quantized_nontrainable_weights: true",
        "=zero_quantized_nontrainable_weights"},
    // Bounds of at least 1e9 stop nothing: ten figures.
    {"", notModelled, "zero.stage3_max_live_parameters not: - ??????????*",
        "=stage3_max_live_parameters"},
    {"", notModelled, "zero.stage3_max_reuse_distance not: - ??????????*",
        "=stage3_max_reuse_distance"},
    {"", notModelled, "zero.stage3_model_persistence_threshold not: - ??????????*",
        "=stage3_model_persistence_threshold"},
    {"", notModelled, "zero.mics_shard_size not: - 0 1", "=mics_shard_size"}, // -1: none
    {"", notModelled, "zero.stage3_module_granularity_threshold not: - 0",
        "=stage3_module_granularity_threshold"},
    {"", notModelled, "ds.bf16.bf16_master_weights_and_grads: true", "=16-bit master weights"},
    {"", notModelled, "ds.bf16.bf16_optimizer_states: true", "=16-bit master weights"},
    {"", notModelled, "ds.torch_autocast.enabled: true", "=torch_autocast"},
    {"", notModelled, "ds.communication_data_type not: -", "=communication_data_type"},
    {"parallel.gradient_precision", "auto", "ds.data_types.grad_accum_dtype: -"},
    {"parallel.gradient_precision", "16-bit", "ds.data_types.grad_accum_dtype: bf16 fp16"},
    {"parallel.gradient_precision", "fp32", "ds.data_types.grad_accum_dtype: fp32"},
    {"parallel.gradient_precision", "!unknown dtype of accumulated gradients", "",
        "ds.data_types.grad_accum_dtype"},
});

} // namespace shardscope
