// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/formats/formats.h"
#include "core/interchange/formats/words.h"

#include <algorithm>
#include <array>

// Keys: src/axolotl/utils/schemas/*.py and src/axolotl/integrations/*/args.py of
// axolotl-ai-cloud/axolotl at 067b021c8b87 (July 2026); tests/data/formats/axolotl.keys lists them.
//
// Precision: utils/config/__init__.py, resolve_dtype, takes bf16 for "auto", and loaders/model.py
// loads weights in the dtype that is trained in. Nothing upcasts trained weights after that, and
// axolotl's own FSDP2 (monkeypatch/accelerate/fsdp2.py) does not either, unlike accelerate's; FSDP1
// is accelerate's, which does (accelerator.py, prepare_model). Adapters are PEFT's: fp32. What
// prepare_model_for_kbit_training upcasts, loaders/model.py casts back for adapters.

namespace shardscope {

namespace {

constexpr auto signs = std::to_array<std::string_view>({"base_model", "sequence_len"});

// Off is fp16 where its own row says so, else fp32.
constexpr std::array bf16{
    ValueName{"true", "bf16"}, ValueName{"auto", "bf16"}, ValueName{"false", "no"}};

constexpr std::array adapters{ValueName{"lora", "lora"}, ValueName{"qlora", "lora"},
    ValueName{"null", "none"}, ValueName{"none", "none"}, ValueName{"", "none"}};
constexpr std::array in4bit{ValueName{"true", "4"}, ValueName{"false", ""}};
constexpr std::array in8bit{ValueName{"true", "8"}, ValueName{"false", ""}};
constexpr std::array gptq{ValueName{"true", "gptq"}, ValueName{"false", ""}};
constexpr std::array adapterDtype{ValueName{"true", "auto"}, ValueName{"false", "16-bit"}};
constexpr std::array storage{
    ValueName{"bfloat16", "16-bit"}, ValueName{"float16", "16-bit"}, ValueName{"uint8", "uint8"}};

// core/builders/base.py: those of transformers, and more.
constexpr auto optimizers = joined(transformersOptimizers, std::array{ValueName{"muon", "muon"}});

// utils/schemas/validation.py: "offload" is true, and activation_offloading with it.
constexpr std::array checkpointing{ValueName{"true", "full"}, ValueName{"false", "none"},
    ValueName{"offload", "full"}, ValueName{"offload_disk", "full"}};
constexpr std::array offloadsToo{ValueName{"offload", "saved"}, ValueName{"offload_disk", "saved"},
    ValueName{"true", ""}, ValueName{"false", ""}};
// core/builders/base.py, loaders/model.py: beside adapters in the place of checkpoints.
constexpr std::array onHost{
    ValueName{"true", "saved"}, ValueName{"disk", "saved"}, ValueName{"false", ""}};
constexpr std::array replacesCheckpoints{ValueName{"true", "yes"}, ValueName{"disk", "yes"},
    ValueName{"legacy", "yes"}, ValueName{"false", ""}};
constexpr std::array offloadReplaces{ValueName{"offload", "yes"}, ValueName{"offload_disk", "yes"},
    ValueName{"true", ""}, ValueName{"false", ""}};

constexpr std::array attention{ValueName{"flash_attention_2", "flash"},
    ValueName{"kernels-community/flash-attn2", "flash"}, ValueName{"sdpa", "sdpa"},
    ValueName{"eager", "eager"}};
// Of these one is on.
constexpr std::array flash{ValueName{"true", "flash"}, ValueName{"false", ""}};
constexpr std::array sdpa{ValueName{"true", "sdpa"}, ValueName{"false", ""}};
constexpr std::array eager{ValueName{"true", "eager"}, ValueName{"false", ""}};

constexpr std::array cutCrossEntropy{ValueName{"true", "fused"}, ValueName{"false", "standard"}};
constexpr std::array fusedLoss{ValueName{"true", "fused"}, ValueName{"false", ""}};
constexpr std::array inPlaceLoss{ValueName{"true", "in-place"}, ValueName{"false", ""}};
constexpr std::array fusedKernels{ValueName{"true", "fused"}, ValueName{"false", ""}};
constexpr std::array compiled{
    ValueName{"true", "model"}, ValueName{"auto", "model"}, ValueName{"false", ""}};
constexpr std::array experts{ValueName{"grouped_mm", "grouped"}, ValueName{"eager", "loop"}};

constexpr std::array sharding{ValueName{"FULL_SHARD", "full_shard"},
    ValueName{"SHARD_GRAD_OP", "shard_grad_op"}, ValueName{"NO_SHARD", "no_shard"},
    ValueName{"HYBRID_SHARD", "hybrid_shard"},
    ValueName{"HYBRID_SHARD_ZERO2", "hybrid_shard_zero2"}};
constexpr std::array versionUpcasts{ValueName{"1", "yes"}, ValueName{"2", "no"}};

bool isWord(const Json &value, std::string_view word)
{
    return value.string() ? *value.string() == word : value.boolean() && *value.boolean();
}

std::optional<Json> asBf16(const Json &value)
{
    if (isWord(value, "auto"))
        return Json("bf16");
    return value.boolean() ? std::optional(Json("fp32")) : std::nullopt;
}

std::optional<Json> asFp16(const Json &value)
{
    return isWord(value, "true") ? std::optional(Json("fp16")) : std::nullopt;
}

std::optional<Json> qloraBits(const Json &value)
{
    return isWord(value, "qlora") ? std::optional(Json(4)) : std::nullopt;
}

std::optional<Json> allLinear(const Json &value)
{
    return isWord(value, "true") ? std::optional(Json("all-linear")) : std::nullopt;
}

std::optional<Json> asLinear(const Json &value)
{
    return value == Json("all-linear") ? std::optional(Json(true)) : std::nullopt;
}

/// Whether a list, or words with spaces between them, has one that `holds`.
template <class Holds>
bool anyWord(const Json &value, Holds holds)
{
    if (const Json::Array *items = value.array())
        return std::any_of(items->begin(), items->end(),
            [holds](const Json &item) { return item.string() && holds(*item.string()); });
    std::string_view rest = value.string() ? std::string_view(*value.string()) : "";
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find_first_of(" ,"), rest.size());
        if (holds(rest.substr(0, end)))
            return true;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return false;
}

/// The plugin computes the loss so unless cut_cross_entropy says otherwise.
std::optional<Json> pluginLoss(const Json &value)
{
    const bool cuts = anyWord(
        value, [](std::string_view name) { return name.ends_with("CutCrossEntropyPlugin"); });
    return cuts ? std::optional(Json("fused")) : std::nullopt;
}

std::optional<Json> listedEngine(const Json &value)
{
    const bool isList = anyWord(value, [](std::string_view word) { return word != "false"; });
    const bool isConfig = value.isObject() && !value.object()->empty();
    return isList || isConfig || isWord(value, "true") ? std::optional(Json("fsdp")) : std::nullopt;
}

std::optional<Json> listedSharding(const Json &value)
{
    for (const ValueName &each : sharding) {
        if (anyWord(value, [&each](std::string_view word) { return word == each.ours; }))
            return Json(each.ours);
    }
    return std::nullopt;
}

std::optional<Json> listedOffload(const Json &value)
{
    const bool offloads = anyWord(value, [](std::string_view word) { return word == "offload"; });
    return offloads ? std::optional(Json("yes")) : std::nullopt;
}

// Of a fact with several rows the first is written.
// core/trainers/builders/rl.py: each a trainer of TRL's; those that are not named are not modelled.
constexpr std::array policies{ValueName{"dpo", "dpo"}, ValueName{"ipo", "dpo"},
    ValueName{"orpo", "orpo"}, ValueName{"simpo", "simpo"}, ValueName{"kto", "kto"},
    ValueName{"grpo", "grpo"}, ValueName{"null", ""}, ValueName{"false", ""}};
constexpr std::array rewardModel{
    ValueName{"true", "reward"}, ValueName{"false", ""}, ValueName{"null", ""}};

constexpr std::array rows{
    KeyRow{"rl", "training.objective", policies, asItStands, nullptr},
    KeyRow{"reward_model", "training.objective", rewardModel, asItStands, nullptr},
    KeyRow{"cpo_alpha", "chosen_weight", {}, klWeight, nullptr},
    KeyRow{"precompute_ref_log_probs", "reference_logs", storedLogs, asItStands, nullptr},
    KeyRow{"trl.beta", "kl_weight", {}, klWeight, nullptr},
    KeyRow{"trl.num_generations", "rollout.generations", {}, asItStands, nullptr},
    KeyRow{"trl.max_completion_length", "training.completion_tokens", {}, asItStands, nullptr},
    KeyRow{"trl.use_vllm", "rollout_vllm", yesNo, asItStands, nullptr},
    KeyRow{"trl.vllm_mode", "rollout_mode", rolloutModes, asItStands, nullptr},
    KeyRow{"trl.vllm_enable_sleep_mode", "rollout.sleep", onOff, asItStands, nullptr},
    KeyRow{"vllm.gpu_memory_utilization", "rollout.share", {}, asItStands, nullptr},
    KeyRow{"vllm.tensor_parallel_size", "rollout.tensor", {}, asItStands, nullptr},
    KeyRow{"base_model", "model"},
    KeyRow{"sequence_len", "training.sequence_length"},
    KeyRow{"micro_batch_size", "training.micro_batch"},
    KeyRow{"gradient_accumulation_steps", "training.accumulation"},
    KeyRow{"num_epochs", "run.epochs"},
    KeyRow{"bf16", "mixed_precision", bf16},
    KeyRow{"bf16", "weights_dtype", {}, asBf16},
    KeyRow{"bfloat16", "mixed_precision", bf16Switch},
    KeyRow{"bfloat16", "weights_dtype", bf16Switch},
    KeyRow{"fp16", "mixed_precision", fp16Switch},
    KeyRow{"fp16", "weights_dtype", {}, asFp16},
    KeyRow{"gemma4_hybrid_attn_impl", "mixes_attention", yesNo},
    KeyRow{"processor_type", "image_inputs", {}, yesIfSaid, nullptr},
    KeyRow{"image_size", "image_side", {}, longerSide, nullptr},
    KeyRow{"adapter", "adapter", adapters},
    KeyRow{"load_in_4bit", "bits", in4bit},
    KeyRow{"gptq", "training.base", gptq},
    KeyRow{"load_in_8bit", "bits", in8bit},
    KeyRow{"adapter", "bits", {}, qloraBits},
    KeyRow{"bnb_config_kwargs.llm_int8_skip_modules", "left_modules", {}, joinedWords, splitWords},
    KeyRow{"bnb_config_kwargs.bnb_4bit_quant_storage", "training.quant_storage", storage},
    KeyRow{"lora_r", "training.lora_rank"},
    KeyRow{"lora_target_linear", "training.lora_targets", {}, allLinear, asLinear},
    KeyRow{"lora_target_modules", "training.lora_targets", {}, joinedWords, splitWords},
    KeyRow{"lora_dropout", "training.lora_dropout"},
    KeyRow{"lora_modules_to_save", "training.modules_to_save", {}, joinedWords, splitWords},
    KeyRow{"peft_use_dora", "training.adapter", doraOrLora},
    KeyRow{"peft_init_lora_weights", "training.lora_init", loraStarts},
    KeyRow{"bnb_config_kwargs.bnb_4bit_use_double_quant", "training.double_quantization", onOff},
    KeyRow{"peft_autocast_adapter_dtype", "training.lora_precision", adapterDtype},
    KeyRow{"optimizer", "training.optimizer", optimizers},
    KeyRow{"optim_args", "training.projection_rank", {}, rankOfProjection, asProjection},
    KeyRow{"optim_args.rank", "training.projection_rank", {}, asItStands, nullptr},
    KeyRow{"gradient_checkpointing", "training.checkpointing", checkpointing},
    KeyRow{"gradient_checkpointing", "training.activation_offload", offloadsToo},
    KeyRow{"gradient_checkpointing", "offload_replaces_checkpoints", offloadReplaces},
    KeyRow{"gradient_checkpointing_kwargs.use_reentrant", "reenters", yesNo},
    KeyRow{"activation_offloading", "training.activation_offload", onHost},
    KeyRow{"activation_offloading", "offload_replaces_checkpoints", replacesCheckpoints},
    KeyRow{"attn_implementation", "training.attention", attention},
    KeyRow{"flash_attention", "training.attention", flash},
    KeyRow{"sdp_attention", "training.attention", sdpa},
    KeyRow{"eager_attention", "training.attention", eager},
    // integrations/liger/plugin.py and cut_cross_entropy: logits of a chunk at a time, or none.
    KeyRow{"liger_fused_linear_cross_entropy", "training.loss", fusedLoss},
    KeyRow{"liger_cross_entropy", "training.loss", inPlaceLoss},
    KeyRow{"cut_cross_entropy", "training.loss", cutCrossEntropy},
    KeyRow{"plugins", "training.loss", {}, pluginLoss},
    KeyRow{"liger_glu_activation", "training.kernels", fusedKernels},
    KeyRow{"liger_swiglu", "training.kernels", fusedKernels},
    KeyRow{"liger_rms_norm", "training.kernels", fusedKernels},
    KeyRow{"torch_compile", "compiles", compiled},
    KeyRow{"experts_implementation", "training.experts", experts},
    KeyRow{"tensor_parallel_size", "tensor"},
    KeyRow{"context_parallel_size", "ring_context"},
    KeyRow{"sequence_parallel_degree", "ring_context"},
    KeyRow{"expert_parallel_size", "expert"},
    KeyRow{"dp_shard_size", "data_shards"},
    KeyRow{"dp_replicate_size", "data_replicas"},
    KeyRow{"ray_num_workers", "gpus"},
    KeyRow{"deepspeed", "engine", {}, deepSpeedEngine},
    KeyRow{"deepspeed", "deepspeed_file", {}, pathOnly, pathOnly},
    KeyRow{"fsdp_config", "engine", {}, listedEngine},
    KeyRow{"fsdp", "engine", {}, listedEngine},
    KeyRow{"fsdp", "fsdp_sharding", {}, listedSharding},
    KeyRow{"fsdp", "fsdp_offload", {}, listedOffload},
    KeyRow{"fsdp_version", "fsdp_version"},
    KeyRow{"fsdp_version", "upcast_trained", versionUpcasts},
    KeyRow{"fsdp_config.fsdp_version", "fsdp_version"},
    KeyRow{"fsdp_config.fsdp_version", "upcast_trained", versionUpcasts},
    KeyRow{"fsdp_config.version", "fsdp_version"},
    KeyRow{"fsdp_config.version", "upcast_trained", versionUpcasts},
    KeyRow{"fsdp_config.reshard_after_forward", "fsdp_reshard", yesNo},
    KeyRow{"fsdp_config.fsdp_reshard_after_forward", "fsdp_reshard", yesNo},
    KeyRow{"fsdp_config.sharding_strategy", "fsdp_sharding", sharding},
    KeyRow{"fsdp_config.fsdp_sharding_strategy", "fsdp_sharding", sharding},
    KeyRow{"fsdp_config.offload_params", "fsdp_offload", yesNo},
    KeyRow{"fsdp_config.fsdp_offload_params", "fsdp_offload", yesNo},
    KeyRow{"fsdp_config.transformer_layer_cls_to_wrap", "parallel.wrap", {}, wrapOfLayers},
    KeyRow{"fsdp_config.fsdp_transformer_layer_cls_to_wrap", "parallel.wrap", {}, wrapOfLayers},
    KeyRow{"fsdp_config.activation_checkpointing", "fsdp_checkpointing", yesNo},
    KeyRow{"fsdp_config.fsdp_activation_checkpointing", "fsdp_checkpointing", yesNo},
};

constexpr auto notModelled = std::to_array<std::string_view>({"base_model_config", "model_config",
    "model_kwargs", "overrides_of_model_config", "overrides_of_model_kwargs", "use_kernels",
    "model_quantization_config", "model_quantization_config_kwargs", "use_onebitllms",
    "processor_kwargs", "resize_token_embeddings_to_32x", "shrink_embeddings", "tokens",
    "embeddings_skip_upcast", "float16", "float32", "fp8", "fp8_enable_fsdp_float8_all_gather",
    "fp32_norms", "fp32_norm_classes", "lora_model_dir", "lora_target_parameters",
    "lora_rank_pattern", "peft_layers_to_transform", "peft_layers_pattern", "peft",
    "peft_layer_replication", "peft_trainable_token_indices", "peft_ensure_weight_tying",
    "lora_on_cpu", "bnb_config_kwargs.bnb_4bit_quant_type=nf4",
    "bnb_config_kwargs.bnb_4bit_compute_dtype=bfloat16", "bnb_config_kwargs.llm_int8_threshold=6.0",
    "bnb_config_kwargs.llm_int8_enable_fp32_cpu_offload",
    "bnb_config_kwargs.llm_int8_has_fp16_weight", "bnb_config_kwargs.load_in_8bit",
    "bnb_config_kwargs.load_in_4bit=true", "lora_mlp_kernel", "lora_qkv_kernel", "lora_o_kernel",
    "lora_embedding_kernel", "relora", "relora_cpu_offload", "unfrozen_parameters",
    "freeze_mm_modules", "lisa_n_layers", "lisa_step_interval", "spectrum_top_fraction", "mora",
    "batch_size", "eval_batch_size", "eval_sequence_len", "auto_find_batch_size", "group_by_length",
    "sample_packing=true", "eval_sample_packing=true", "pad_to_sequence_len=true",
    "pad_to_multiple_of", "multipack_real_batches", "batch_flattening",
    "pretrain_multipack_attn=true", "pretraining_sample_concatenation=true", "max_prompt_len",
    "max_packed_sequence_len", "gradient_checkpointing_kwargs.preserve_rng_state=true",
    "gradient_checkpointing_kwargs.context_fn", "selective_checkpointing", "layer_offloading",
    "tiled_mlp", "tiled_mlp_num_shards", "tiled_mlp_use_original_mlp=true", "xformers_attention",
    "flex_attention", "flex_attn_compile_kwargs", "flash_attn_cross_entropy", "flash_attn_fuse_mlp",
    "flash_attn_rms_norm", "flash_optimum", "sage_attention", "s2_attention",
    "large_head_attention", "flash_attn_d512", "sdpa_varlen", "fused_attn_kernel",
    "scaling_softmax", "chunked_cross_entropy", "chunked_cross_entropy_num_chunks", "use_eaft",
    "liger_rope=true", "liger_layer_norm=true", "liger_rms_norm_gated", "liger_use_token_scaling",
    "torch_compile_backend=inductor", "torch_compile_mode=default", "torch_compile_options",
    "deepcompile", "quantize_moe_experts", "llama4_linearized_experts", "expert_backend",
    "nonexpert_quantization", "moe_grouped_backend", "moe_dequant_chunk_size", "moe_bnb_fast",
    "use_scattermoe", "use_sonicmoe", "use_dsv4_kernels", "use_glm_dsa_kernels",
    "dsv4_fp8_nonexpert_mode", "dsv4_fp8_lora_kernel", "dsv4_shared_mlp_lora_kernel",
    "dsv4_bf16_all", "dsv4_fp4_grouped_mode", "gemma4_fp8_nonexpert", "gemma4_nf4_nonexpert",
    "nvfp4_merge_aware", "nvfp4_merge_aware_start_step", "dense_mixer", "expert_parallel_backend",
    "expert_parallel_num_nvl_bytes", "expert_parallel_num_rdma_bytes",
    "expert_parallel_token_capacity", "expert_parallel_fallback_on_unsupported=true",
    "heads_k_stride", "ring_attn_func", "ddp", "ddp_bucket_cap_mb", "ddp_broadcast_buffers",
    "ddp_find_unused_parameters", "accelerator_config", "device", "device_map", "max_memory",
    "gpu_memory_limit", "resources_per_worker", "torch_empty_cache_steps", "gc_steps",
    "gc_collect_steps", "fsdp_config.use_orig_params=true", "fsdp_config.fsdp_use_orig_params=true",
    "fsdp_config.state_dict_type=SHARDED_STATE_DICT",
    "fsdp_config.fsdp_state_dict_type=SHARDED_STATE_DICT",
    "fsdp_config.final_state_dict_type=SHARDED_STATE_DICT",
    "fsdp_config.fsdp_final_state_dict_type=SHARDED_STATE_DICT",
    "fsdp_final_state_dict_type=SHARDED_STATE_DICT",
    "fsdp_config.auto_wrap_policy=TRANSFORMER_BASED_WRAP",
    "fsdp_config.fsdp_auto_wrap_policy=TRANSFORMER_BASED_WRAP", "fsdp_config.min_num_params",
    "fsdp_config.fsdp_min_num_params", "fsdp_config.mixed_precision_policy",
    "fsdp_config.fsdp_mixed_precision_policy", "fsdp_config.limit_all_gathers=true",
    "fsdp_config.fsdp_limit_all_gathers=true", "fsdp_config.forward_prefetch",
    "fsdp_config.fsdp_forward_prefetch", "fsdp_config.backward_prefetch=BACKWARD_PRE",
    "fsdp_config.fsdp_backward_prefetch=BACKWARD_PRE", projectedModules, "dion_rank_fraction=1.0",
    "dion_rank_multiple_of=1", "qgalore_rank", "qgalore_proj_type=std", "qgalore_proj_quant",
    "qgalore_proj_bits", "qgalore_proj_group_size", "qgalore_queue_size", "grokfast_alpha",
    "grokfast_lamb", "neftune_noise_alpha", "noisy_embedding_alpha", "trainer_cls", "trl", "vllm",
    "ebft", "qat", "quantization", "process_reward_model", "num_labels", "dpo_use_weighting",
    "dpo_use_liger_kernel", "dpo_padding_free", "dpo_loss_type", "dpo_loss_weights",
    "dpo_use_logits_to_keep", "dpo_generate_during_eval", "rpo_alpha", "kd_trainer",
    "kd_online_topk", "diffusion", "hatchery", "nemo_gym_enabled", "llmcompressor",
    "evals_per_epoch", "eval_strategy=no", "evaluation_strategy=no", "do_causal_lm_eval",
    "do_bench_eval", "eval_table_size", "generate_samples", "num_generation_samples",
    "generation_max_new_tokens"});

constexpr auto withoutEffect = std::to_array<std::string_view>({"added_tokens_overrides",
    "chat_template", "chat_template_jinja", "chat_template_kwargs", "curriculum_sampling",
    "dataloader_drop_last", "dataloader_num_workers", "dataloader_pin_memory",
    "dataloader_prefetch_factor", "dataset_exact_deduplication", "dataset_keep_in_memory",
    "dataset_num_proc", "dataset_prepared_path", "dataset_processes", "dataset_shard_idx",
    "dataset_shard_num", "datasets", "default_system_message", "eot_tokens",
    "excess_length_strategy", "fix_untrained_tokens", "hf_use_auth_token", "image_resize_algorithm",
    "is_preprocess", "min_sample_len", "num_dataset_shards_to_save", "pose_max_context_len",
    "pose_num_chunks", "pose_split_on_token_ids", "preprocess_iterable",
    "pretrain_multipack_buffer_size", "pretraining_dataset", "push_dataset_to_hub",
    "remove_unused_columns", "role_boundaries", "sample_packing_bin_size", "sample_packing_eff_est",
    "sample_packing_group_size", "sample_packing_mp_start_method", "sample_packing_sequentially",
    "shuffle_before_merging_datasets", "shuffle_merged_datasets", "skip_prepare_dataset",
    "special_tokens", "streaming", "streaming_multipack_buffer_size", "test_datasets",
    "tokenizer_config", "tokenizer_legacy", "tokenizer_save_jinja_files", "tokenizer_type",
    "tokenizer_use_fast", "tokenizer_use_mistral_common", "total_num_tokens",
    "total_supervised_tokens", "train_on_inputs", "use_pose", "val_set_size",
    // The optimizer and the schedule.
    "adam_beta1", "adam_beta2", "adam_beta3", "adam_epsilon", "adam_epsilon2",
    "cosine_constant_lr_ratio", "cosine_min_lr_ratio", "dion_lr", "dion_momentum",
    "early_stopping_patience", "embedding_lr", "embedding_lr_scale", "jagged_restart_anneal_steps",
    "jagged_restart_steps", "jagged_restart_warmup_steps", "learning_rate", "lisa_layers_attribute",
    "lora_alpha", "lora_alpha_pattern", "lora_fan_in_fan_out", "loraplus_lr_embedding",
    "loraplus_lr_ratio", "lr_div_factor", "lr_groups", "lr_quadratic_warmup", "lr_scheduler",
    "lr_scheduler_kwargs", "max_grad_norm", "max_steps", "peft_use_rslora", "qgalore_cos_threshold",
    "qgalore_gamma_proj", "qgalore_scale", "qgalore_update_proj_gap", "reinit_weights",
    "relora_prune_method", "relora_prune_ratio", "spectrum_model_name", "torchdistx_path",
    "warmup_ratio", "warmup_steps", "weight_decay",
    // Losses of preferences: weights of terms that are there in any case.
    "center_rewards_coefficient", "dpo_beta", "dpo_label_smoothing", "dpo_norm_loss", "eaft_alpha",
    "eaft_k", "kd_alpha", "kd_beta", "kd_ce_alpha", "kd_normalize_topk", "kd_online_server",
    "kd_online_server_base_url", "kd_online_timeout", "kd_temperature", "kd_temperature_min",
    "kto_desirable_weight", "kto_undesirable_weight", "orpo_alpha", "rl_beta", "simpo_gamma",
    // When to evaluate and to save, and where to.
    "auto_resume_from_checkpoints", "bench_dataset", "bench_split", "dynamic_checkpoint",
    "eval_causal_lm_metrics", "eval_max_new_tokens", "eval_steps", "generation_do_sample",
    "generation_prompt_ratio", "generation_temperature", "generation_top_k", "generation_top_p",
    "greater_is_better", "hub_model_id", "hub_revision", "hub_strategy", "lm_eval_batch_size",
    "lm_eval_model", "lm_eval_post_train", "lm_eval_tasks", "load_best_model_at_end",
    "logging_steps", "loss_watchdog_patience", "loss_watchdog_threshold", "merge_lora",
    "merge_method", "metric_for_best_model", "output_dir", "resume_from_checkpoint",
    "save_first_step", "save_only_model", "save_safetensors", "save_steps", "save_strategy",
    "save_total_limit", "saves_per_epoch",
    // Loggers, launchers and services.
    "comet_api_key", "comet_experiment_config", "comet_experiment_key", "comet_mode",
    "comet_online", "comet_project_name", "comet_workspace", "ddp_timeout", "gradio_max_new_tokens",
    "gradio_server_name", "gradio_server_port", "gradio_share", "gradio_temperature",
    "gradio_title", "hf_mlflow_log_artifacts", "include_tkps", "include_tokens_per_second",
    "mlflow_experiment_name", "mlflow_run_name", "mlflow_tracking_uri", "nemo_gym_auto_clone",
    "nemo_gym_auto_start", "nemo_gym_config_paths", "nemo_gym_datasets", "nemo_gym_dir",
    "nemo_gym_head_port", "nemo_gym_max_turns", "nemo_gym_model_name", "nemo_gym_multi_turn",
    "nemo_gym_run_timeout", "nemo_gym_server_timeout", "nemo_gym_verify_timeout",
    "otel_metrics_host", "otel_metrics_port", "profiler_steps", "profiler_steps_start",
    "ray_run_name", "swanlab_api_host", "swanlab_api_key", "swanlab_completion_log_interval",
    "swanlab_completion_max_buffer", "swanlab_description", "swanlab_experiment_name",
    "swanlab_lark_secret", "swanlab_lark_webhook_url", "swanlab_log_completions",
    "swanlab_log_model", "swanlab_mode", "swanlab_project", "swanlab_web_host", "swanlab_workspace",
    "trackio_project_name", "trackio_run_name", "trackio_space_id", "use_comet", "use_mlflow",
    "use_otel_metrics", "use_ray", "use_swanlab", "use_tensorboard", "use_trackio", "use_wandb",
    "wandb_entity", "wandb_log_model", "wandb_mode", "wandb_name", "wandb_project", "wandb_run_id",
    "wandb_watch",
    // Loading on the host, and constants.
    "axolotl_config_path", "cls_model_config", "experimental_skip_move_to_device",
    "fsdp_config.cpu_offload_pin_memory", "fsdp_config.cpu_ram_efficient_loading",
    "fsdp_config.fsdp_cpu_offload_pin_memory", "fsdp_config.fsdp_cpu_ram_efficient_loading",
    "fsdp_config.fsdp_sync_module_states", "fsdp_config.sync_module_states",
    "is_falcon_derived_model", "is_llama_derived_model", "is_mistral_derived_model",
    "is_qwen_derived_model", "local_rank", "low_cpu_mem_usage", "mean_resizing_embeddings",
    "model_revision", "model_type", "qlora_sharded_model_loading", "revision_of_model",
    "rope_scaling", "scaling_softmax_bias", "scaling_softmax_factor", "seed", "strict", "tf32",
    "trust_remote_code", "type_of_model", "world_size"});

constexpr std::array defaults{
    FormatDefault{"linear_names", "listed"},
    FormatDefault{"quantizes", "axolotl"},
    FormatDefault{"engine", "ddp"},
    FormatDefault{"fsdp_version", "1"},
    FormatDefault{"mixed_precision", "bf16"},
    FormatDefault{"weights_dtype", "bf16"},
    FormatDefault{"upcast_trained", "no"},
    FormatDefault{"adapter", "none"},
    FormatDefault{"training.lora_dropout", "0"},
    FormatDefault{"training.quant_storage", "16-bit"}, // loaders/model.py, _set_quantization_config
    FormatDefault{"training.kbit_preparation", "none"},
    FormatDefault{"training.sequence_length", "512"},
    FormatDefault{"training.micro_batch", "1"},
    FormatDefault{"training.accumulation", "1"},
    FormatDefault{"training.optimizer", "adamw"},
    FormatDefault{"training.checkpointing", "none"},
    FormatDefault{"reenters_usually", "supervised"},
    FormatDefault{"training.attention", "sdpa"}, // transformers'
    FormatDefault{"training.loss", "standard"},
    FormatDefault{"training.experts", "grouped"}, // transformers'
    FormatDefault{"run.epochs", "1"},
};

} // namespace

constexpr Format axolotlFormat{
    .id = "axolotl",
    .name = english("formats", "axolotl"),
    .rank = Rank::Recipe,
    .signs = signs,
    .rows = rows,
    .notModelled = notModelled,
    .withoutEffect = withoutEffect,
    .defaults = defaults,
};

} // namespace shardscope
