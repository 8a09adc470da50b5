// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/number.h"
#include "core/interchange/formats/formats.h"
#include "core/interchange/formats/words.h"

#include <algorithm>
#include <array>
#include <string>

// Keys: TrainConfig of llmfoundry/utils/config_utils.py of mosaicml/llm-foundry at 8c8dd48f7e (July
// 2025), and what its recipes nest below them; fsdp_config is Composer's FSDPConfig (0.32,
// composer/utils/parallelism.py). tests/data/formats/llm-foundry.keys lists them. A model that is
// told by its shape is LLM Foundry's own.

namespace shardscope {

namespace {

constexpr auto signs = std::to_array<std::string_view>({"device_train_microbatch_size",
    "global_train_batch_size", "model.pretrained_model_name_or_path"});

// Composer's amp_ precisions leave weights in fp32; FSDP computes in the low one.
constexpr std::array mixed{
    ValueName{"amp_bf16", "bf16"}, ValueName{"amp_fp16", "fp16"}, ValueName{"fp32", "no"}};

constexpr std::array attentions{
    ValueName{"flash", "flash"}, ValueName{"triton", "flash-triton"}, ValueName{"torch", "eager"}};
constexpr std::array flash{ValueName{"true", "flash"}, ValueName{"false", ""}};
// models/mpt/modeling_mpt.py: FlashAttention's cross-entropy, in the place of its logits.
constexpr std::array losses{
    ValueName{"fused_crossentropy", "in-place"}, ValueName{"torch_crossentropy", "standard"}};

// Composer's own AdamW goes through its tensors one by one (optim/decoupled_weight_decay.py).
constexpr std::array optimizers{ValueName{"decoupled_adamw", "adamw-for-loop"},
    ValueName{"adamw", "adamw-foreach"}, ValueName{"adam", "adamw-foreach"}};

constexpr std::array adapters{ValueName{"LORA", "lora"}};
constexpr std::array allocators{ValueName{"true", "expandable"}, ValueName{"false", "default"}};

/// A table that is there switches something on.
std::optional<Json> sharded(const Json &table)
{
    return table.isObject() ? std::optional(Json("fsdp")) : std::nullopt;
}
std::optional<Json> compiled(const Json &table)
{
    return table.isObject() ? std::optional(Json("model")) : std::nullopt;
}

/// "2ep"; of batches and tokens nothing.
std::optional<Json> epochs(const Json &duration)
{
    const std::string *text = duration.string();
    if (!text || !text->ends_with("ep"))
        return std::nullopt;
    const auto count = parseNumber(std::string_view(*text).substr(0, text->size() - 2));
    return count ? std::optional<Json>(*count) : std::nullopt;
}

/// The config.json of such a model; nothing of one that is told by its name.
std::optional<Json> modelOf(const Json &root)
{
    // Where it lies and what it is computed with, which the table says.
    constexpr auto others = std::to_array<std::string_view>(
        {"name", "init_device", "loss_fn", "init_config", "use_pad_tok_in_ffn", "fc_type"});
    const Json *model = root.find("model");
    const Json *name = model ? model->find("name") : nullptr;
    if (!name || *name != Json("mpt_causal_lm"))
        return std::nullopt;
    Json config(Json::Object{{"model_type", "mpt"}});
    for (const auto &[key, value] : *model->object()) {
        if (std::find(others.begin(), others.end(), key) == others.end())
            config[key] = value;
    }
    return config;
}

std::optional<Json> toldHere(const Json &name)
{
    return name == Json("mpt_causal_lm") ? std::optional(Json("model")) : std::nullopt;
}

constexpr std::array rows{
    KeyRow{"model.name", "shape.table", {}, toldHere},
    KeyRow{"model.pretrained_model_name_or_path", "model"},
    KeyRow{"model.attn_config.attn_impl", "training.attention", attentions},
    KeyRow{"model.config_overrides.attn_config.attn_impl", "training.attention", attentions},
    KeyRow{"model.use_flash_attention_2", "training.attention", flash},
    KeyRow{"model.loss_fn", "training.loss", losses},
    KeyRow{"model.peft_config.peft_type", "adapter", adapters},
    KeyRow{"model.peft_config.r", "training.lora_rank"},
    KeyRow{"model.peft_config.lora_dropout", "training.lora_dropout"},
    KeyRow{"model.peft_config.target_modules", "training.lora_targets", {}, joinedWords},
    KeyRow{"max_seq_len", "training.sequence_length"},
    KeyRow{"device_train_microbatch_size", "training.micro_batch"},
    KeyRow{"global_train_batch_size", "sequences_per_step"},
    KeyRow{"max_duration", "run.epochs", {}, epochs},
    KeyRow{"precision", "mixed_precision", mixed},
    KeyRow{"optimizer.name", "training.optimizer", optimizers},
    KeyRow{"expandable_segments", "hardware.allocator", allocators},
    KeyRow{"compile_config", "compiles", {}, compiled},
    KeyRow{"n_gpus", "gpus"},
    KeyRow{"fsdp_config", "engine", {}, sharded},
    KeyRow{"fsdp_config.sharding_strategy", "fsdp_sharding", accelerateShardings},
    KeyRow{"fsdp_config.activation_checkpointing", "training.checkpointing", fullOrNone},
    KeyRow{"fsdp_config.activation_checkpointing_reentrant", "reenters", yesNo},
};

constexpr auto notModelled
    = std::to_array<std::string_view>({"model.ffn_config", "model.fc_type=torch",
        "model.config_overrides", "model.peft_config", "model.load_in_8bit", "tp_config",
        "algorithms", "fsdp_config.mixed_precision=PURE", "fsdp_config.activation_cpu_offload",
        "fsdp_config.backward_prefetch=BACKWARD_POST", "fsdp_config.forward_prefetch",
        "fsdp_config.limit_all_gathers=true", "fsdp_config.use_orig_params=true",
        "fsdp_config.keep_low_precision_grads", "fsdp_config.cpu_offload",
        "fsdp_config.te_checkpoint_wrapper", "fsdp_config.te_shard_fp8_weight",
        "fsdp_config.flatten_parameters=true", "fsdp_config.min_params=1e9",
        "fsdp_config.data_parallel_shard_degree=-1", "fsdp_config.data_parallel_replicate_degree",
        "fsdp_config.device_mesh", "max_split_size_mb", "train_loader.dataset.packing_ratio",
        "device_train_batch_size", "device_train_grad_accum", "eval_first"});

constexpr auto withoutEffect = std::to_array<std::string_view>({"model.init_device",
    "model.pretrained", "model.use_auth_token", "model.trust_remote_code",
    "model.use_train_metrics",
    // The shape, which modelOf reads.
    "model.d_model", "model.n_heads", "model.n_layers", "model.expansion_ratio",
    "model.max_seq_len", "model.vocab_size", "model.attn_config", "model.no_bias",
    "model.norm_type", "model.resid_pdrop", "model.emb_pdrop", "model.learned_pos_emb",
    "model.tie_word_embeddings", "model.init_config", "tokenizer", "optimizer", "scheduler",
    "train_loader", "eval_loader", "eval_loaders", "dataset", "device_eval_batch_size",
    "algorithms.gradient_clipping", "callbacks", "loggers", "variables", "seed", "global_seed",
    "code_paths", "cuda_load_lazy", "dist_timeout", "accumulate_train_batch_on_tokens",
    "eval_interval", "eval_subset_num_batches", "eval_gauntlet", "eval_gauntlet_str", "icl_tasks",
    "icl_tasks_str", "icl_subset_num_batches", "icl_seq_len", "progress_bar", "log_to_console",
    "python_log_level", "console_log_interval", "log_config", "save_folder", "save_latest_filename",
    "save_overwrite", "save_weights_only", "save_filename", "save_interval",
    "save_num_checkpoints_to_keep", "save_ignore_keys", "load_path", "load_weights_only",
    "load_strict_model_weights", "load_ignore_keys", "only_hf_checkpoint",
    "only_composer_checkpoint", "train_subset_num_batches", "spin_dataloaders", "metadata",
    "flatten_metadata", "run_name", "autoresume", "profiler", "model.config_overrides.max_seq_len",
    "model.config_overrides.attn_config.attn_uses_sequence_id",
    "model.config_overrides.max_position_embeddings", "model.config_overrides.n_positions",
    "model.peft_config.lora_alpha", "model.peft_config.task_type", "fsdp_config.state_dict_type",
    "fsdp_config.sharded_ckpt_prefix_dir", "fsdp_config.load_monolith_rank0_only",
    "fsdp_config.load_planner", "fsdp_config.save_planner", "fsdp_config.sync_module_states",
    "fsdp_config.auto_wrap", "fsdp_config.verbose"});

// fsdp_config of one GPU counts for nothing (command_utils/train.py).
constexpr std::array defaults{
    FormatDefault{"engine", "ddp"},
    FormatDefault{"fsdp_version", "1"},
    FormatDefault{"fsdp_sharding", "full_shard"},
    FormatDefault{"reenters", "yes"},
    FormatDefault{"weights_dtype", "fp32"},
    FormatDefault{"mixed_precision", "bf16"},
    FormatDefault{"training.autocast", "off"},
    FormatDefault{"adapter", "none"},
    FormatDefault{"training.checkpointing", "none"},
    FormatDefault{"training.attention", "sdpa", "model.pretrained_model_name_or_path"},
    FormatDefault{"training.attention", "flash"},
    FormatDefault{"training.loss", "standard", "model.pretrained_model_name_or_path"},
    FormatDefault{"training.loss", "in-place"},
    FormatDefault{"parallel.gradient_sync", "every-micro-step"},
    FormatDefault{"parallel.gradient_precision", "fp32"},
    FormatDefault{"hardware.allocator", "expandable"},
};

} // namespace

constexpr Format llmFoundryFormat{
    .id = "llm-foundry",
    .name = english("formats", "LLM Foundry"),
    .rank = Rank::Recipe,
    .signs = signs,
    .rows = rows,
    .notModelled = notModelled,
    .withoutEffect = withoutEffect,
    .defaults = defaults,
    .model = modelOf,
};

} // namespace shardscope
