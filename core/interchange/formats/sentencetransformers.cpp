// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/formats/formats.h"
#include "core/interchange/formats/words.h"

#include <algorithm>
#include <array>

// Keys: sentence-transformers 6.1.0.dev0 (cad21198), SentenceTransformer and CrossEncoder of
// */model.py, Transformer and Pooling of */modules, MatryoshkaLoss and the losses of
// sentence_transformer/losses. Arguments of training are the Trainer's.

namespace shardscope {

namespace {

constexpr std::array dtypes{ValueName{"auto", "auto"}, ValueName{"float32", "fp32"},
    ValueName{"bfloat16", "bf16"}, ValueName{"float16", "fp16"}, ValueName{"torch.float32", "fp32"},
    ValueName{"torch.bfloat16", "bf16"}, ValueName{"torch.float16", "fp16"}, ValueName{"null", ""}};

constexpr std::array attentions{ValueName{"flash_attention_2", "flash"},
    ValueName{"kernels-community/flash-attn2", "flash"}, ValueName{"sdpa", "sdpa"},
    ValueName{"eager", "eager"}, ValueName{"null", ""}};

constexpr std::array poolings{
    ValueName{"mean", "mean"}, ValueName{"cls", "cls"}, ValueName{"lasttoken", "last-token"}};

// Of the classes whose names begin so: what they train.
constexpr std::array objectives{ValueName{"SentenceTransformer", "embedding"},
    ValueName{"CrossEncoder", "classification"}, ValueName{"SparseEncoder", ""},
    ValueName{"MultiVectorEncoder", ""}};
constexpr std::array others{ValueName{"SentenceTransformer", "no"}, ValueName{"CrossEncoder", "no"},
    ValueName{"SparseEncoder", "yes"}, ValueName{"MultiVectorEncoder", "yes"}};

/// A loss that is planned: what it says of the run.
struct PlannedLoss
{
    std::string_view name;
    double texts = 0; ///< of an example; 0: as many as the data set has
    double chunk = 0; ///< its mini_batch_size, unless it is said; 0: all texts at once
};
constexpr auto plannedLosses = std::to_array<PlannedLoss>({
    {"MultipleNegativesRankingLoss"},
    {"CachedMultipleNegativesRankingLoss", 0, 32},
    {"MultipleNegativesSymmetricRankingLoss", 2},
    {"CoSENTLoss", 2},
    {"AnglELoss", 2},
    {"CosineSimilarityLoss", 2},
    {"ContrastiveLoss", 2},
    {"OnlineContrastiveLoss", 2},
    {"SoftmaxLoss", 2},
    {"TripletLoss", 3},
    {"MatryoshkaLoss"}, // around another one
    {"BinaryCrossEntropyLoss"},
    {"CrossEntropyLoss"},
});

const PlannedLoss *plannedLoss(const Json &value)
{
    const std::string *name = value.string();
    const auto *const found = std::find_if(plannedLosses.begin(), plannedLosses.end(),
        [name](const PlannedLoss &loss) { return name && loss.name == *name; });
    return found == plannedLosses.end() ? nullptr : found;
}

template <auto number>
std::optional<Json> ofLoss(const Json &value)
{
    const PlannedLoss *loss = plannedLoss(value);
    return loss && loss->*number > 0 ? std::optional(Json(loss->*number)) : std::nullopt;
}

/// Another loss embeds beside a second model, leaves words out, or takes lists of documents.
std::optional<Json> isOtherLoss(const Json &value)
{
    return Json(plannedLoss(value) ? "no" : "yes");
}

constexpr std::array rows{
    KeyRow{"model_name_or_path", "model"},
    KeyRow{"training_class", "training.objective", objectives, asItStands, nullptr},
    KeyRow{"training_class", "contrasts", others, asItStands, nullptr},
    KeyRow{"loss_class", "training.texts", {}, ofLoss<&PlannedLoss::texts>, nullptr},
    KeyRow{"loss_class", "contrasts", {}, isOtherLoss, nullptr},
    KeyRow{"mini_batch_size", "training.gradient_cache"},
    KeyRow{"loss_class", "training.gradient_cache", {}, ofLoss<&PlannedLoss::chunk>, nullptr},
    KeyRow{"max_seq_length", "training.sequence_length"},
    KeyRow{"max_length", "training.sequence_length"},
    KeyRow{"pooling_mode", "training.pooling", poolings},
    KeyRow{"num_labels", "training.num_labels"},
    KeyRow{"model_kwargs.torch_dtype", "weights_dtype", dtypes},
    KeyRow{"model_kwargs.dtype", "weights_dtype", dtypes},
    KeyRow{"model_kwargs.attn_implementation", "training.attention", attentions},
};

constexpr auto notModelled = std::to_array<std::string_view>(
    {"model_kwargs", "config_kwargs", "modules", "backend=torch", "gather_across_devices",
        "directions", "hardness_mode", "pooling_mode_cls_token", "pooling_mode_mean_tokens=true",
        "pooling_mode_max_tokens", "mini_batch_num_tokens", "concatenation_sent_rep",
        "concatenation_sent_difference", "concatenation_sent_multiplication"});

constexpr auto withoutEffect = std::to_array<std::string_view>({"device", "prompts",
    "default_prompt_name", "cache_folder", "trust_remote_code", "revision", "local_files_only",
    "token", "use_auth_token", "processor_kwargs", "tokenizer_kwargs", "model_card_data",
    "similarity_fn_name", "truncate_dim", "activation_fn", "model_args", "cache_dir", "config_args",
    "do_lower_case", "tokenizer_name_or_path", "include_prompt", "word_embedding_dimension",
    "embedding_dimension", "scale", "similarity_fct", "partition_mode", "hardness_strength",
    "margin", "distance_metric", "triplet_margin", "size_average", "matryoshka_dims",
    "matryoshka_weights", "n_dims_per_step", "loss_fct", "cos_score_transformation", "model",
    "loss", "pos_weight", "sentence_embedding_dimension", "show_progress_bar"});

// Weights come in the dtype of their file, which is fp32 of nearly all encoders.
constexpr std::array defaults{
    FormatDefault{"training.attention", "sdpa"},
};

} // namespace

constexpr Format sentenceTransformersFormat{
    .id = "sentence-transformers",
    .name = english("formats", "sentence-transformers"),
    .rank = Rank::Recipe,
    .signs = {},
    .rows = rows,
    .notModelled = notModelled,
    .withoutEffect = withoutEffect,
    .defaults = defaults,
};

} // namespace shardscope
