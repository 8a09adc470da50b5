// SPDX-License-Identifier: GPL-3.0-or-later
// transformers 5.12.1 configuration_gemma3n.py, Gemma3nTextConfig; modeling_gemma3n.py,
// Gemma3nTextAttention.
#include "core/model/hfaltup.h"

#include "core/model/configvalues.h"
#include "core/model/hfmixed.h"
#include "core/model/shaperanges.h"

#include <algorithm>

namespace shardscope {

namespace {

// Far above every published model.
constexpr NumberRange ranks{1, 1 << 14};

/// activation_sparsity_pattern: a share for each layer, without it 0.95 in the first ten of more.
std::vector<bool> thinnedLayers(Fields &fields, const Json &config, std::int64_t count)
{
    constexpr std::int64_t usual = 10;
    std::vector<bool> thinned(static_cast<std::size_t>(count));
    const Json *pattern = config.find("activation_sparsity_pattern");
    const Json::Array *list = pattern ? pattern->array() : nullptr;
    if (pattern && !list && !pattern->isNull()) // the class takes its length
        fields.fail(ErrorCode::WrongType, "activation_sparsity_pattern",
            {english("errors", "a number for each of the %1 layers"), {std::to_string(count)}});
    if (!list) {
        std::fill_n(thinned.begin(), count > usual ? usual : 0, true);
        return thinned;
    }
    if (list->size() < thinned.size())
        fields.fail(ErrorCode::Inconsistent, "activation_sparsity_pattern",
            {english("errors", "a number for each of the %1 layers"), {std::to_string(count)}});
    for (std::size_t layer = 0; layer < std::min(thinned.size(), list->size()); ++layer)
        thinned[layer] = (*list)[layer].number() && *(*list)[layer].number() > 0;
    return thinned;
}

} // namespace

bool listsWidths(const Json &config)
{
    return listIn(config, "intermediate_size") != nullptr;
}

std::int64_t listedWidth(Fields &fields, const Json &config, std::int64_t layers)
{
    const Json::Array &list = *listIn(config, "intermediate_size");
    const auto isWidth = [](const Json &value) {
        return value.number() && *value.number() >= mlpWidths.minimum
            && *value.number() <= mlpWidths.maximum;
    };
    const auto isFirst = [&list, &isWidth](const Json &value) {
        return isWidth(value) && *value.number() == *list.front().number();
    };
    if (static_cast<std::int64_t>(list.size()) < layers || list.empty() || !isWidth(list.front())
        || !std::all_of(list.begin(), list.begin() + layers, isFirst)) {
        fields.fail(ErrorCode::Inconsistent, "intermediate_size",
            {english("errors", "one width for all of the %1 layers"), {std::to_string(layers)}});
        return 1;
    }
    return static_cast<std::int64_t>(*list.front().number());
}

void readAltUp(Fields &fields, const Json &config, ModelSpec &spec)
{
    constexpr std::int64_t usualStep = 5;
    constexpr std::int64_t usualTaking = 15;
    constexpr std::int64_t usualStreams = 4;
    constexpr std::int64_t usualRank = 64;
    constexpr std::int64_t usualWidth = 256;
    constexpr std::int64_t usualVocabulary = 262144;
    constexpr NumberRange streams{2, 8};
    MixedAttention mixed{.fullHeadDim = spec.headDim,
        .fullKvHeads = spec.kvHeads,
        .full = fullLayers(fields, config, spec.layers, usualStep)};
    readTaking(fields, spec, usualTaking, mixed);
    spec.mixed = std::move(mixed);
    spec.layerEmbeddings = {
        .width = fields.integer({"hidden_size_per_layer_input"}, widths).value_or(usualWidth),
        .vocabulary
        = fields.integer({"vocab_size_per_layer_input"}, vocabularies).value_or(usualVocabulary)};
    spec.altUp = {.streams = fields.integer({"altup_num_inputs"}, streams).value_or(usualStreams),
        .residualRank = fields.integer({"laurel_rank"}, ranks).value_or(usualRank),
        .scalesOutput = fields.boolean("altup_correct_scale", true),
        .thinned = thinnedLayers(fields, config, spec.layers)};
}

} // namespace shardscope
