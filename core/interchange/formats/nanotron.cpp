// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/formats/formats.h"
#include "core/interchange/formats/words.h"

#include <array>

// Keys: src/nanotron/config/config.py, parallelism_config.py and models_config.py of
// huggingface/nanotron at 2411b022 (April 2026); tests/data/formats/nanotron.keys lists them.

namespace shardscope {

namespace {

constexpr auto signs = std::to_array<std::string_view>(
    {"tokens.batch_accumulation_per_replica", "parallelism.tp_mode", "parallelism.pp_engine"});

constexpr std::array dtypes{ValueName{"bfloat16", "bf16"}, ValueName{"float16", "fp16"},
    ValueName{"float32", "fp32"}, ValueName{"null", "bf16"}};
constexpr std::array gradients{ValueName{"true", "fp32"}, ValueName{"false", "16-bit"}};

/// optim/gradient_accumulator.py: gradients that add up in fp32 have a copy of the weights in fp32
/// beside them, which the optimizer updates.
std::optional<Json> mixed(const Json &addsUp, const Json &root)
{
    const Json *dtype = valueAt(root, "model.dtype");
    const std::string *word = dtype ? dtype->string() : nullptr;
    if (addsUp != Json(true) || (word && *word == "float32"))
        return Json("no");
    return Json(word && *word == "float16" ? "fp16" : "bf16");
}

constexpr std::array attentions{
    ValueName{"flash_attention_2", "flash"}, ValueName{"sdpa", "sdpa"}, ValueName{"null", "flash"}};
constexpr std::array fusedAdam{ValueName{"true", "adamw"}, ValueName{"false", "adamw-foreach"}};
constexpr std::array optimizers{ValueName{"sgd", "sgd"}, ValueName{"adamW", ""}};
constexpr std::array schedules{
    ValueName{"1f1b", "1f1b"}, ValueName{"afab", "gpipe"}, ValueName{"null", "1f1b"}};
constexpr std::array sharesSequences{
    ValueName{"REDUCE_SCATTER", "yes"}, ValueName{"ALL_REDUCE", "no"}, ValueName{"null", "no"}};

/// All GPUs are the product of the degrees.
std::optional<Json> allGpus(const Json &copies, const Json &root)
{
    const double *count = copies.number();
    if (!count)
        return std::nullopt;
    double gpus = *count;
    for (const std::string_view axis :
        {"parallelism.tp", "parallelism.pp", "parallelism.context_parallel_size"})
        gpus *= numberAt(root, axis, 1);
    return Json(gpus);
}

/// model.model_config has the keys of Hugging Face's config.json, but for the model's type. No
/// formula here knows nanotron's experts, StarCoder 2 and Mamba.
std::optional<Json> modelOf(const Json &root)
{
    const Json *said = valueAt(root, "model.model_config");
    if (!said || !said->isObject())
        return std::nullopt;
    const auto is = [said](std::string_view flag) {
        const Json *value = said->find(flag);
        return value && *value == Json(true);
    };
    const Json *experts = said->find("moe_config");
    const bool isDense = !experts || !experts->isObject();
    Json config = *said;
    config["model_type"] = Json(isDense && is("is_llama_config") ? "llama"
            : isDense && is("is_qwen2_config")                   ? "qwen2"
                                                                 : "one of nanotron's own");
    return config;
}

std::optional<Json> toldHere(const Json & /*width*/)
{
    return Json("model.model_config");
}

constexpr std::array rows{
    KeyRow{"model.model_config.hidden_size", "shape.table", {}, toldHere},
    KeyRow{"model.dtype", "weights_dtype", dtypes},
    KeyRow{"model.make_vocab_size_divisible_by", "parallel.vocabulary_padding"},
    KeyRow{"model.model_config._attn_implementation", "training.attention", attentions},
    KeyRow{"tokens.sequence_length", "training.sequence_length"},
    KeyRow{"tokens.micro_batch_size", "training.micro_batch"},
    KeyRow{"tokens.batch_accumulation_per_replica", "training.accumulation"},
    KeyRow{"optimizer.zero_stage", "zero_stage"},
    KeyRow{"optimizer.accumulate_grad_in_fp32", "parallel.gradient_precision", gradients},
    KeyRow{
        .key = "optimizer.accumulate_grad_in_fp32", .fact = "mixed_precision", .readBeside = mixed},
    KeyRow{"optimizer.optimizer_factory.name", "training.optimizer", optimizers},
    KeyRow{"optimizer.optimizer_factory.torch_adam_is_fused", "training.optimizer", fusedAdam},
    KeyRow{.key = "parallelism.dp", .fact = "gpus", .readBeside = allGpus},
    KeyRow{"parallelism.tp", "tensor"},
    KeyRow{"parallelism.pp", "pipeline"},
    KeyRow{"parallelism.context_parallel_size", "context"},
    KeyRow{"parallelism.expert_parallel_size", "expert"},
    KeyRow{"parallelism.pp_engine", "parallel.schedule", schedules},
    KeyRow{"parallelism.tp_mode", "sequence_parallel", sharesSequences},
    KeyRow{"parallelism.recompute_layer", "training.checkpointing", fullOrNone},
};

constexpr auto notModelled
    = std::to_array<std::string_view>({"parallelism.tp_recompute_allgather=true",
        "model.ddp_bucket_cap_mb=25", "model.model_config.moe_config",
        "model.model_config.z_loss_enabled", "model.model_config._use_doc_masking",
        "model.model_config.ring_attn_heads_k_stride", "data_stages.sequence_length"});

constexpr auto withoutEffect = std::to_array<std::string_view>({"general", "checkpoints", "logging",
    "metrics_logging", "lighteval", "profiler", "s3_upload", "tokenizer", "data_stages", "tokens",
    "model.init_method", "model.model_config", "optimizer.learning_rate_scheduler",
    "optimizer.weight_decay", "optimizer.weight_decay_exclude_named_params", "optimizer.clip_grad",
    "optimizer.optimizer_factory", "parallelism.tp_linear_async_communication", "config_file"});

constexpr std::array defaults{
    FormatDefault{"engine", "nanotron"},
    FormatDefault{"weights_dtype", "bf16"},
    FormatDefault{"adapter", "none"},
    FormatDefault{"training.checkpointing", "none"},
    FormatDefault{"training.attention", "flash"},
    FormatDefault{"training.loss", "standard"},
    FormatDefault{"parallel.schedule", "1f1b"},
    FormatDefault{"parallel.vocabulary_padding", "1"},
    FormatDefault{"sequence_parallel", "no"},
};

} // namespace

constexpr Format nanotronFormat{
    .id = "nanotron",
    .name = english("formats", "nanotron"),
    .rank = Rank::Recipe,
    .signs = signs,
    .rows = rows,
    .notModelled = notModelled,
    .withoutEffect = withoutEffect,
    .defaults = defaults,
    .model = modelOf,
};

} // namespace shardscope
