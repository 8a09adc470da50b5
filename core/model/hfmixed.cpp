// SPDX-License-Identifier: GPL-3.0-or-later
// transformers 5.12.1 configuration_gemma4.py, Gemma4TextConfig; modeling_gemma4.py,
// Gemma4TextAttention and Gemma4TextMLP.
#include "core/model/hfmixed.h"

#include "core/model/shaperanges.h"

#include <algorithm>

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

} // namespace

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
