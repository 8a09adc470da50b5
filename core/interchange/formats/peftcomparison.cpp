// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/formats/formats.h"
#include "core/interchange/formats/words.h"

#include <array>

// training_params.json of PEFT's method_comparison: method_comparison/MetaMathQA/utils.py
// (TrainConfig), run.py, default_training_params.json.

namespace shardscope {

namespace {

constexpr auto signs = std::to_array<std::string_view>(
    {"optimizer_kwargs", "optimizer_type", "autocast_adapter_dtype", "init_kv_cache_prefix"});

constexpr std::array dtypes{ValueName{"float32", "fp32"}, ValueName{"bfloat16", "bf16"},
    ValueName{"float16", "fp16"}, ValueName{"int8", "bf16"}, ValueName{"int4", "bf16"}};
constexpr std::array bits{ValueName{"float32", ""}, ValueName{"bfloat16", ""},
    ValueName{"float16", ""}, ValueName{"int8", "8"}, ValueName{"int4", "4"}};
constexpr std::array kernels{ValueName{"true", "compiled"}, ValueName{"false", "cuda"}};
constexpr std::array mixed{ValueName{"true", "bf16"}, ValueName{"false", "no"}};
constexpr std::array adapters{ValueName{"true", "fp32"}, ValueName{"false", "16-bit"}};
constexpr std::array optimizers{ValueName{"AdamW", "adamw-foreach"}};
constexpr std::array attention{ValueName{"flash_attention_2", "flash"}, ValueName{"sdpa", "sdpa"},
    ValueName{"eager", "eager"}};

constexpr std::array rows{
    KeyRow{"model_id", "model"},
    KeyRow{"dtype", "weights_dtype", dtypes},
    KeyRow{"dtype", "bits", bits},
    KeyRow{"max_seq_length", "training.sequence_length"},
    KeyRow{"batch_size", "training.micro_batch"},
    KeyRow{"use_gc", "training.checkpointing", fullOrNone},
    KeyRow{"compile", "training.kernels", kernels},
    KeyRow{"use_amp", "mixed_precision", mixed},
    KeyRow{"autocast_adapter_dtype", "training.lora_precision", adapters},
    KeyRow{"optimizer_type", "training.optimizer", optimizers},
    KeyRow{"attn_implementation", "training.attention", attention},
};

constexpr auto notModelled = std::to_array<std::string_view>({"init_kv_cache_prefix"});

constexpr auto withoutEffect = std::to_array<std::string_view>(
    {"batch_size_eval", "max_steps", "eval_steps", "seed", "grad_norm_clip", "optimizer_kwargs",
        "lr_scheduler", "generation_kwargs", "query_template"});

constexpr std::array defaults{
    FormatDefault{"model", "meta-llama/Llama-3.2-3B"},
    FormatDefault{"adapter", "lora"},
    FormatDefault{"weights_dtype", "bf16"},
    FormatDefault{"mixed_precision", "no"},
    FormatDefault{"training.sequence_length", "768"},
    FormatDefault{"training.micro_batch", "4"},
    FormatDefault{"training.accumulation", "1"},
    FormatDefault{"training.checkpointing", "none"},
    FormatDefault{"training.optimizer", "adamw-foreach"},
    FormatDefault{"training.attention", "sdpa"},
    FormatDefault{"training.lora_precision", "fp32"},
};

} // namespace

constexpr Format peftComparisonFormat{
    .id = "peft-comparison",
    .name = english("formats", "PEFT's method comparison"),
    .rank = Rank::Recipe,
    .signs = signs,
    .rows = rows,
    .notModelled = notModelled,
    .withoutEffect = withoutEffect,
    .defaults = defaults,
};

} // namespace shardscope
