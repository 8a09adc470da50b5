// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/formats/formats.h"
#include "core/interchange/formats/words.h"

#include <array>

// Keys: src/llamafactory/v1/config/*_args.py, and of its plugins the parameters in
// src/llamafactory/v1/plugins, of hiyouga/LLaMA-Factory at ff6d4d12eeb0 (August 2026);
// tests/data/formats/llama-factory-v1.keys lists them.
//
// Precision: core/model_engine.py loads weights in the dtype of the checkpoint and, without
// peft_config, makes all of them fp32; adapters are PEFT's (plugins/model_plugins/peft.py): fp32.
// bf16 is the policy of FSDP2, which reduces in fp32
// (plugins/trainer_plugins/distributed/fsdp2.py); DeepSpeed goes by its own file.

namespace shardscope {

namespace {

constexpr auto signs = std::to_array<std::string_view>({"dist_config", "kernel_config",
    "quant_config", "init_config", "optim_config", "lr_scheduler_config", "batching_strategy",
    "sample_backend", "model_class", "peft_config.name"});

constexpr std::array precision{ValueName{"true", "bf16"}, ValueName{"false", "no"}};

// "freeze" trains the last layers: it is left out.
constexpr std::array adapters{ValueName{"lora", "lora"}};
constexpr std::array bits{ValueName{"4", "4"}, ValueName{"8", "8"}, ValueName{"null", ""}};
constexpr std::array storage{ValueName{"float16", "16-bit"}, ValueName{"bfloat16", "16-bit"}};

constexpr std::array attention{ValueName{"sdpa", "sdpa"}, ValueName{"eager", "eager"},
    ValueName{"flash_attention_2", "flash"}};
constexpr std::array optimizers{ValueName{"muon", "muon"}};

// "auto" stands for kernels of NPUs (kernels/interface.py). The loss is computed from logits
// outside the model (core/base_trainer.py), so that Liger's has no part in it.
constexpr std::array kernels{ValueName{"liger_kernel", "fused"}, ValueName{"auto", ""}};

constexpr std::array engines{ValueName{"fsdp2", "fsdp"}, ValueName{"deepspeed", "deepspeed"}};

// A section may be null: it is not there then.

std::optional<Json> adapterOf(const Json &section)
{
    if (section.isNull())
        return Json("none");
    const Json *name = section.find("name");
    return name && *name == Json("lora") ? std::optional(*name) : std::nullopt;
}

/// plugins/model_plugins/quantization.py: "bnb" takes 4 bits, "auto" none, where none are named.
std::optional<Json> bitsOf(const Json &section)
{
    const Json *said = section.find("quantization_bit");
    if (said && !said->isNull())
        return *said;
    const Json *name = section.find("name");
    return name && *name == Json("bnb") ? std::optional(Json(4)) : std::nullopt;
}

std::optional<Json> engineOf(const Json &section)
{
    if (section.isNull())
        return Json("ddp");
    const Json *name = section.find("name");
    for (const ValueName &engine : engines) {
        if (name && *name == Json(engine.foreign))
            return Json(engine.ours);
    }
    return std::nullopt;
}

std::optional<Json> secondFsdp(const Json &name)
{
    return name == Json("fsdp2") ? std::optional(Json(2)) : std::nullopt;
}

/// FSDP2's policy here whatever the precision.
std::optional<Json> reducedSingle(const Json &name)
{
    return name == Json("fsdp2") ? std::optional(Json("fp32")) : std::nullopt;
}

// Of a fact with several rows the first is written.
constexpr std::array rows{
    KeyRow{"model", "model"},
    KeyRow{"cutoff_len", "training.sequence_length"},
    KeyRow{"micro_batch_size", "training.micro_batch"},
    KeyRow{"global_batch_size", "sequences_per_step"},
    KeyRow{"num_train_epochs", "run.epochs"},
    KeyRow{"bf16", "mixed_precision", precision},
    KeyRow{"flash_attn", "training.attention", attention},
    KeyRow{"enable_activation_checkpointing", "training.checkpointing", fullOrNone},
    KeyRow{"peft_config.name", "adapter", adapters},
    KeyRow{"peft_config", "adapter", {}, adapterOf},
    KeyRow{"peft_config.r", "training.lora_rank"},
    KeyRow{"peft_config.target_modules", "training.lora_targets", {}, joinedWords, splitWords},
    KeyRow{"peft_config.lora_dropout", "training.lora_dropout"},
    KeyRow{"peft_config.use_dora", "training.adapter", doraOrLora},
    KeyRow{"quant_config.double_quantization", "training.double_quantization", onOff},
    KeyRow{"peft_config.modules_to_save", "training.modules_to_save", {}, joinedWords, splitWords},
    KeyRow{"peft_config.cast_trainable_params_to_fp32", "upcast_trained", yesNo},
    KeyRow{"quant_config.quantization_bit", "bits", bits},
    KeyRow{"quant_config", "bits", {}, bitsOf},
    KeyRow{"quant_config.compute_dtype", "training.quant_storage", storage},
    KeyRow{"kernel_config.name", "training.kernels", kernels},
    KeyRow{"optim_config.name", "training.optimizer", optimizers},
    KeyRow{"dist_config.name", "engine", engines},
    KeyRow{"dist_config", "engine", {}, engineOf},
    KeyRow{"dist_config.name", "fsdp_version", {}, secondFsdp},
    KeyRow{"dist_config.name", "parallel.gradient_precision", {}, reducedSingle},
    KeyRow{"dist_config.config_file", "deepspeed_file"},
    KeyRow{"dist_config.reshard_after_forward", "fsdp_reshard", yesNo},
    KeyRow{"dist_config.offload_params", "fsdp_offload", yesNo},
    KeyRow{"dist_config.ep_size", "expert"},
    KeyRow{"cp_size", "sequence"}, // cp_mode: ulysses is all there is
    KeyRow{"mp_replicate_size", "data_replicas"},
    KeyRow{"mp_shard_size", "data_shards"},
};

constexpr auto notModelled = std::to_array<std::string_view>(
    {"model_class=llm", "sample_backend=hf", "batching_strategy=normal", "dp_size",
        "cp_mode=ulysses", "full_determinism", "pref_loss", "pref_ftx", "ld_alpha",
        "peft_config.adapter_name_or_path", "peft_config.freeze_trainable_layers",
        "peft_config.freeze_trainable_modules", "peft_config.freeze_extra_modules",
        "quant_config.name=bnb", "quant_config.quantization_type=nf4",
        "kernel_config.include_kernels=auto", "kernel_config.use_kernels=auto",
        "kernel_config.chunk_size", "dist_config.ep_dispatcher", "dist_config.fsdp_ignored_modules",
        "dist_config.hook_modules", "dist_config.fsdp_implementation=native"});

constexpr auto withoutEffect = std::to_array<std::string_view>({"batching_workers",
    "custom_chat_template", "dist_config.dcp_path", "dist_config.pin_memory", "dist_timeout",
    "dpo_label_smoothing", "eval_dataset", "init_config", "learning_rate", "logging_steps",
    "lr_scheduler_config", "max_grad_norm", "max_new_tokens", "max_steps",
    "optim_config.adamw_betas", "optim_config.adamw_eps", "optim_config.lr",
    "optim_config.momentum", "optim_config.nesterov", "optim_config.ns_steps", "optim_config.wd",
    "output_dir", "peft_config.export_dir", "peft_config.export_hub_model_id",
    "peft_config.export_legacy_format", "peft_config.export_size", "peft_config.infer_dtype",
    "peft_config.lora_alpha", "peft_config.use_rslora", "pref_beta", "resume_from_checkpoint",
    "save_ckpt_as_hf", "save_epochs", "save_steps", "save_total_limit", "seed", "simpo_gamma",
    "train_dataset", "trust_remote_code"});

constexpr std::array defaults{
    FormatDefault{"linear_names", "listed"},
    FormatDefault{"engine", "ddp"},
    FormatDefault{"mixed_precision", "bf16"},
    FormatDefault{"weights_dtype", "auto"},
    FormatDefault{"upcast_trained", "yes"},
    FormatDefault{"adapter", "none"},
    FormatDefault{"training.lora_rank", "8"},
    FormatDefault{"training.lora_targets", "all-linear"},
    FormatDefault{"training.lora_dropout", "0.05"},
    FormatDefault{"training.quant_storage", "16-bit"},
    FormatDefault{"training.kbit_preparation", "none"},
    FormatDefault{"training.sequence_length", "2048"},
    FormatDefault{"training.micro_batch", "1"},
    FormatDefault{"training.accumulation", "1"},
    FormatDefault{"training.optimizer", "adamw-foreach"}, // torch.optim.AdamW as it stands
    FormatDefault{"training.checkpointing", "full"},
    FormatDefault{"training.attention", "sdpa"},
    FormatDefault{"training.loss", "standard"},
    FormatDefault{"run.epochs", "3"},
};

} // namespace

constexpr Format llamaFactoryV1Format{
    .id = "llama-factory-v1",
    .name = english("formats", "LLaMA-Factory v1"),
    .rank = Rank::Recipe,
    .signs = signs,
    .rows = rows,
    .notModelled = notModelled,
    .withoutEffect = withoutEffect,
    .defaults = defaults,
};

} // namespace shardscope
