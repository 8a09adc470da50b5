// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/formats/formats.h"
#include "core/interchange/formats/swiftwords.h"
#include "core/interchange/formats/trainingarguments.h"
#include "core/interchange/formats/words.h"

#include <algorithm>
#include <array>

// Keys: swift/arguments, swift/trainers/arguments.py and swift/rlhf_trainers of
// modelscope/ms-swift at 3602360a59 (4.6.0.dev0, August 2026), which extend transformers'
// Seq2SeqTrainingArguments; tests/data/formats/ms-swift.keys lists them. train_type is what release
// 3 called tuner_type.
//
// Precision: weights stay as they are loaded (pipelines/train/tuner.py), bf16 and fp16 are the
// Trainer's autocast (arguments/base_args/model_args.py, _init_mixed_precision). Adapters are
// fp32 as PEFT makes them, unless lora_dtype says otherwise (tuners/peft.py).

namespace shardscope {

namespace {

constexpr auto signs = std::to_array<std::string_view>(
    {"tuner_type", "train_type", "rlhf_type", "freeze_vit", "split_dataset_ratio", "attn_impl"});

constexpr std::array tuners{ValueName{"lora", "lora"}, ValueName{"full", "none"},
    ValueName{"vera", "lora"}, ValueName{"boft", "lora"}};
constexpr std::array adapters{ValueName{"vera", "vera"}, ValueName{"boft", "boft"},
    ValueName{"lora", ""}, ValueName{"full", ""}};
// rlhf_trainers: each extends the trainer of TRL that is called so.
constexpr std::array objectives{ValueName{"dpo", "dpo"}, ValueName{"kto", "kto"},
    ValueName{"orpo", "orpo"}, ValueName{"cpo", "cpo"}, ValueName{"simpo", "simpo"},
    ValueName{"rm", "reward"}, ValueName{"ppo", "ppo"}, ValueName{"grpo", "grpo"},
    ValueName{"gkd", "gkd"}};

constexpr std::array bits{ValueName{"4", "4"}, ValueName{"8", "8"}, ValueName{"null", ""}};
constexpr std::array bases{ValueName{"bnb", ""}, ValueName{"hqq", "hqq"}, ValueName{"null", ""}};
constexpr std::array storages{ValueName{"uint8", "uint8"}, ValueName{"bfloat16", "16-bit"},
    ValueName{"float16", "16-bit"}, ValueName{"null", ""}};

constexpr std::array attentions{ValueName{"flash_attn", "flash"},
    ValueName{"flash_attention_2", "flash"}, ValueName{"flash_attention_3", "flash"},
    ValueName{"flash_attention_4", "flash"}, ValueName{"sdpa", "sdpa"}, ValueName{"eager", "eager"},
    ValueName{"null", ""}};
constexpr std::array galore{ValueName{"true", "galore-adamw"}, ValueName{"false", ""}};
/// Plugins (optimizers/mapping.py). Groups with learning rates of their own are AdamW all the same.
constexpr std::array plugins{ValueName{"galore", "galore-adamw"}, ValueName{"lorap", ""},
    ValueName{"multimodal", ""}, ValueName{"null", ""}};

// fsdp: swift/config/fsdp2.json.
constexpr std::array fsdpEngines{ValueName{"fsdp2", "fsdp"}, ValueName{"null", ""}};
constexpr std::array fsdpVersions{ValueName{"fsdp2", "2"}, ValueName{"null", ""}};
constexpr std::array fsdpReshards{ValueName{"fsdp2", "yes"}, ValueName{"null", ""}};
constexpr std::array fsdpShardings{ValueName{"fsdp2", "full_shard"}, ValueName{"null", ""}};

/// A process has the whole model on one GPU.
constexpr std::array oneGpuEach{ValueName{"null", ""}};

/// What one of swift/config/*.json says, which deepspeed calls by name.
struct Preset
{
    std::string_view name;
    int stage;
    std::string_view optimizer = "none"; ///< where it is offloaded to
    std::string_view parameters = "none";
    double bucket = 0; ///< elements, of gradients and of weights; 0: automatic
    std::string_view overlap = "off";
};
constexpr std::array presets{Preset{"zero0", 0, "none", "none", 2e8},
    Preset{"zero1", 1, "none", "none", 2e8}, Preset{"zero2", 2, "none", "none", 2e8},
    Preset{"zero2_offload", 2, "cpu", "none", 2e8}, Preset{"zero3", 3},
    Preset{"zero3_offload", 3, "cpu", "cpu"}};

const Preset *presetOf(const Json &value)
{
    const std::string *name = value.string();
    const auto found = std::find_if(presets.begin(), presets.end(),
        [name](const Preset &preset) { return name && *name == preset.name; });
    return found == presets.end() ? nullptr : &*found;
}

std::optional<Json> otherFile(const Json &value)
{
    return presetOf(value) ? std::nullopt : pathOnly(value);
}
template <auto part>
std::optional<Json> ofPreset(const Json &value)
{
    const Preset *preset = presetOf(value);
    return preset ? std::optional(Json(preset->*part)) : std::nullopt;
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
    KeyRow{"attn_impl", "training.attention", attentions},
    KeyRow{"quant_bits", "bits", bits},
    KeyRow{"quant_method", "training.base", bases},
    KeyRow{"bnb_4bit_use_double_quant", "training.double_quantization", onOff},
    KeyRow{"bnb_4bit_quant_storage", "training.quant_storage", storages},
    // What is trained.
    KeyRow{"tuner_type", "adapter", tuners},
    KeyRow{"train_type", "adapter", tuners},
    KeyRow{"use_dora", "training.adapter", doraOrLora},
    KeyRow{"tuner_type", "training.adapter", adapters},
    KeyRow{"train_type", "training.adapter", adapters},
    KeyRow{"boft_block_size", "training.boft_block"},
    KeyRow{"boft_block_num", "training.boft_blocks"},
    KeyRow{"lora_rank", "training.lora_rank"},
    KeyRow{"lora_dropout", "training.lora_dropout"},
    KeyRow{"lora_dtype", "training.lora_precision", swiftAdapterDtypes},
    KeyRow{"target_regex", "training.lora_targets"},
    KeyRow{"target_modules", "training.lora_targets", {}, joinedWords, splitWords},
    KeyRow{"init_weights", "training.lora_init", loraStarts},
    KeyRow{"modules_to_save", "training.modules_to_save", {}, joinedWords, splitWords},
    KeyRow{"max_pixels", "image_pixels"},
    KeyRow{"freeze_vit", "vision.tower", swiftTowers},
    KeyRow{"freeze_aligner", "vision.projector", swiftTowers},
    // The step.
    KeyRow{"per_device_train_batch_size", "training.micro_batch"},
    KeyRow{"gradient_accumulation_steps", "training.accumulation"},
    KeyRow{"max_length", "training.sequence_length"},
    KeyRow{"max_epochs", "run.epochs"},
    KeyRow{"num_train_epochs", "run.epochs"},
    KeyRow{"gradient_checkpointing", "training.checkpointing", fullOrNone},
    KeyRow{"gradient_checkpointing_kwargs.use_reentrant", "reenters", yesNo},
    KeyRow{"optimizer", "training.optimizer", plugins},
    KeyRow{"use_galore", "training.optimizer", galore},
    KeyRow{"optim", "training.optimizer", transformersOptimizers},
    KeyRow{"galore_rank", "training.projection_rank"},
    KeyRow{"label_smoothing_factor", "training.label_smoothing"},
    KeyRow{"use_liger_kernel", "training.loss", ligerKernels},
    KeyRow{"use_liger_kernel", "training.kernels", ligerKernels},
    KeyRow{"torch_compile", "compiles", compiledModel},
    KeyRow{"torch_compile_backend", "compiles", compileBackends},
    KeyRow{"torch_compile_mode", "compiles", compileModes},
    // Answers of its own. max_length is then the prompt's.
    KeyRow{"beta", "kl_weight", {}, klWeight},
    KeyRow{"cpo_alpha", "chosen_weight", {}, klWeight},
    KeyRow{"max_length", "prompt_tokens"},
    KeyRow{"max_completion_length", "training.completion_tokens"},
    KeyRow{"response_length", "training.completion_tokens"},
    KeyRow{"num_generations", "rollout.generations"},
    KeyRow{"num_ppo_epochs", "rollout.epochs"},
    KeyRow{"local_rollout_forward_batch_size", "rollout.chunk"},
    KeyRow{"use_vllm", "rollout_vllm", yesNo},
    KeyRow{"vllm_mode", "rollout_mode", rolloutModes},
    KeyRow{"vllm_gpu_memory_utilization", "rollout.share"},
    KeyRow{"vllm_tensor_parallel_size", "rollout.tensor"},
    KeyRow{"sleep_level", "rollout.sleep", swiftSleep},
    // Engines.
    KeyRow{"deepspeed", "engine", {}, deepSpeedEngine},
    KeyRow{"deepspeed", "deepspeed_file", {}, otherFile},
    KeyRow{"deepspeed", "zero_stage", {}, ofPreset<&Preset::stage>},
    KeyRow{"deepspeed", "offload_optimizer", {}, ofPreset<&Preset::optimizer>},
    KeyRow{"deepspeed", "offload_parameters", {}, ofPreset<&Preset::parameters>},
    KeyRow{"deepspeed", "parallel.reduce_bucket", {}, ofPreset<&Preset::bucket>},
    KeyRow{"deepspeed", "parallel.allgather_bucket", {}, ofPreset<&Preset::bucket>},
    KeyRow{"deepspeed", "parallel.overlap", {}, ofPreset<&Preset::overlap>},
    KeyRow{.key = "device_map", .fact = "engine", .values = oneGpuEach, .notModelled = "auto"},
    KeyRow{"zero_hpz_partition_size", "zero_second_copy"},
    KeyRow{"deepspeed_autotp_size", "tensor"},
    KeyRow{"sequence_parallel_size", "sequence"},
    KeyRow{"fsdp", "engine", fsdpEngines},
    KeyRow{"fsdp", "fsdp_version", fsdpVersions},
    KeyRow{"fsdp", "fsdp_sharding", fsdpShardings},
    KeyRow{"fsdp", "fsdp_reshard", fsdpReshards},
    KeyRow{"fsdp", "fsdp_checkpointing", fsdpReshards},
};

constexpr auto ownNotModelled = std::to_array<std::string_view>({"target_parameters",
    "boft_n_butterfly_factor=1", "boft_dropout", "vera_rank=256", "vera_dropout",
    "fourier_n_frequency", "adapter_length", "adalora_init_r", "adalora_target_r",
    "llamapro_num_new_blocks", "llamapro_num_groups", "reft_layers", "reft_layer_key", "reft_rank",
    "reft_intervention_type", "reft_args", "lisa_activated_layers", "lisa_step_interval",
    // Optimizers of other sizes.
    "galore_target_modules", "galore_proj_type=std", "galore_optim_per_parameter",
    "galore_with_embedding", "galore_quantization", "galore_proj_quant", "galore_proj_bits",
    "galore_proj_group_size", projectedModules, "optim_args",
    // Batches: plans count whole sequences, as packing makes them, and logits of all their tokens.
    "sortish_sampler", "use_logits_to_keep", "max_steps=-1",
    // What is computed, and what the backward pass keeps.
    "gradient_checkpointing_kwargs", "liger_kernel_config", "router_aux_loss_coef",
    "accelerator_config", "parallelism_config", "fsdp_config", "ds3_gather_for_generation=true",
    // A second model, or a second sequence.
    "ref_model_type", "reward_model_type", "reward_adapters", "teacher_adapters",
    "teacher_deepspeed", "loss_weights", "ld_alpha", "chord_sft_dataset",
    "chord_sft_per_device_train_batch_size",
    // Who writes the answers, and how many there are.
    "num_mini_batches=1", "generation_config", "generation_max_length", "generation_num_beams",
    "vllm_enable_expert_parallel", "vllm_pipeline_parallel_size=1", "vllm_data_parallel_size=1",
    "vllm_quantization", "vllm_speculative_config"});
constexpr auto notModelled
    = joined(trainingArgumentsNotModelled, joined(swiftNotModelled, ownNotModelled));

constexpr auto ownWithoutEffect = std::to_array<std::string_view>({"lorap_lr_ratio", "galore_scale",
    "galore_update_proj_gap", "galore_cos_threshold", "galore_gamma_proj", "galore_queue_size",
    "lora_ga_batch_size", "lora_ga_direction", "lora_ga_iters", "lora_ga_max_length",
    "lora_ga_scale", "lora_ga_stable_gamma", "fourier_scaling", "vera_d_initial",
    "vera_projection_prng_key", "adapter_act", "adalora_beta1", "adalora_beta2", "adalora_deltaT",
    "adalora_orth_reg_weight", "adalora_tfinal", "adalora_tinit", "early_stop_interval",
    "discopop_tau", "simpo_gamma", "ref_model_revision", "reward_model_revision", "reward_template",
    // Policies: what an answer is worth.
    "advantage_reweight", "kl_coef", "cliprange", "cliprange_value", "gamma", "lam", "vf_coef",
    "whiten_rewards", "missing_eos_penalty", "num_sample_generations", "sdar_gate_beta",
    "sdar_loss_coef", "rlsd_lambda", "rlsd_lambda_decay_steps", "rlsd_lambda_warmup_steps",
    "rlsd_negative_only", "rlsd_reweight_clip_range", "chord_enable_phi_function",
    "chord_mu_decay_steps", "chord_mu_peak", "chord_mu_valley", "chord_mu_warmup_steps",
    // Answers: how they are sampled, and the server that writes them.
    "min_p", "vllm_max_lora_rank", "vllm_disable_custom_all_reduce", "vllm_reasoning_parser",
    "vllm_use_async_engine", "enable_flattened_weight_sync",
    // When to evaluate and to save, where to, and loggers.
    "acc_strategy", "eval_metric", "eval_dataset", "eval_dataset_args", "eval_generation_config",
    "eval_limit", "eval_use_evalscope", "extra_eval_args", "safe_serialization", "use_flash_ckpt",
    "resume_only_model", "swanlab_email_language", "swanlab_mode", "swanlab_notification_method",
    "swanlab_receiver_email", "swanlab_secret", "swanlab_sender_email", "swanlab_smtp_port",
    "swanlab_smtp_server", "swanlab_token", "swanlab_webhook_url", "swanlab_workspace"});
constexpr auto withoutEffect
    = joined(trainingArgumentsWithoutEffect, joined(swiftWithoutEffect, ownWithoutEffect));

constexpr std::array defaults{
    FormatDefault{"linear_names", "listed"},
    FormatDefault{"quantizes", "ms-swift"},
    FormatDefault{"engine", "ddp"},
    FormatDefault{"weights_dtype", "auto"},
    FormatDefault{"mixed_precision", "bf16"}, // of weights in bf16
    FormatDefault{"adapter", "lora"},
    FormatDefault{"training.lora_rank", "8"},
    FormatDefault{"training.lora_dropout", "0.05"},
    FormatDefault{"training.lora_targets", "all-linear"},
    FormatDefault{"training.projection_rank", "128", "use_galore"},
    FormatDefault{"training.kbit_preparation", "none"},
    FormatDefault{"training.double_quantization", "on"},
    FormatDefault{"vision.tower", "frozen"},
    FormatDefault{"vision.projector", "frozen"},
    FormatDefault{"training.micro_batch", "1"},
    FormatDefault{"sequences_per_step", "16"}, // or a little more, where it does not divide
    FormatDefault{"training.optimizer", "adamw"}, // adamw_torch_fused
    FormatDefault{"training.checkpointing", "full"},
    FormatDefault{"reenters_usually", "unless-ddp"},
    FormatDefault{"training.attention", "sdpa"},
    FormatDefault{"training.loss", "standard"},
    FormatDefault{"run.epochs", "3"},
    FormatDefault{"kl_weight", "some"}, // arguments/rlhf_args.py: 0.04 of GRPO
    FormatDefault{"rollout.share", "0.9"},
};

} // namespace

constexpr Format msSwiftFormat{
    .id = "ms-swift",
    .name = english("formats", "ms-swift"),
    .rank = Rank::Recipe,
    .signs = signs,
    .rows = rows,
    .notModelled = notModelled,
    .withoutEffect = withoutEffect,
    .defaults = defaults,
};

} // namespace shardscope
