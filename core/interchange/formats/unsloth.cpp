// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/formats/formats.h"
#include "core/interchange/formats/words.h"

#include <array>

// Keys: Unsloth 015bdef0d9, from_pretrained and get_peft_model in unsloth/models/loader.py,
// llama.py and vision.py. The trainer's own arguments beside them are TRL's.

namespace shardscope {

namespace {

constexpr auto signs = std::to_array<std::string_view>({"use_gradient_checkpointing",
    "full_finetuning", "load_in_16bit", "fast_inference", "finetune_language_layers"});

constexpr std::array dtypes{ValueName{"torch.bfloat16", "bf16"}, ValueName{"torch.float16", "fp16"},
    ValueName{"torch.float32", "fp32"}, ValueName{"bfloat16", "bf16"}, ValueName{"float16", "fp16"},
    ValueName{"float32", "fp32"}, ValueName{"null", ""}};

constexpr std::array whole{ValueName{"true", "16"}, ValueName{"false", ""}};
constexpr std::array eightBits{ValueName{"true", "8"}, ValueName{"false", ""}};
constexpr std::array fourBits{ValueName{"true", "4"}, ValueName{"false", "16"}};

constexpr std::array untouched{ValueName{"true", "none"}, ValueName{"false", "lora"}};

// unsloth_zoo/peft_utils.py, get_peft_regex: names with "vision" or "visual", the projector among
// them, have no adapters where it is off.
constexpr std::array towers{ValueName{"true", "trained"}, ValueName{"false", "frozen"}};

// "unsloth" also moves the checkpoints to the host.
constexpr std::array checkpointing{
    ValueName{"unsloth", "full"}, ValueName{"true", "full"}, ValueName{"false", "none"}};
constexpr std::array inputsOnHost{
    ValueName{"unsloth", "inputs"}, ValueName{"true", "none"}, ValueName{"false", "none"}};

constexpr std::array rows{
    KeyRow{"model_name", "model"},
    KeyRow{"max_seq_length", "training.sequence_length"},
    KeyRow{"dtype", "weights_dtype", dtypes},
    // The first that is on counts.
    KeyRow{"full_finetuning", "bits", whole},
    KeyRow{"load_in_16bit", "bits", whole},
    KeyRow{"load_in_8bit", "bits", eightBits},
    KeyRow{"load_in_4bit", "bits", fourBits},
    KeyRow{"full_finetuning", "adapter", untouched},
    KeyRow{"r", "training.lora_rank"},
    KeyRow{"target_modules", "training.lora_targets", {}, joinedWords, splitWords},
    KeyRow{"lora_dropout", "training.lora_dropout"},
    KeyRow{"init_lora_weights", "training.lora_init", loraStarts},
    KeyRow{"class", "image_inputs", {}, yesIfSaid, nullptr},
    KeyRow{"resize", "image_side", {}, longerSide, nullptr}, // vision_utils.py
    KeyRow{"finetune_vision_layers", "vision.tower", towers},
    KeyRow{"finetune_vision_layers", "vision.projector", towers},
    KeyRow{"modules_to_save", "training.modules_to_save", {}, joinedWords, splitWords},
    KeyRow{"use_gradient_checkpointing", "training.checkpointing", checkpointing},
    KeyRow{"use_gradient_checkpointing", "training.activation_offload", inputsOnHost},
    KeyRow{"fast_inference", "rollout_vllm", yesNo},
    KeyRow{"gpu_memory_utilization", "rollout.share"},
};

constexpr auto notModelled = std::to_array<std::string_view>({"float32_mixed_precision",
    "load_in_fp8", "qat_scheme", "offload_embedding", "unsloth_tiled_mlp", "return_logits",
    "unsloth_force_compile", "fullgraph=true", "rope_scaling", "resize_model_vocab", "num_labels",
    // vLLM beside the trainer.
    "float8_kv_cache", "max_lora_rank=64", "unsloth_vllm_standby",
    // Which modules have adapters, or are trained whole.
    "bias=none", "layers_to_transform", "layers_pattern", "finetune_last_n_layers",
    "target_parameters", "ensure_weight_tying", "loftq_config", "text_only",
    "finetune_language_layers=true", "finetune_attention_modules=true", "finetune_mlp_modules=true",
    "finetune_audio_layers", "auto_model", "auto_config", "model_types", "device_map=sequential",
    "supports_sdpa=true", "model_patcher"});

constexpr auto withoutEffect = std::to_array<std::string_view>({"token", "fix_tokenizer",
    "trust_remote_code", "revision", "tokenizer_name", "tokenizer_revision", "use_exact_model_name",
    "random_state", "disable_log_stats", "lora_alpha", "use_rslora", "temporary_location",
    "task_type", "whisper_language", "whisper_task", "model"});

// Of from_pretrained, which says max_seq_length itself, and get_peft_model of Llama.
constexpr std::array defaults{
    FormatDefault{"training.sequence_length", "2048"},
    FormatDefault{"bits", "4"},
    FormatDefault{"weights_dtype", "bf16"}, // of GPUs that have it
    FormatDefault{"adapter", "lora"},
    FormatDefault{"training.lora_rank", "16"},
    FormatDefault{"training.lora_dropout", "0"},
    FormatDefault{
        "training.lora_targets", "q_proj,k_proj,v_proj,o_proj,gate_proj,up_proj,down_proj"},
    FormatDefault{"training.checkpointing", "full"},
    FormatDefault{"training.activation_offload", "inputs"},
    FormatDefault{"training.kernels", "unsloth"},
    FormatDefault{"rollout.share", "0.5"},
    FormatDefault{"quantizes", "unsloth"},
    // Of every BitsAndBytesConfig that it makes itself.
    FormatDefault{"training.double_quantization", "on"},
};

// unsloth/models/sentence_transformer.py, FastSentenceTransformer.
constexpr std::array sentenceDefaults{
    FormatDefault{"bits", "16"},
    FormatDefault{"weights_dtype", "bf16"},
    FormatDefault{"adapter", "lora"},
    FormatDefault{"training.lora_rank", "16"},
    FormatDefault{"training.lora_dropout", "0"},
    FormatDefault{"training.lora_targets", "query,key,value,dense"},
    FormatDefault{"training.checkpointing", "none"},
    FormatDefault{"training.kernels", "unsloth"},
    FormatDefault{"quantizes", "unsloth"},
    FormatDefault{"training.double_quantization", "on"},
    FormatDefault{"training.attention", "sdpa"},
    FormatDefault{"training.pooling", "mean"},
};

} // namespace

constexpr Format unslothSentenceFormat{
    .id = "unsloth-sentence",
    .name = english("formats", "Unsloth's FastSentenceTransformer"),
    .rank = Rank::Recipe,
    .signs = {},
    .rows = rows,
    .notModelled = notModelled,
    .withoutEffect = withoutEffect,
    .defaults = sentenceDefaults,
};

constexpr Format unslothFormat{
    .id = "unsloth",
    .name = english("formats", "Unsloth"),
    .rank = Rank::Recipe,
    .signs = signs,
    .rows = rows,
    .notModelled = notModelled,
    .withoutEffect = withoutEffect,
    .defaults = defaults,
};

} // namespace shardscope
