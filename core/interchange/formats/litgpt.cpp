// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/formats/formats.h"
#include "core/interchange/formats/words.h"

#include <array>

// Keys: setup() of litgpt/finetune/full.py and lora.py and of litgpt/pretrain.py, and
// litgpt/args.py of Lightning-AI/litgpt at 26857050fe (June 2026); tests/data/formats/litgpt.keys
// lists them. One GPU has no strategy; several have Fabric's FSDP, adapters fully_shard. Only what
// is pretrained is compiled, and only what is fine-tuned on several GPUs has checkpoints.

namespace shardscope {

namespace {

// torchtune and torchtitan nest nothing under "train".
constexpr auto signs
    = std::to_array<std::string_view>({"train.micro_batch_size", "train.global_batch_size"});

bool has(const Json &root, std::string_view key)
{
    const Json *value = valueAt(root, key);
    return value && !value->isNull();
}
bool isPretrained(const Json &root)
{
    return has(root, "model_name") || has(root, "model_config");
}

/// checkpoints/ORGANISATION/NAME, as `litgpt download` writes them, and names of litgpt/config.py
/// that are not the repository's.
std::optional<Json> modelOf(const Json &folder)
{
    constexpr std::string_view where = "checkpoints/";
    constexpr std::array renamed{
        ValueName{"tiny-llama-1.1b", "TinyLlama/TinyLlama-1.1B-intermediate-step-1431k-3T"},
        ValueName{"micro-llama-300M", "keeeeenw/MicroLlama"}};
    const std::string *path = folder.string();
    if (!path)
        return std::nullopt;
    for (const ValueName &name : renamed) {
        if (*path == name.foreign)
            return Json(name.ours);
    }
    return Json(path->starts_with(where) ? path->substr(where.size()) : *path);
}

// Fabric's precisions. Adapters have the model's dtype.
constexpr std::array weights{ValueName{"bf16-true", "bf16"}, ValueName{"16-true", "fp16"},
    ValueName{"32-true", "fp32"}, ValueName{"bf16-mixed", "fp32"}, ValueName{"16-mixed", "fp32"}};
constexpr std::array mixed{ValueName{"bf16-true", "no"}, ValueName{"16-true", "no"},
    ValueName{"32-true", "no"}, ValueName{"bf16-mixed", "bf16"}, ValueName{"16-mixed", "fp16"}};
constexpr std::array adapterDtypes{ValueName{"bf16-true", "16-bit"}, ValueName{"16-true", "16-bit"},
    ValueName{"32-true", "fp32"}, ValueName{"bf16-mixed", "fp32"}, ValueName{"16-mixed", "fp32"}};

constexpr std::array bits{ValueName{"bnb.nf4", "4"}, ValueName{"bnb.nf4-dq", "4"},
    ValueName{"bnb.int8-training", "8"}, ValueName{"null", ""}};
constexpr std::array doubled{ValueName{"bnb.nf4", "off"}, ValueName{"bnb.nf4-dq", "on"},
    ValueName{"bnb.int8-training", ""}, ValueName{"null", ""}};

/// utils.py: beside a quantised base always bitsandbytes' paged AdamW. What is pretrained asks for
/// fused AdamW; otherwise torch takes foreach.
std::optional<Json> optimizer(const Json &name, const Json &root)
{
    const std::string word = name.string() ? *name.string() : std::string();
    if (!word.empty() && has(root, "quantize"))
        return Json("paged-adamw");
    if (word == "AdamW" || word == "torch.optim.AdamW")
        return Json(isPretrained(root) ? "adamw" : "adamw-foreach");
    if (word == "SGD" || word == "torch.optim.SGD")
        return Json(has(root, "optimizer.init_args.momentum") ? "sgd-momentum" : "sgd");
    if (word == "bitsandbytes.optim.AdamW8bit")
        return Json("adamw-8bit");
    if (word == "bitsandbytes.optim.PagedAdamW8bit")
        return Json("paged-adamw-8bit");
    if (word == "bitsandbytes.optim.PagedAdamW" || word == "bitsandbytes.optim.PagedAdamW32bit")
        return Json("paged-adamw");
    return std::nullopt;
}

std::optional<Json> adapted(const Json &rank)
{
    return rank.isNull() ? std::nullopt : std::optional(Json("lora"));
}
/// lora_query to lora_head, told by all of them, as names that families have for these modules. Of
/// a matrix of query, key and value LitGPT fills adapters up to all of it.
std::optional<Json> targets(const Json & /*value*/, const Json &root)
{
    std::string names;
    const auto add = [&](std::string_view key, bool byDefault, std::string_view modules) {
        if (switchAt(root, key, byDefault))
            names.append(names.empty() ? "" : "|").append(modules);
    };
    add("lora_query", true, "q_proj|qkv_proj|query_key_value");
    add("lora_key", false, "k_proj|qkv_proj|query_key_value");
    add("lora_value", true, "v_proj|qkv_proj|query_key_value");
    add("lora_projection", false, "o_proj|dense");
    add("lora_mlp", false,
        "gate_proj|up_proj|gate_up_proj|down_proj|fc1|fc2|dense_h_to_4h|dense_4h_to_h");
    add("lora_head", false, "lm_head|embed_out");
    return Json(".*\\.(" + names + ")");
}

bool isAlone(const Json &devices, const Json &root)
{
    return devices == Json(1) && numberAt(root, "num_nodes", 1) <= 1;
}
std::optional<Json> engine(const Json &devices, const Json &root)
{
    return Json(isAlone(devices, root) ? "none" : "fsdp");
}
std::optional<Json> checkpointed(const Json &devices, const Json &root)
{
    return Json(isAlone(devices, root) || isPretrained(root) ? "no" : "yes");
}
std::optional<Json> fsdpVersion(const Json & /*devices*/, const Json &root)
{
    return Json(has(root, "lora_r") ? 2 : 1);
}
/// HYBRID_SHARD of what is pretrained shards within a node.
std::optional<Json> sharding(const Json &nodes, const Json &root)
{
    const double *count = nodes.number();
    return Json(count && *count > 1 && isPretrained(root) ? "hybrid_shard" : "full_shard");
}

std::optional<Json> compiles(const Json &name)
{
    return name.isNull() ? std::nullopt : std::optional(Json("model"));
}
std::optional<Json> pretrained(const Json &name)
{
    return name.isNull() ? std::nullopt : std::optional(Json("none"));
}

constexpr std::array rows{
    KeyRow{"checkpoint_dir", "model", {}, modelOf},
    KeyRow{"model_name", "model", {}, modelOf},
    KeyRow{"model_name", "compiles", {}, compiles},
    KeyRow{"model_name", "adapter", {}, pretrained},
    KeyRow{"model_config.hf_config.name", "model", {}, modelOf},
    KeyRow{"precision", "weights_dtype", weights},
    KeyRow{"precision", "mixed_precision", mixed},
    KeyRow{"precision", "training.lora_precision", adapterDtypes},
    KeyRow{"quantize", "bits", bits},
    KeyRow{"quantize", "training.double_quantization", doubled},
    KeyRow{.key = "optimizer", .fact = "training.optimizer", .readBeside = optimizer},
    KeyRow{.key = "optimizer.class_path", .fact = "training.optimizer", .readBeside = optimizer},
    KeyRow{"lora_r", "adapter", {}, adapted},
    KeyRow{"lora_r", "training.lora_rank"},
    KeyRow{"lora_dropout", "training.lora_dropout"},
    KeyRow{.key = "lora_query", .fact = "training.lora_targets", .readBeside = targets},
    KeyRow{.key = "lora_key", .fact = "training.lora_targets", .readBeside = targets},
    KeyRow{.key = "lora_value", .fact = "training.lora_targets", .readBeside = targets},
    KeyRow{.key = "lora_projection", .fact = "training.lora_targets", .readBeside = targets},
    KeyRow{.key = "lora_mlp", .fact = "training.lora_targets", .readBeside = targets},
    KeyRow{.key = "lora_head", .fact = "training.lora_targets", .readBeside = targets},
    KeyRow{"train.micro_batch_size", "training.micro_batch"},
    KeyRow{"train.global_batch_size", "sequences_per_step"},
    KeyRow{"train.max_seq_length", "training.sequence_length"},
    KeyRow{"train.epochs", "run.epochs"},
    KeyRow{"devices", "gpus_per_node"},
    KeyRow{.key = "devices", .fact = "engine", .readBeside = engine},
    KeyRow{.key = "devices", .fact = "fsdp_checkpointing", .readBeside = checkpointed},
    KeyRow{.key = "devices", .fact = "fsdp_version", .readBeside = fsdpVersion},
    KeyRow{"num_nodes", "nodes"},
    KeyRow{.key = "num_nodes", .fact = "fsdp_sharding", .readBeside = sharding},
};

constexpr auto notModelled
    = std::to_array<std::string_view>({"model_config", "train.max_steps", "train.tie_embeddings",
        "optimizer.init_args.amsgrad", "optimizer.init_args.fused", "optimizer.init_args.foreach",
        "optimizer.init_args.momentum", "adapter_start_layer", "eval.initial_validation"});

constexpr auto withoutEffect = std::to_array<std::string_view>(
    {"out_dir", "initial_checkpoint_dir", "resume", "data", "train", "eval", "optimizer.init_args",
        "lora_alpha", "logger_name", "log", "seed", "access_token", "tokenizer_dir"});

constexpr std::array defaults{
    FormatDefault{"engine", "fsdp"},
    FormatDefault{"weights_dtype", "fp32"},
    FormatDefault{"mixed_precision", "bf16"},
    FormatDefault{"adapter", "none"},
    FormatDefault{"training.lora_rank", "8"},
    FormatDefault{"training.lora_dropout", "0.05"},
    FormatDefault{"training.lora_targets", "q_proj,v_proj"},
    FormatDefault{"training.micro_batch", "1"},
    FormatDefault{"training.optimizer", "paged-adamw", "quantize"},
    FormatDefault{"training.optimizer", "adamw-foreach"},
    FormatDefault{"training.checkpointing", "none"},
    FormatDefault{"training.attention", "flash"},
    FormatDefault{"training.loss", "chunked"},
    FormatDefault{"training.loop", "litgpt"},
    FormatDefault{"training.kbit_preparation", "none"},
};

} // namespace

constexpr Format litGptFormat{
    .id = "litgpt",
    .name = english("formats", "LitGPT"),
    .rank = Rank::Recipe,
    .signs = signs,
    .rows = rows,
    .notModelled = notModelled,
    .withoutEffect = withoutEffect,
    .defaults = defaults,
};

} // namespace shardscope
