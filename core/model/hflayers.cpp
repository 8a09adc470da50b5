// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/hflayers.h"

#include "core/model/configvalues.h"
#include "core/model/shaperanges.h"

#include <algorithm>
#include <functional>

namespace shardscope {

namespace {

/// Where a list says of each layer what it is: the first that is so.
template <class IsWanted>
int firstLayer(const Json::Array &layers, const IsWanted &isWanted)
{
    const auto found = std::find_if(layers.begin(), layers.end(), isWanted);
    return found == layers.end() ? ModuleTraits::noLayer : static_cast<int>(found - layers.begin());
}

bool hasNull(const Json &config, std::string_view key)
{
    const Json *value = config.find(key);
    return value && value->isNull();
}

/// Which layers see all tokens, and which those in a window: from a list of them, or from what the
/// config classes make of Qwen's and EXAONE's keys (configuration_qwen2.py, layer_types).
void readWindows(Fields &fields, const Json &config, const Family &family, ModuleTraits &traits)
{
    if (const Json::Array *types = listIn(config, "layer_types")) {
        const auto isFull
            = [](const Json &type) { return type.string() && *type.string() == "full_attention"; };
        traits.firstFullLayer = firstLayer(*types, isFull);
        traits.firstSlidingLayer = firstLayer(*types, std::not_fn(isFull));
        return;
    }
    const std::string_view key = config.find("global_attn_every_n_layers")
        ? "global_attn_every_n_layers"
        : "sliding_window_pattern";
    const Json *pattern = config.find(key);
    if (family.makesMaskAsNeeded && hasNull(config, "sliding_window")) {
        traits.firstFullLayer = 0;
        traits.firstSlidingLayer = ModuleTraits::noLayer;
    } else if (family.readsWindowPattern && pattern && pattern->number()) {
        const auto step = fields.integer({key}, {1, 1 << 14}).value_or(1);
        traits.firstFullLayer = static_cast<int>(step) - 1;
        traits.firstSlidingLayer = step > 1 ? 0 : ModuleTraits::noLayer;
    } else if (fields.boolean("use_sliding_window", false)) {
        constexpr std::int64_t usual = 28;
        const auto first = fields.integer({"max_window_layers"}, {0, 1 << 14}).value_or(usual);
        traits.firstSlidingLayer = static_cast<int>(first);
        traits.firstFullLayer = first > 0 ? 0 : ModuleTraits::noLayer;
    }
}

/// Where a list says with 0 which layers have no rotary embedding (Llama 4, SmolLM3).
void readNopeInterval(const Json &config, ModuleTraits &traits)
{
    const Json::Array *layers = listIn(config, "no_rope_layers");
    if (!layers || layers->empty())
        return;
    const int first = firstLayer(
        *layers, [](const Json &value) { return value.number() && *value.number() == 0; });
    traits.nopeInterval = first == ModuleTraits::noLayer ? 0 : first + 1;
    if (traits.attention == AttentionCode::Llama4)
        traits.firstFullLayer = first;
}

// Far above every published model.
constexpr NumberRange headDims{1, 1 << 14};
constexpr NumberRange intervals{1, 1 << 14};

/// configuration_qwen3_next.py, configuration_qwen3_5.py: layer_types, or every n-th layer with
/// attention.
std::vector<bool> deltaLayers(Fields &fields, const Json &config, std::int64_t count)
{
    constexpr std::int64_t usual = 4;
    const std::int64_t interval
        = fields.integer({"full_attention_interval"}, intervals).value_or(usual);
    std::vector<bool> layers(static_cast<std::size_t>(count));
    for (std::int64_t layer = 0; layer < count; ++layer)
        layers[static_cast<std::size_t>(layer)] = (layer + 1) % interval != 0;
    const Json::Array *types = listIn(config, "layer_types");
    if (!types)
        return layers;
    if (types->size() < layers.size()) {
        fields.fail(ErrorCode::Inconsistent, "layer_types",
            {english("errors", "a type for each of the %1 layers"), {std::to_string(count)}});
        return layers;
    }
    // A list may go on past the last layer of a shortened model.
    for (std::size_t layer = 0; layer < layers.size(); ++layer) {
        const std::string *type = (*types)[layer].string();
        layers[layer] = type && *type == "linear_attention";
    }
    return layers;
}

/// Which layers see a window: those that are called so, or as `readWindows` has found it of the
/// first of each kind.
std::vector<bool> layersWithWindow(const Json &config, const ModelSpec &spec)
{
    const ModuleTraits &traits = spec.modules;
    const Json::Array *types = listIn(config, "layer_types");
    const auto sees = [&](std::int64_t layer) {
        const auto index = static_cast<std::size_t>(layer);
        if (spec.mixed)
            return !spec.mixed->isFull(layer);
        if (traits.masks < 2)
            return traits.firstSlidingLayer < spec.layers;
        if (types)
            return index < types->size()
                && !((*types)[index].string() && *(*types)[index].string() == "full_attention");
        if (traits.attention == AttentionCode::Llama4)
            return traits.nopeInterval > 0 && (layer + 1) % traits.nopeInterval != 0;
        if (traits.firstSlidingLayer > 0)
            return layer >= traits.firstSlidingLayer;
        return (layer + 1) % (std::int64_t{traits.firstFullLayer} + 1) != 0;
    };
    std::vector<bool> layers(static_cast<std::size_t>(spec.layers));
    for (std::int64_t layer = 0; layer < spec.layers; ++layer)
        layers[static_cast<std::size_t>(layer)] = sees(layer);
    return layers;
}

void readMixedMasks(const MixedAttention &mixed, ModuleTraits &traits)
{
    const auto first = [&](bool isFull) {
        const auto found = std::find(mixed.full.begin(), mixed.full.end(), isFull);
        return found == mixed.full.end() ? ModuleTraits::noLayer
                                         : static_cast<int>(found - mixed.full.begin());
    };
    traits.firstFullLayer = first(true);
    traits.firstSlidingLayer = first(false);
    traits.rotaryTables = traits.firstSlidingLayer == ModuleTraits::noLayer ? 1 : 2;
}

} // namespace

std::vector<bool> periodicLayers(Fields &fields, const PeriodKeys &keys, std::int64_t count)
{
    const std::int64_t period
        = fields.integer({keys.period}, layerCounts).value_or(keys.usualPeriod);
    const std::int64_t offset
        = fields.integer({keys.offset}, layerIndices).value_or(keys.usualOffset);
    if (offset >= period)
        fields.fail(ErrorCode::Inconsistent, keys.offset,
            {english("errors", "less than the %1 layers of a period"), {std::to_string(period)}});
    std::vector<bool> layers(static_cast<std::size_t>(count));
    for (std::int64_t layer = 0; layer < count; ++layer)
        layers[static_cast<std::size_t>(layer)] = layer % period == offset;
    return layers;
}

std::vector<bool> layersCalled(Fields &fields, const Json::Array &names, std::string_view key,
    std::string_view wanted, std::int64_t count)
{
    std::vector<bool> layers(static_cast<std::size_t>(count));
    if (names.size() < layers.size()) {
        fields.fail(ErrorCode::Inconsistent, key,
            {english("errors", "a type for each of the %1 layers"), {std::to_string(count)}});
        return layers;
    }
    for (std::size_t layer = 0; layer < layers.size(); ++layer) {
        const std::string *name = names[layer].string();
        layers[layer] = name && *name == wanted;
    }
    return layers;
}

void readImageLayers(const Json &config, ModelSpec &spec)
{
    constexpr std::int64_t usualFirst = 3;
    constexpr std::int64_t usualStep = 5;
    constexpr std::int64_t usualLast
        = 38; // MllamaTextConfig names these, however many layers there are
    ImageLayers seeing{.layers = std::vector<bool>(static_cast<std::size_t>(spec.layers)),
        .ownRows = 8}; // MllamaTextModel: vocab_size + 8
    const Json::Array *indices = listIn(config, "cross_attention_layers");
    for (std::int64_t layer = usualFirst; !indices && layer < spec.layers && layer <= usualLast;
         layer += usualStep)
        seeing.layers[static_cast<std::size_t>(layer)] = true;
    for (std::size_t i = 0; indices && i < indices->size(); ++i) {
        const double *layer = (*indices)[i].number();
        if (layer && *layer >= 0 && *layer < static_cast<double>(spec.layers))
            seeing.layers[static_cast<std::size_t>(*layer)] = true;
    }
    spec.imageLayers = std::move(seeing);
}

void readDeltaRule(Fields &fields, const Json &config, const Family &family, ModelSpec &spec)
{
    const auto size = [&fields](std::string_view key, NumberRange range, std::int64_t usual) {
        return fields.integer({key}, range).value_or(usual);
    };
    const bool isApart = family.delta == DeltaLayers::Apart;
    DeltaRule delta{.keyHeads = size("linear_num_key_heads", headCounts, isApart ? spec.heads : 16),
        .valueHeads = size("linear_num_value_heads", headCounts, isApart ? spec.heads : 32),
        .kernel = size("linear_conv_kernel_dim", kernels, 4),
        .joinsProjections = family.delta == DeltaLayers::Joined,
        .isApart = isApart,
        .doublesStrength = isApart && fields.boolean("linear_allow_neg_eigval", true),
        .layers = deltaLayers(fields, config, spec.layers)};
    // configuration_olmo_hybrid.py: all keys are three quarters as wide as the stream.
    const std::int64_t usualKey = isApart ? spec.hidden * 3 / 4 / delta.keyHeads : 128;
    delta.keyDim = size("linear_key_head_dim", headDims, std::max<std::int64_t>(1, usualKey));
    delta.valueDim = size("linear_value_head_dim", headDims, isApart ? 2 * delta.keyDim : 128);
    if (delta.valueHeads % delta.keyHeads != 0)
        fields.fail(ErrorCode::Inconsistent, "linear_num_value_heads",
            {english("errors", "a multiple of the %1 key heads"),
                {std::to_string(delta.keyHeads)}});
    spec.delta = std::move(delta);
}

namespace {

void readKinds(Fields &fields, const Json &config, const Family &family, ModelSpec &spec)
{
    ModuleTraits &traits = spec.modules;
    if (traits.nopeInterval > 0)
        readNopeInterval(config, traits);
    if (spec.delta) {
        const auto &layers = spec.delta->layers;
        const auto first = std::find(layers.begin(), layers.end(), false);
        traits.firstFullLayer = first == layers.end() ? ModuleTraits::noLayer
                                                      : static_cast<int>(first - layers.begin());
    }
    if (!spec.forms.empty()) {
        const auto first = std::find_if(spec.forms.begin(), spec.forms.end(),
            [](const LayerForm &form) { return form.attends(); });
        traits.firstFullLayer = first == spec.forms.end()
            ? ModuleTraits::noLayer
            : static_cast<int>(first - spec.forms.begin());
    }
    if (spec.mixed) {
        readMixedMasks(*spec.mixed, traits);
        return;
    }
    if (traits.masks < 2)
        return;
    readWindows(fields, config, family, traits);
    const bool hasWindows = traits.firstSlidingLayer < spec.layers;
    const bool hasFull = traits.firstFullLayer < spec.layers;
    if (family.turnsWindowsOnly && hasFull && !hasNull(config, "sliding_window"))
        traits.nopeInterval = traits.firstFullLayer + 1;
    if (!hasWindows || !hasFull)
        traits.rotaryTables = 1;
    if (family.makesMaskAsNeeded && !hasWindows)
        traits.masks = 1;
    if (family.makesEachMaskAsNeeded && !hasFull) {
        traits.masks = 1;
        traits.firstFullLayer = 0;
    }
}

} // namespace

void readLayerKinds(Fields &fields, const Json &config, const Family &family, ModelSpec &spec)
{
    readKinds(fields, config, family, spec);
    if (!family.encoder)
        readWindowSize(fields, config, family, layersWithWindow(config, spec), spec);
}

void readWindowSize(Fields &fields, const Json &config, const Family &family,
    std::vector<bool> layers, ModelSpec &spec)
{
    const WindowKeys &keys = family.window;
    const bool isOff = !keys.switchKey.empty() && !fields.boolean(keys.switchKey, false);
    if (keys.key.empty() || isOff || hasNull(config, keys.key))
        return;
    const std::int64_t tokens = fields.integer({keys.key}, {0, 1 << 30}).value_or(keys.usual);
    if (tokens > 0 && std::find(layers.begin(), layers.end(), true) != layers.end())
        spec.windows = Windows{.tokens = tokens, .layers = std::move(layers)};
}

} // namespace shardscope
