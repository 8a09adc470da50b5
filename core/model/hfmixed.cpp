// SPDX-License-Identifier: GPL-3.0-or-later
// transformers 5.12.1 configuration_gemma4.py, Gemma4TextConfig; modeling_gemma4.py,
// Gemma4TextAttention and Gemma4TextMLP; configuration_laguna.py.
#include "core/model/hfmixed.h"

#include "core/model/shaperanges.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

/// What stands there; `usual` where nothing does, and 0 for null.
std::int64_t widthOr(Fields &fields, const Json &config, std::string_view key, std::int64_t usual)
{
    return fields.integer({key}, optionalWidths).value_or(config.find(key) ? 0 : usual);
}

/// Each of them takes what the last layer of its kind before them has made.
bool canTake(const MixedAttention &mixed)
{
    const auto first = mixed.full.begin() + mixed.firstTaking();
    return std::all_of(first, mixed.full.end(),
        [&](bool isFull) { return std::find(mixed.full.begin(), first, isFull) != first; });
}

/// rope_parameters.<kind>.partial_rotary_factor
double rotaryShare(const Json &config, std::string_view kind, double usual)
{
    const Json *all = config.find("rope_parameters");
    const Json *own = all && all->isObject() ? all->find(kind) : nullptr;
    if (!all || all->isNull())
        return usual;
    const Json *share = own && own->isObject() ? own->find("partial_rotary_factor") : nullptr;
    return share && share->number() ? std::clamp(*share->number(), 0.0, 1.0) : 1.0;
}

} // namespace

void readUnlikeHeads(Fields &fields, const Json &config, ModelSpec &spec)
{
    UnlikeHeads unlike{.heads = std::vector<std::int64_t>(spec.layers, spec.heads),
        .full = fullLayers(fields, config, spec.layers, 1),
        .fullShare = rotaryShare(config, "full_attention", 0.5),
        .windowShare = rotaryShare(config, "sliding_attention", 1)};
    const Json *listed = config.find("num_attention_heads_per_layer");
    const Json::Array *counts = listed ? listed->array() : nullptr;
    if (counts && counts->size() != unlike.heads.size())
        fields.fail(ErrorCode::Inconsistent, "num_attention_heads_per_layer",
            {english("errors", "a number for each of the %1 layers"),
                {std::to_string(spec.layers)}});
    for (std::size_t layer = 0; counts && layer < std::min(counts->size(), unlike.heads.size());
         ++layer) {
        const double *count = (*counts)[layer].number();
        if (!count || *count < headCounts.minimum || *count > headCounts.maximum
            || std::floor(*count) != *count) {
            fields.fail(ErrorCode::OutOfRange, "num_attention_heads_per_layer",
                english("errors", "a list of numbers of heads"));
            break;
        }
        unlike.heads[layer] = static_cast<std::int64_t>(*count);
        spec.hasUnevenHeads = spec.hasUnevenHeads || unlike.heads[layer] % spec.kvHeads != 0;
    }
    spec.unlikeHeads = std::move(unlike);
}

std::vector<bool> fullLayers(
    Fields &fields, const Json &config, std::int64_t count, std::int64_t usualStep)
{
    std::vector<bool> full(static_cast<std::size_t>(count));
    const Json *types = config.find("layer_types");
    const Json::Array *list = types ? types->array() : nullptr;
    if (list && list->size() < full.size())
        fields.fail(ErrorCode::Inconsistent, "layer_types",
            {english("errors", "a type for each of the %1 layers"), {std::to_string(count)}});
    for (std::size_t layer = 0; layer < full.size(); ++layer) {
        if (!list)
            full[layer] = (static_cast<std::int64_t>(layer) + 1) % usualStep == 0;
        else if (layer < list->size())
            full[layer] = (*list)[layer].string() && *(*list)[layer].string() == "full_attention";
    }
    return full;
}

void readTaking(Fields &fields, const ModelSpec &spec, std::int64_t usual, MixedAttention &mixed)
{
    const std::int64_t taking
        = fields.integer({"num_kv_shared_layers"}, layerIndices).value_or(usual);
    mixed.taking = std::min(taking, spec.layers);
    if (taking > spec.layers || !canTake(mixed))
        fields.fail(ErrorCode::Inconsistent, "num_kv_shared_layers",
            english("errors", "fewer layers: each of them needs one of its kind before them"));
}

void readMixedAttention(Fields &fields, const Json &config, ModelSpec &spec)
{
    constexpr std::int64_t usualStep = 6;
    constexpr std::int64_t usualHead = 512;
    constexpr std::int64_t usualWidth = 256;
    constexpr std::int64_t usualVocabulary = 262144;
    MixedAttention mixed{.fullHeadDim = widthOr(fields, config, "global_head_dim", usualHead),
        .fullKvHeads = spec.kvHeads,
        .keysAreValues = fields.boolean("attention_k_eq_v", false),
        .full = fullLayers(fields, config, spec.layers, usualStep)};
    mixed.full.back() = true; // whatever a list says
    if (mixed.fullHeadDim == 0)
        mixed.fullHeadDim = spec.headDim;
    if (mixed.keysAreValues) // without a number the class cannot be built
        mixed.fullKvHeads = fields.requiredInteger({"num_global_key_value_heads"}, headCounts);
    spec.hasUnevenHeads
        = spec.hasUnevenHeads || spec.heads % std::max<std::int64_t>(1, mixed.fullKvHeads) != 0;
    readTaking(fields, spec, 0, mixed);
    mixed.widensTaking = fields.boolean("use_double_wide_mlp", false);
    spec.mixed = std::move(mixed);
    if (const std::int64_t width
        = widthOr(fields, config, "hidden_size_per_layer_input", usualWidth);
        width > 0)
        spec.layerEmbeddings = {.width = width,
            .vocabulary = fields.integer({"vocab_size_per_layer_input"}, vocabularies)
                              .value_or(usualVocabulary)};
    const Json *sight = config.find("use_bidirectional_attention");
    if (sight && sight->string() && *sight->string() == "all")
        fields.fail(ErrorCode::UnknownChoice, "use_bidirectional_attention",
            english("errors", "attention to earlier tokens"));
}

} // namespace shardscope
