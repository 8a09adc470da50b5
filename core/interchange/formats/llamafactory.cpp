// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/formats/formats.h"
#include "core/interchange/formats/trainingarguments.h"
#include "core/interchange/formats/words.h"

#include <algorithm>
#include <array>

// Keys: src/llamafactory/hparams/*_args.py of hiyouga/LLaMA-Factory at ff6d4d12eeb0 (August 2026),
// and TrainingArguments and Seq2SeqTrainingArguments of transformers 5.12, which it extends;
// tests/data/formats/llama-factory.keys lists them.
//
// Precision: model/loader.py loads weights in the dtype of the checkpoint ("auto");
// model/adapter.py, init_adapter, makes what is trained fp32, adapters too, unless pure_bf16 or
// BAdam is on, or ZeRO-3 does it. bf16 and fp16 are the Trainer's autocast. A quantised base is
// not upcast (model/model_utils/quantization.py), but for its norms where upcast_layernorm asks
// (model/model_utils/checkpointing.py).

namespace shardscope {

namespace {

// What neither TRL, the plain Trainer nor axolotl has. cutoff_len is the second schema's, too.
constexpr auto signs = std::to_array<std::string_view>({"finetuning_type", "stage", "template",
    "lora_target", "quantization_bit", "pure_bf16", "flash_attn", "enable_liger_kernel",
    "disable_gradient_checkpointing", "freeze_trainable_layers", "neat_packing", "dataset_dir",
    "upcast_layernorm", "cutoff_len"});

constexpr std::array stays{ValueName{"true", "no"}, ValueName{"false", ""}};

constexpr std::array methods{ValueName{"lora", "lora"}, ValueName{"full", "none"},
    ValueName{"oft", "lora"}, ValueName{"freeze", "none"}};
constexpr std::array rotations{
    ValueName{"oft", "oft"}, ValueName{"lora", ""}, ValueName{"full", ""}, ValueName{"freeze", ""}};
constexpr std::array parts{
    ValueName{"freeze", "yes"}, ValueName{"lora", ""}, ValueName{"full", ""}, ValueName{"oft", ""}};
constexpr std::array bits{ValueName{"4", "4"}, ValueName{"8", "8"}};
constexpr std::array bases{ValueName{"hqq", "hqq"}, ValueName{"bnb", ""}};
constexpr std::array norms{ValueName{"true", "norms"}, ValueName{"false", "none"}};

// model/adapter.py, and model_utils/visual.py, patch_target_modules: neither weights nor adapters.
constexpr std::array towers{ValueName{"true", "frozen"}, ValueName{"false", "trained"}};

constexpr std::array badam{ValueName{"true", "badam"}, ValueName{"false", ""}};
constexpr std::array galore{ValueName{"true", "galore-adamw"}, ValueName{"false", ""}};
constexpr std::array apollo{ValueName{"true", "apollo-adamw"}, ValueName{"false", ""}};
constexpr std::array layerwise{ValueName{"true", "in-backward"}, ValueName{"false", ""}};
constexpr std::array muon{ValueName{"true", "muon"}, ValueName{"false", ""}};

constexpr std::array noCheckpointing{ValueName{"true", "none"}, ValueName{"false", "full"}};
constexpr std::array checkpointing{ValueName{"true", "full"}, ValueName{"false", ""}};

// model/model_utils/attention.py: "auto" leaves it to transformers, which takes sdpa.
constexpr std::array attention{ValueName{"sdpa", "sdpa"}, ValueName{"fa2", "flash"},
    ValueName{"disabled", "eager"}, ValueName{"auto", "sdpa"}};

constexpr std::array unsloth{ValueName{"true", "unsloth"}, ValueName{"false", ""}};

/// Flags that are there alone with Megatron underneath (USE_MCA, USE_MEGATRON_BRIDGE).
std::optional<Json> megatronEngine(const Json &value)
{
    return value.isNull() ? std::nullopt : std::optional(Json("megatron"));
}

std::optional<Json> fsdpWords(const Json &sharding)
{
    return Json(*sharding.string() + " auto_wrap");
}
std::optional<Json> fsdpSwitch(const Json &engine)
{
    return engine == Json("fsdp") ? std::optional(Json("full_shard auto_wrap")) : std::nullopt;
}

// Of a fact with several rows the first is written.
std::optional<Json> asTargets(const Json &value)
{
    return value == Json("all-linear") ? std::optional(Json("all")) : splitWords(value);
}

// train/dpo/trainer.py and train/kto/trainer.py are loops of their own. rm has a value head beside
// logits of all words.
constexpr std::array stages{ValueName{"sft", ""}, ValueName{"pt", ""}, ValueName{"dpo", "dpo"},
    ValueName{"kto", "kto"}, ValueName{"null", ""}};
constexpr std::array preferenceStage{ValueName{"dpo", "dpo"}, ValueName{"kto", "kto"},
    ValueName{"sft", ""}, ValueName{"pt", ""}, ValueName{"rm", ""}, ValueName{"ppo", ""},
    ValueName{"null", ""}};
// Of stage dpo; orpo and simpo have no reference model (hparams/finetuning_args.py, use_ref_model).
constexpr std::array preferenceLosses{ValueName{"sigmoid", "dpo"}, ValueName{"hinge", "dpo"},
    ValueName{"ipo", "dpo"}, ValueName{"kto_pair", "dpo"}, ValueName{"orpo", "orpo"},
    ValueName{"simpo", "simpo"}, ValueName{"null", ""}};

constexpr std::array pissa{ValueName{"true", "pissa"}, ValueName{"false", "default"}};

constexpr std::array rows{
    KeyRow{"model_name_or_path", "model"},
    KeyRow{"stage", "training.objective", stages, asItStands, nullptr},
    KeyRow{"stage", "own_preference_loop", preferenceStage, asItStands, nullptr},
    KeyRow{"pref_loss", "preference_loss", preferenceLosses, asItStands, nullptr},
    KeyRow{"pref_ftx", "chosen_weight", {}, klWeight, nullptr},
    KeyRow{"cutoff_len", "training.sequence_length"},
    KeyRow{"per_device_train_batch_size", "training.micro_batch"},
    KeyRow{"gradient_accumulation_steps", "training.accumulation"},
    KeyRow{"num_train_epochs", "run.epochs"},
    KeyRow{"bf16", "mixed_precision", bf16Switch},
    KeyRow{"fp16", "mixed_precision", fp16Switch},
    KeyRow{"pure_bf16", "upcast_trained", stays},
    KeyRow{"use_badam", "upcast_trained", stays},
    KeyRow{"finetuning_type", "adapter", methods},
    KeyRow{"finetuning_type", "training.adapter", rotations, asItStands, nullptr},
    KeyRow{"oft_block_size", "training.oft_block", {}, asItStands, nullptr},
    KeyRow{"finetuning_type", "part_trained", parts, asItStands, nullptr},
    KeyRow{"freeze_trainable_layers", "trained_layers", {}, asItStands, nullptr},
    KeyRow{"freeze_extra_modules", "trained_beside", {}, joinedWords, nullptr},
    KeyRow{"quantization_bit", "bits", bits},
    KeyRow{"quantization_method", "training.base", bases},
    KeyRow{"upcast_layernorm", "training.kbit_preparation", norms},
    KeyRow{"lora_rank", "training.lora_rank"},
    KeyRow{"lora_target", "training.lora_targets", {}, joinedWords, asTargets},
    KeyRow{"lora_dropout", "training.lora_dropout"},
    KeyRow{"image_max_pixels", "image_pixels"},
    KeyRow{"freeze_vision_tower", "vision.tower", towers},
    KeyRow{"freeze_multi_modal_projector", "vision.projector", towers},
    KeyRow{"additional_target", "training.modules_to_save", {}, joinedWords, splitWords},
    KeyRow{"use_dora", "training.adapter", doraOrLora},
    KeyRow{"pissa_init", "training.lora_init", pissa},
    KeyRow{"double_quantization", "training.double_quantization", onOff},
    KeyRow{"optim", "training.optimizer", transformersOptimizers},
    KeyRow{"use_muon", "training.optimizer", muon},
    KeyRow{"use_galore", "training.optimizer", galore},
    KeyRow{"galore_rank", "training.projection_rank", {}, asItStands, nullptr},
    KeyRow{"galore_layerwise", "training.update", layerwise},
    KeyRow{"use_apollo", "training.optimizer", apollo},
    KeyRow{"apollo_rank", "training.projection_rank", {}, asItStands, nullptr},
    KeyRow{"optim_args", "training.projection_rank", {}, rankOfProjection, asProjection},
    KeyRow{"apollo_layerwise", "training.update", layerwise},
    KeyRow{"use_badam", "training.optimizer", badam},
    KeyRow{"disable_gradient_checkpointing", "training.checkpointing", noCheckpointing},
    KeyRow{"gradient_checkpointing", "training.checkpointing", checkpointing},
    KeyRow{"use_reentrant_gc", "reenters", yesNo},
    KeyRow{"gradient_checkpointing_kwargs.use_reentrant", "reenters", yesNo, asItStands, nullptr},
    KeyRow{"flash_attn", "training.attention", attention},
    KeyRow{"label_smoothing_factor", "training.label_smoothing"},
    // model/model_utils/liger_kernel.py: all of a model's kernels, in pt and sft the loss, too.
    KeyRow{"enable_liger_kernel", "training.loss", ligerKernels},
    KeyRow{"enable_liger_kernel", "training.kernels", ligerKernels},
    KeyRow{"use_liger_kernel", "training.loss", ligerKernels},
    KeyRow{"use_liger_kernel", "training.kernels", ligerKernels},
    KeyRow{"use_unsloth", "training.kernels", unsloth},
    KeyRow{"torch_compile", "compiles", compiledModel},
    KeyRow{"torch_compile_backend", "compiles", compileBackends},
    KeyRow{"torch_compile_mode", "compiles", compileModes},
    KeyRow{"deepspeed", "deepspeed_file", {}, pathOnly, pathOnly},
    KeyRow{"deepspeed", "engine", {}, deepSpeedEngine},
    // First, as fsdp_config counts only beside it.
    KeyRow{"fsdp", "fsdp_sharding", {}, fsdpSharding, fsdpWords},
    KeyRow{"fsdp", "engine", {}, fsdpEngine, fsdpSwitch},
    KeyRow{"fsdp", "fsdp_offload", {}, fsdpOffload},
    KeyRow{"fsdp_config.version", "fsdp_version"},
    KeyRow{"fsdp_config.fsdp_version", "fsdp_version"},
    KeyRow{"fsdp_config.reshard_after_forward", "fsdp_sharding", shardings},
    KeyRow{"fsdp_config.fsdp_reshard_after_forward", "fsdp_sharding", shardings},
    KeyRow{"fsdp_config.reshard_after_forward", "fsdp_reshard", reshards},
    KeyRow{"fsdp_config.fsdp_reshard_after_forward", "fsdp_reshard", reshards},
    KeyRow{"fsdp_config.cpu_offload", "fsdp_offload", yesNo},
    KeyRow{"fsdp_config.fsdp_cpu_offload", "fsdp_offload", yesNo},
    KeyRow{"fsdp_config.activation_checkpointing", "fsdp_checkpointing", yesNo},
    KeyRow{"fsdp_config.fsdp_activation_checkpointing", "fsdp_checkpointing", yesNo},
    KeyRow{"fsdp_config.transformer_layer_cls_to_wrap", "parallel.wrap", {}, wrapOfLayers},
    KeyRow{"fsdp_config.fsdp_transformer_layer_cls_to_wrap", "parallel.wrap", {}, wrapOfLayers},
    KeyRow{"fsdp_transformer_layer_cls_to_wrap", "parallel.wrap", {}, wrapOfLayers}, // release 4
    KeyRow{"ray_num_workers", "gpus"},
    KeyRow{"tensor_model_parallel_size", "tensor"},
    KeyRow{"tensor_model_parallel_size", "engine", {}, megatronEngine},
    KeyRow{"pipeline_model_parallel_size", "pipeline"},
    KeyRow{"pipeline_model_parallel_size", "engine", {}, megatronEngine},
    KeyRow{"context_parallel_size", "context"},
    KeyRow{"context_parallel_size", "engine", {}, megatronEngine},
    KeyRow{"expert_model_parallel_size", "expert"},
    KeyRow{"expert_model_parallel_size", "engine", {}, megatronEngine},
};

constexpr auto ownNotModelled = std::to_array<std::string_view>({"adapter_name_or_path",
    "create_new_adapter", "freeze_trainable_modules=all", "use_llama_pro", "oft_rank",
    "oft_target=all", "module_dropout", "freeze_language_model", "quantization_type=nf4",
    "quantization_device_map",
    // Optimizers of other sizes.
    "galore_target=all", "galore_proj_type=std", "apollo_target=all", "apollo_proj=random",
    "apollo_proj_type=std", "apollo_scale_type=channel", "badam_mode=layer", "badam_update_ratio",
    "badam_mask_mode", "use_adam_mini", projectedModules,
    // What is computed, and what the backward pass keeps.
    "shift_attn", "mixture_of_depths", "use_unsloth_gc", "upcast_lmhead_output",
    "moe_aux_loss_coef", "train_from_scratch", "use_kv_cache=true", "use_v1_kernels",
    "gradient_checkpointing_kwargs.early_stop=true", "liger_kernel_config", "use_dft_loss",
    "use_asft_loss", "use_eaft_loss", "compute_accuracy", "fp8", "fp8_backend=auto",
    "fp8_enable_fsdp_float8_all_gather", "resize_vocab", "add_tokens", "add_special_tokens",
    "new_special_tokens_config",
    // Batches: plans count whole sequences, as packing makes them.
    "packing=true", "neat_packing=true", "sortish_sampler", "image_min_pixels",
    "image_do_pan_and_scan", "crop_to_patches", "video_max_pixels", "video_min_pixels", "video_fps",
    "video_maxlen", "use_audio_in_video", "audio_sampling_rate",
    // A second model, or a second sequence.
    "ref_model", "ref_model_adapters", "ref_model_quantization_bit", "reward_model",
    "reward_model_adapters", "reward_model_quantization_bit", "reward_model_type",
    "ppo_buffer_size=1", "ppo_epochs", "ppo_score_norm", "ppo_whiten_rewards", "pref_bco_weight",
    "ld_alpha",
    // Evaluation and generation while training.
    "infer_backend=huggingface", "eval_on_each_dataset", "generation_max_length",
    "generation_num_beams", "generation_config", "eval_num_beams", "num_beams", "max_length",
    "max_new_tokens",
    // DDP and FSDP.
    "accelerator_config", "parallelism_config", "fsdp_config.compute_dtype",
    "fsdp_config.fsdp_compute_dtype", "fsdp_config.buffer_dtype", "fsdp_config.fsdp_buffer_dtype",
    // Other engines: Megatron, HyperParallel, KTransformers.
    "use_mca", "use_megatron_bridge", "use_hyper_parallel", "hyper_parallel_args",
    "hyper_parallel_cp_size=1", "virtual_pipeline_model_parallel_size", "sequence_parallel",
    "recompute_granularity", "recompute_method", "recompute_num_layers",
    "account_for_embedding_in_pipeline_split", "account_for_loss_in_pipeline_split",
    "bias_activation_fusion", "apply_rope_fusion", "masked_softmax_fusion",
    "cross_entropy_loss_fusion", "moe_grouped_gemm", "moe_token_dispatcher_type",
    "calculate_per_token_loss", "use_distributed_optimizer", "overlap_param_gather",
    "overlap_grad_reduce", "use_packed_sequences", "mixed_precision", "extra_config", "use_kt",
    "kt_config", "kt_cpu_activation", "kt_weight_path", "kt_non_expert_weight_path",
    "kt_expert_checkpoint_path", "kt_use_lora_experts", "kt_lora_expert_num",
    "kt_lora_expert_intermediate_size"});
constexpr auto notModelled = joined(trainingArgumentsNotModelled, ownNotModelled);

constexpr auto ownWithoutEffect = std::to_array<std::string_view>({"buffer_size", "cache_dir",
    "data_shared_file_system", "dataset", "dataset_dir", "default_system", "disable_shuffling",
    "do_sample", "enable_thinking", "ignore_pad_token_for_loss", "init_special_tokens",
    "interleave_probs", "mask_history", "max_samples", "media_dir", "mix_strategy",
    "overwrite_cache", "preprocessing_batch_size", "preprocessing_num_workers", "preserve_thinking",
    "split_special_tokens", "streaming", "template", "tokenized_path", "tool_format",
    "train_on_prompt", "use_fast_tokenizer", "val_size",
    // The optimizer, the schedule, and weights of losses.
    "apollo_scale", "apollo_scale_front", "apollo_update_interval", "asft_alpha",
    "badam_start_block", "badam_switch_interval", "badam_switch_mode", "badam_verbose",
    "dpo_label_smoothing", "eaft_alpha", "early_stopping_steps", "galore_scale",
    "galore_update_interval", "kto_chosen_weight", "kto_rejected_weight", "lora_alpha",
    "loraplus_lr_embedding", "loraplus_lr_ratio", "max_steps", "pissa_convert", "pissa_iter",
    "ppo_target", "pref_beta", "rope_scaling", "simpo_gamma", "use_rslora",
    // Inference, and what is done after training.
    "export_device", "export_dir", "export_hf_on_finish", "export_hub_model_id",
    "export_legacy_format", "export_quantization_bit", "export_quantization_dataset",
    "export_quantization_maxlen", "export_quantization_nsamples", "export_size", "infer_dtype",
    "length_penalty", "plot_loss", "repetition_penalty", "sglang_config", "sglang_lora_backend",
    "sglang_maxlen", "sglang_mem_fraction", "sglang_tp_size", "skip_special_tokens", "temperature",
    "top_k", "top_p", "vllm_config", "vllm_enforce_eager", "vllm_gpu_util", "vllm_max_lora_rank",
    "vllm_maxlen",
    // When to evaluate and to save, where to, and loggers.
    "enable_torch_profiler", "eval_dataset", "hf_hub_token", "include_effective_tokens_per_second",
    "megatron_pretrained_checkpoint", "ms_hub_token", "om_hub_token", "overwrite_output_dir",
    "print_param_status", "profile_modules", "profiler_active_steps", "profiler_output_dir",
    "profiler_profile_memory", "profiler_record_shapes", "profiler_repeat", "profiler_wait_steps",
    "profiler_warmup_steps", "profiler_with_stack", "swanlab_api_key", "swanlab_lark_secret",
    "swanlab_lark_webhook_url", "swanlab_logdir", "swanlab_mode", "swanlab_project",
    "swanlab_run_name", "swanlab_workspace", "use_swanlab",
    // Loading and launching, on the host.
    "adapter_folder", "low_cpu_mem_usage", "master_addr", "master_port", "model_revision",
    "offload_folder", "ray_init_kwargs", "trust_remote_code"});
constexpr auto withoutEffect = joined(trainingArgumentsWithoutEffect, ownWithoutEffect);

constexpr std::array defaults{
    FormatDefault{"linear_names", "listed"},
    FormatDefault{"engine", "ddp"},
    FormatDefault{"fsdp_version", "2"}, // transformers', since release 5
    FormatDefault{"mixed_precision", "no"},
    FormatDefault{"weights_dtype", "auto"},
    FormatDefault{"upcast_trained", "yes"},
    FormatDefault{"adapter", "lora"},
    FormatDefault{"training.lora_rank", "8"},
    FormatDefault{"training.lora_targets", "all-linear"},
    FormatDefault{"training.lora_dropout", "0"},
    FormatDefault{"training.projection_rank", "16", "use_galore"},
    FormatDefault{"training.projection_rank", "16", "use_apollo"},
    FormatDefault{"vision.tower", "frozen"},
    FormatDefault{"vision.projector", "frozen"},
    FormatDefault{"training.quant_storage", "16-bit"}, // quantization.py: the dtype of computation
    FormatDefault{"training.kbit_preparation", "none"},
    FormatDefault{"training.sequence_length", "2048"},
    FormatDefault{"training.micro_batch", "8"}, // transformers', as the next
    FormatDefault{"training.accumulation", "1"},
    FormatDefault{"training.optimizer", "adamw"}, // adamw_torch_fused, since torch 2.8
    FormatDefault{"training.checkpointing", "full"},
    FormatDefault{"reenters_usually", "unless-fsdp2"},
    FormatDefault{"training.attention", "sdpa"},
    FormatDefault{"training.loss", "standard"},
    FormatDefault{"run.epochs", "3"},
};

} // namespace

constexpr Format llamaFactoryFormat{
    .id = "llama-factory",
    .name = english("formats", "LLaMA-Factory"),
    .rank = Rank::Recipe,
    .signs = signs,
    .rows = rows,
    .notModelled = notModelled,
    .withoutEffect = withoutEffect,
    .defaults = defaults,
};

} // namespace shardscope
