// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/formats/formats.h"
#include "core/interchange/formats/words.h"

#include <algorithm>
#include <array>
#include <string>

// Keys: PEFT 5d602fdbf (0.20.1.dev0), src/peft/config.py, tuners/lora/config.py; all other
// subclasses of PeftConfig below src/peft/tuners.

namespace shardscope {

namespace {

constexpr auto signs = std::to_array<std::string_view>({"peft_type"});

/// Types that a scenario can name, be they planned or refused; all others are "other".
constexpr std::array kinds{ValueName{"LORA", ""}, ValueName{"IA3", "ia3"},
    ValueName{"VERA", "vera"}, ValueName{"LN_TUNING", "ln-tuning"},
    ValueName{"PROMPT_TUNING", "prompt-tuning"}, ValueName{"P_TUNING", "p-tuning"},
    ValueName{"PREFIX_TUNING", "prefix-tuning"}, ValueName{"LOHA", "loha"},
    ValueName{"LOKR", "lokr"}, ValueName{"OFT", "oft"}, ValueName{"BOFT", "boft"},
    ValueName{"TRAINABLE_TOKENS", "trainable-tokens"}};

/// Null where a scenario cannot name the type.
const ValueName *kindNamed(const std::string &type)
{
    const auto *const kind = std::find_if(
        kinds.begin(), kinds.end(), [&type](const ValueName &one) { return one.foreign == type; });
    return kind == kinds.end() ? nullptr : kind;
}

std::optional<Json> adapterOf(const Json &type)
{
    const std::string *name = type.string();
    if (!name)
        return std::nullopt;
    return Json(kindNamed(*name) ? "lora" : "other");
}

std::optional<Json> typeOf(const Json &adapter)
{
    return adapter == Json("lora") ? std::optional<Json>("LORA") : std::nullopt;
}

std::optional<Json> kindOf(const Json &type)
{
    const std::string *name = type.string();
    const ValueName *kind = name ? kindNamed(*name) : nullptr;
    if (!kind || kind->ours.empty())
        return std::nullopt;
    return Json(std::string(kind->ours));
}

/// IA3: an empty list is none.
std::optional<Json> wordsOrNone(const Json &value)
{
    if (value.isNull())
        return std::nullopt;
    const Json::Array *items = value.array();
    return items && items->empty() ? std::optional<Json>("none") : joinedWords(value);
}

/// Methods of other kinds leave it at 0.
std::optional<Json> rankInUse(const Json &value)
{
    const double *rank = value.number();
    return value.isNull() || (rank && *rank == 0) ? std::nullopt : std::optional(value);
}

/// Of a list of tokens.
std::optional<Json> countOf(const Json &value)
{
    const Json::Array *items = value.array();
    return items && !items->empty() ? std::optional<Json>(static_cast<double>(items->size()))
                                    : std::nullopt;
}

constexpr std::array rows{
    KeyRow{"peft_type", "adapter", {}, adapterOf, typeOf},
    KeyRow{"peft_type", "training.adapter", {}, kindOf, nullptr},
    KeyRow{"base_model_name_or_path", "adapter_base"},
    KeyRow{"r", "training.lora_rank", {}, rankInUse, asItStands},
    KeyRow{"target_modules", "training.lora_targets", {}, joinedWords, splitWords},
    KeyRow{"lora_dropout", "training.lora_dropout"},
    KeyRow{"vera_dropout", "training.lora_dropout", {}, asItStands, nullptr},
    KeyRow{"feedforward_modules", "training.feedforward_modules", {}, wordsOrNone, nullptr},
    KeyRow{"num_virtual_tokens", "training.virtual_tokens", {}, asItStands, nullptr},
    KeyRow{"encoder_hidden_size", "training.encoder_hidden", {}, asItStands, nullptr},
    KeyRow{"prefix_projection", "training.prefix_projection", onOff},
    KeyRow{"decompose_factor", "training.lokr_factor", {}, asItStands, nullptr},
    KeyRow{"oft_block_size", "training.oft_block", {}, asItStands, nullptr},
    KeyRow{"boft_block_size", "training.boft_block", {}, asItStands, nullptr},
    KeyRow{"boft_block_num", "training.boft_blocks", {}, asItStands, nullptr},
    KeyRow{"boft_n_butterfly_factor", "training.boft_factors", {}, asItStands, nullptr},
    KeyRow{"token_indices", "training.trained_tokens", {}, countOf, nullptr},
    KeyRow{"modules_to_save", "training.modules_to_save", {}, joinedWords, splitWords},
    KeyRow{"use_dora", "training.adapter", doraOrLora},
    KeyRow{"init_lora_weights", "training.lora_init", loraStarts},
};

constexpr auto notModelled = std::to_array<std::string_view>({"bias=none", "lora_bias",
    "rank_pattern", "layers_to_transform", "layers_pattern", "exclude_modules", "target_parameters",
    "trainable_token_indices", "layer_replication", "loftq_config", "eva_config", "corda_config",
    "lora_ga_config", "velora_config", "alora_invocation_tokens", "use_qalora",
    "qalora_group_size=16", "monteclora_config", "use_bdlora", "arrow_config", "kasa_config",
    "ensure_weight_tying", "runtime_config", "megatron_config", "megatron_core=megatron.core",
    // Of other types.
    "target_r", "init_r", "tinit", "tfinal", "deltaT", "beta1", "beta2", "orth_reg_weight",
    "total_step", "num_subspaces", "subspace_rank", "init_weights", "use_asa",
    "asa_target_subspaces", "init_warmup", "final_warmup", "mask_interval", "asa_importance_beta",
    "asa_uncertainty_beta", "asa_schedule_exponent", "use_dynamic_rank", "svd_threshold",
    "random_seed", "adapter_len", "adapter_layers", "boft_dropout", "block_size",
    "block_size_pattern", "num_frozen_tokens", "cpt_token_ids", "cpt_mask", "cpt_tokens_type_mask",
    "opt_weighted_loss_type", "opt_loss_decay_factor", "opt_projection_epsilon",
    "opt_projection_format_epsilon", "decomposition_method", "init_scale", "alpha", "para",
    "deft_dropout", "delora_lambda", "module_dropout", "lambda_pattern", "n_frequency", "scaling",
    "random_loc_seed", "n_frequency_pattern", "frod_dropout", "sparse_rate", "regularization_alpha",
    "progressbar", "runtime_offload_base_weight", "config_A_B", "config_C", "config_D_E",
    "hybrid_r", "gralora_dropout", "gralora_k", "hira_dropout", "apply_GS", "stride_A", "num_B",
    "rank_dropout", "use_effective_conv2d", "decompose_both", "rank_dropout_scale", "miss_dropout",
    "mini_r", "prompt_tuning_init_state_dict_path", "prompt_tuning_init_task", "num_ranks",
    "num_tasks", "coft", "eps", "block_share", "use_cayley_neumann", "num_cayley_neumann_terms",
    "effective_rank", "target_svd_config", "encoder_reparameterization_type=MLP",
    "encoder_num_layers=2", "encoder_dropout", "depth", "act_fn", "poly_type", "n_tasks",
    "n_skills", "n_splits", "psoft_alpha", "psoft_dropout", "ab_svd_init", "psoft_svd",
    "psoft_svd_lowrank_niter", "psoft_orth", "psoft_mag_b", "psoft_mag_a", "cayley_neumann_eps",
    "pvera_dropout", "sample_at_inference", "generator_seed", "sparse", "very_sparse",
    "randlora_dropout", "randlora_alpha", "variant", "group_size", "mask_type", "sparsity",
    "select_top", "save_precomputed_indices", "u", "weight_tying", "projection_seed",
    "init_v_bound", "tinylora_dropout", "proj_seed", "theta_d_length", "unilora_dropout",
    "init_theta_d_bound", "save_indices", "num_vectors", "vector_length", "topk",
    "save_only_topk_weights", "vblora_dropout", "init_vector_bank_bound", "init_logits_std",
    "wavelet_family", "use_idwt", "proportional_parameters", "hidden_size", "adapters",
    "enable_softmax", "enable_softmax_topk", "layerwise_scalings", "xlora_depth", "xlora_size",
    "xlora_dropout_p", "use_trainable_adapters", "softmax_temperature", "top_k_lora",
    "scaling_pass_value", "global_scaling_weight"});

constexpr auto withoutEffect = std::to_array<std::string_view>({"task_type", "auto_mapping",
    "peft_version", "revision", "inference_mode", "lora_alpha", "alpha_pattern", "use_rslora",
    "fan_in_fan_out",
    // What tensors begin with, and the model's own shape.
    "token_dim", "num_attention_heads", "num_layers", "num_transformer_submodules",
    "prompt_tuning_init", "prompt_tuning_init_text", "tokenizer_name_or_path", "tokenizer_kwargs",
    "init_ia3_weights", "projection_prng_key", "save_projection", "d_initial"});

// LoraConfig. Targets where none are named: utils/constants.py, most decoders.
constexpr std::array defaults{
    FormatDefault{"training.lora_rank", "8"},
    FormatDefault{"training.lora_dropout", "0"},
    FormatDefault{"training.lora_targets", "q_proj,v_proj"},
    FormatDefault{"training.adapter", "lora"},
    FormatDefault{"training.lora_init", "default"},
};

} // namespace

constexpr Format adapterFormat{
    .id = "adapter",
    .name = english("formats", "PEFT adapter"),
    .rank = Rank::Adapter,
    .signs = signs,
    .rows = rows,
    .notModelled = notModelled,
    .withoutEffect = withoutEffect,
    .defaults = defaults,
};

} // namespace shardscope
