// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/namelist.h"
#include "core/interchange/formats/formats.h"
#include "core/interchange/formats/megatronwords.h"
#include "core/interchange/formats/swiftwords.h"
#include "core/interchange/formats/words.h"

#include <algorithm>
#include <array>
#include <string>

// Keys: swift/megatron/arguments/megatron_args.py and swift/arguments/base_args of
// modelscope/ms-swift at 3602360a59 (4.6.0.dev0, August 2026): flags of Megatron-LM's, some with
// other defaults, around models of the Hub. tests/data/formats/ms-swift-megatron.keys lists them.

namespace shardscope {

namespace {

constexpr auto signs
    = std::to_array<std::string_view>({"mcore_model", "bridge_backend", "language_model_only"});

constexpr std::array tuners{ValueName{"lora", "lora"}, ValueName{"full", "none"}};
constexpr std::array objectives{ValueName{"dpo", "dpo"}, ValueName{"kto", "kto"},
    ValueName{"rm", "reward"}, ValueName{"grpo", "grpo"}, ValueName{"gkd", "gkd"},
    ValueName{"null", ""}};
constexpr std::array gradients{ValueName{"fp32", "fp32"}, ValueName{"bf16", "16-bit"}};
/// apply_rope_fusion is off here.
constexpr std::array rotary{ValueName{"true", "fused"}, ValueName{"false", "plain"}};
constexpr std::array optimizers{
    ValueName{"adam", "adamw"}, ValueName{"sgd", "sgd-momentum"}, ValueName{"muon", "muon"}};
constexpr std::array attentions{ValueName{"auto", ""}, ValueName{"flash", "flash"},
    ValueName{"unfused", "eager"}, ValueName{"local", "eager"}};

/// Megatron-Core's names of modules by those of the Hub's models; what both have stands as it is.
std::optional<Json> hubNames(const Json &value)
{
    constexpr std::array names{ValueName{"linear_qkv", "q_proj,k_proj,v_proj"},
        ValueName{"linear_proj", "o_proj"}, ValueName{"linear_fc1", "gate_proj,up_proj"},
        ValueName{"linear_fc2", "down_proj"}, ValueName{"router", "gate"},
        ValueName{"word_embeddings", "embed_tokens"}, ValueName{"output_layer", "lm_head"}};
    const std::optional<Json> joined = joinedWords(value);
    if (!joined || !joined->string())
        return joined;
    std::string hub;
    visitNames(*joined->string(), [&](std::string_view name) {
        const auto known = std::find_if(names.begin(), names.end(),
            [name](const ValueName &each) { return each.foreign == name; });
        addName(hub, known == names.end() ? name : known->ours);
    });
    return Json(hub);
}

constexpr std::array rows{
    KeyRow{"model", "model"},
    KeyRow{"rlhf_type", "training.objective", objectives},
    KeyRow{"task_type", "training.objective", swiftTasks},
    KeyRow{"task_type", "contrasts", swiftContrasts},
    KeyRow{"task_type", "ranks", swiftRankings, asItStands, nullptr},
    KeyRow{"loss_type", "training.objective", swiftLosses, asItStands, nullptr},
    KeyRow{"num_labels", "training.num_labels"},
    KeyRow{"torch_dtype", "weights_dtype", swiftDtypes},
    KeyRow{"bf16", "mixed_precision", bf16Switch},
    KeyRow{"fp16", "mixed_precision", fp16Switch},
    KeyRow{"torch_dtype", "mixed_precision", swiftMixed},
    // What is trained.
    KeyRow{"tuner_type", "adapter", tuners},
    KeyRow{"train_type", "adapter", tuners},
    KeyRow{"lora_rank", "training.lora_rank"},
    KeyRow{"lora_dropout", "training.lora_dropout"},
    KeyRow{"lora_dtype", "training.lora_precision", swiftAdapterDtypes},
    KeyRow{"target_regex", "training.lora_targets"},
    KeyRow{"target_modules", "training.lora_targets", {}, hubNames},
    KeyRow{"modules_to_save", "training.modules_to_save", {}, hubNames},
    KeyRow{"max_pixels", "image_pixels"},
    KeyRow{"freeze_vit", "vision.tower", swiftTowers},
    KeyRow{"freeze_aligner", "vision.projector", swiftTowers},
    // The step.
    KeyRow{"micro_batch_size", "training.micro_batch"},
    KeyRow{"global_batch_size", "sequences_per_step"},
    KeyRow{"max_length", "training.sequence_length"},
    KeyRow{"num_train_epochs", "run.epochs"},
    KeyRow{"recompute_granularity", "training.checkpointing", megatronRecomputation},
    KeyRow{"recompute_modules", "training.recompute_modules", {}, joinedWords},
    KeyRow{"recompute_method", "recompute_method"},
    KeyRow{"recompute_num_layers", "recompute_layers"},
    KeyRow{"optimizer", "training.optimizer", optimizers},
    KeyRow{"optimizer_cpu_offload", "offload_optimizer", megatronOffload},
    KeyRow{"attention_backend", "training.attention", attentions},
    KeyRow{"cross_entropy_fusion_impl", "training.loss", megatronLosses},
    KeyRow{"apply_rope_fusion", "training.rotary", rotary},
    KeyRow{"fp8_format", "engine_fp8", megatronFp8Formats},
    KeyRow{"fp8_recipe", "engine_fp8_recipe", megatronFp8Recipes},
    KeyRow{"fp8_param_gather", "training.fp8_weights", megatronFp8Weights},
    KeyRow{"moe_token_dispatcher_type", "parallel.dispatcher", megatronDispatchers},
    KeyRow{"moe_grouped_gemm", "training.experts", megatronExpertCodes},
    KeyRow{"moe_expert_capacity_factor", "parallel.expert_capacity"},
    KeyRow{"moe_pad_expert_input_to_capacity", "parallel.expert_padding", onOff},
    // The mesh.
    KeyRow{"tensor_model_parallel_size", "tensor"},
    KeyRow{"sequence_parallel", "sequence_parallel", yesNo},
    KeyRow{"pipeline_model_parallel_size", "pipeline"},
    KeyRow{"virtual_pipeline_model_parallel_size", "virtual_stages"},
    KeyRow{"decoder_first_pipeline_num_layers", "parallel.layers_first_stage"},
    KeyRow{"decoder_last_pipeline_num_layers", "parallel.layers_last_stage"},
    KeyRow{"context_parallel_size", "context"},
    KeyRow{"cp_comm_type", "parallel.context_kind", megatronContextKinds},
    KeyRow{"expert_model_parallel_size", "expert"},
    KeyRow{"expert_tensor_parallel_size", "parallel.expert_tensor"},
    KeyRow{"use_distributed_optimizer", "zero_stage", megatronSharded},
    KeyRow{"overlap_grad_reduce", "parallel.overlap", onOff},
    KeyRow{"main_grads_dtype", "parallel.gradient_precision", gradients},
    // Answers of its own.
    KeyRow{"beta", "kl_weight", {}, klWeight},
    KeyRow{"max_completion_length", "training.completion_tokens"},
    KeyRow{"num_generations", "rollout.generations"},
    KeyRow{"use_vllm", "rollout_vllm", yesNo},
    KeyRow{"vllm_mode", "rollout_mode", rolloutModes},
    KeyRow{"vllm_gpu_memory_utilization", "rollout.share"},
    KeyRow{"vllm_tensor_parallel_size", "rollout.tensor"},
    KeyRow{"sleep_level", "rollout.sleep", swiftSleep},
};

constexpr auto ownNotModelled
    = std::to_array<std::string_view>({"account_for_embedding_in_pipeline_split",
        "account_for_loss_in_pipeline_split", "apply_dsa_kernel_fusion",
        "apply_query_key_layer_scaling", "attention_softmax_in_fp32=true",
        "bias_activation_fusion=true", "bias_dropout_fusion=true", "calculate_per_token_loss",
        "cp_partition_mode=zigzag", "cross_entropy_loss_fusion", "csa_dense_mode",
        "data_parallel_sharding_strategy=optim_grads_params", "dsa_indexer_loss_coeff",
        "dsa_indexer_use_sparse_loss", "exp_avg_dtype=fp32", "exp_avg_sq_dtype=fp32", "fp4_format",
        "fp4_param_gather", "fp4_recipe=nvfp4", "fp8_amax_compute_algo=max",
        "fp8_amax_history_len=1024", "gradient_accumulation_fusion=true", "language_model_only",
        "linear_decoupled_in_proj", "main_params_dtype=fp32", "masked_softmax_fusion=true",
        "megatron_extra_kwargs", "mhc_recompute_layer_num", "microbatch_group_size_per_vp_stage",
        "mlp_padding_free", "moe_aux_loss_coeff", "moe_enable_deepep", "moe_layer_recompute",
        "moe_permute_fusion", "moe_router_dtype=fp32", "moe_router_load_balancing_type",
        "moe_shared_expert_overlap", "moe_token_drop_policy=probs", "moe_z_loss_coeff",
        "mtp_decoder_input_detach", "mtp_num_layers", "mtp_shared_weights",
        "muon_scalar_optimizer=adam", "muon_split_qkv=true", "muon_tp_mode=blockwise",
        "offload_bridge", "optimizer_cuda_graph", "optimizer_offload_fraction=1.0",
        "overlap_param_gather", "overlap_param_gather_with_optimizer_step",
        "pipeline_model_parallel_layout", "quant_bits", "quant_method", "reference_free",
        "router_replay_mode=disabled", "sequence_packing_scheduler", "sequence_parallel_size=1",
        "sgd_momentum=0.9", "tp_comm_overlap", "use_fused_mhc", "use_megatron_fsdp",
        "use_precision_aware_optimizer", "vit_attn_impl", "vit_gradient_checkpointing_kwargs"});
constexpr auto notModelled = joined(swiftNotModelled, ownNotModelled);

constexpr auto ownWithoutEffect = std::to_array<std::string_view>(
    {"accumulate_allreduce_grads_in_fp32", "adam_beta1", "adam_beta2", "adam_eps",
        "align_grad_reduce", "align_param_gather", "apply_wd_to_qk_layernorm", "async_save",
        "attn_impl", "batch_p2p_comm", "bnb_4bit_quant_storage", "bnb_4bit_use_double_quant",
        "bridge_backend", "calculate_KL", "clip_grad", "data_parallel_random_init", "data_seed",
        "data_sharding", "dataloader_num_workers", "dataloader_persistent_workers",
        "dataloader_pin_memory", "dataloader_prefetch_factor", "ddp_backend", "ddp_timeout",
        "device_map", "dist_ckpt_optim_fully_reshardable", "dist_ckpt_save_pre_mcore_014",
        "distrib_optim_fully_reshardable_mem_efficient", "end_weight_decay", "eval_iters",
        "eval_steps", "f_divergence_type", "finetune", "greater_is_better", "hub_token",
        "local_rank", "logging_steps", "lr", "lr_decay_iters", "lr_decay_style",
        "lr_warmup_fraction", "lr_warmup_init", "lr_warmup_iters", "lr_wsd_decay_iters",
        "lr_wsd_decay_style", "manual_gc", "manual_gc_eval", "manual_gc_steps", "mcore_adapter",
        "mcore_model", "mcore_ref_adapter", "mcore_ref_model", "merge_lora",
        "metric_for_best_model", "min_lr", "mtp_loss_scaling_factor", "muon_coefficient_type",
        "muon_extra_scale_factor", "muon_fp32_matmul_prec", "muon_momentum", "muon_num_ns_steps",
        "muon_scale_mode", "muon_use_nesterov", "nccl_comm_warmup", "no_load_optim", "no_load_rng",
        "no_save_optim", "no_save_rng", "output_dir", "overlap_p2p_comm", "perform_initialization",
        "remove_unused_columns", "report_to", "save_missing_weights", "save_safetensors",
        "save_steps", "save_strategy", "save_total_limit", "seed", "skip_megatron_init",
        "start_weight_decay", "te_rng_tracker", "tensorboard_dir", "tensorboard_queue_size",
        "train_iters", "use_cpu_initialization", "use_persistent_ckpt_worker", "wandb_exp_name",
        "wandb_project", "weight_decay", "weight_decay_incr_style"});
constexpr auto withoutEffect = joined(swiftWithoutEffect, ownWithoutEffect);

constexpr std::array defaults{
    FormatDefault{"engine", "megatron"},
    FormatDefault{"weights_dtype", "auto"},
    FormatDefault{"mixed_precision", "bf16"}, // of weights in bf16
    FormatDefault{"adapter", "none"},
    FormatDefault{"training.lora_rank", "8"},
    FormatDefault{"training.lora_dropout", "0.05"},
    FormatDefault{"training.lora_targets", "all-linear"},
    FormatDefault{"vision.tower", "frozen"},
    FormatDefault{"vision.projector", "frozen"},
    FormatDefault{"training.micro_batch", "1"},
    FormatDefault{"sequences_per_step", "16"},
    FormatDefault{"training.checkpointing", "selective"},
    FormatDefault{"training.recompute_modules", "core_attn"},
    FormatDefault{"training.optimizer", "adamw"},
    FormatDefault{"training.attention", "flash"},
    FormatDefault{"training.loss", "standard"},
    FormatDefault{"training.rotary", "plain"},
    FormatDefault{"training.experts", "grouped"},
    FormatDefault{"parallel.dispatcher", "all-to-all"},
    FormatDefault{"parallel.expert_tensor", "1"}, // of Megatron-LM itself as the others' matrices
    FormatDefault{"sequence_parallel", "no"},
    FormatDefault{"zero_stage", "1"},
    FormatDefault{"parallel.overlap", "off"},
    FormatDefault{"parallel.gradient_precision", "fp32"},
    FormatDefault{"kl_weight", "some"},
    FormatDefault{"rollout_vllm", "yes"},
    FormatDefault{"rollout.share", "0.9"},
};

} // namespace

constexpr Format megatronSwiftFormat{
    .id = "ms-swift-megatron",
    .name = english("formats", "Megatron-SWIFT"),
    .rank = Rank::Recipe,
    .signs = signs,
    .rows = rows,
    .notModelled = notModelled,
    .withoutEffect = withoutEffect,
    .defaults = defaults,
};

} // namespace shardscope
