// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/hfstate.h"

#include "core/model/configvalues.h"
#include "core/model/hflayers.h"
#include "core/model/shaperanges.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

// Far above every published model.
constexpr NumberRange counts{1, 1 << 14};
constexpr NumberRange chunks{1, 1 << 14};

const Json::Array *firstListIn(const Json &config, std::initializer_list<std::string_view> keys)
{
    for (const std::string_view key : keys) {
        if (const Json::Array *list = listIn(config, key))
            return list;
    }
    return nullptr;
}

/// configuration_nemotron_h.py, _pattern_to_list
LayerForm formOfLetter(char letter)
{
    switch (letter) {
    case 'M':
        return {.mixer = Mixer::StateSpace, .feed = Feed::None};
    case 'E':
        return {.mixer = Mixer::None, .feed = Feed::Experts};
    case '-':
        return {.mixer = Mixer::None, .feed = Feed::Dense};
    default:
        return {.mixer = Mixer::Attention, .feed = Feed::None};
    }
}

/// What each layer is called, by one letter of that pattern; empty where it is said nowhere.
std::string nemotronPattern(const Json &config)
{
    std::string letters;
    if (const Json::Array *types = firstListIn(config, {"layers_block_type", "layer_types"})) {
        for (const Json &type : *types) {
            const std::string *name = type.string();
            letters += !name           ? '?'
                : *name == "mamba"     ? 'M'
                : *name == "moe"       ? 'E'
                : *name == "mlp"       ? '-'
                : *name == "attention" ? '*'
                                       : '?';
        }
        return letters;
    }
    const Json *pattern = config.find("hybrid_override_pattern");
    return pattern && pattern->string() ? *pattern->string() : "ME*-";
}

void readNemotronLayers(Fields &fields, const Json &config, ModelSpec &spec)
{
    const std::string letters = nemotronPattern(config);
    if (letters.find_first_not_of("ME*-") != std::string::npos) {
        fields.fail(ErrorCode::UnknownChoice, "hybrid_override_pattern",
            english("errors", "layers of mamba (M), attention (*), mlp (-) or moe (E)"));
        return;
    }
    for (const char letter : letters)
        spec.forms.push_back(formOfLetter(letter));
}

/// A list of names, of which one says that a layer has attention.
void readNamedLayers(const Json &config, std::string_view attention, Mixer other, ModelSpec &spec)
{
    const Json::Array *types = firstListIn(config, {"layer_types", "layers_block_type"});
    for (std::int64_t layer = 0; layer < spec.layers; ++layer) {
        const auto index = static_cast<std::size_t>(layer);
        const std::string *name
            = types && index < types->size() ? (*types)[index].string() : nullptr;
        const bool attends = name && *name == attention;
        spec.forms.push_back({.mixer = attends ? Mixer::Attention : other,
            .feed = spec.isSparse(layer) ? Feed::Experts : Feed::Dense});
    }
}

/// Numbers of the layers that have attention.
void readIndexedLayers(
    const Json &config, std::string_view key, bool isElseAttention, Mixer other, ModelSpec &spec)
{
    const Json::Array *indices = listIn(config, key);
    const bool attends = !indices && isElseAttention;
    spec.forms.assign(static_cast<std::size_t>(spec.layers),
        {.mixer = attends ? Mixer::Attention : other, .feed = Feed::Dense});
    for (std::size_t i = 0; indices && i < indices->size(); ++i) {
        const double *index = (*indices)[i].number();
        if (index && *index >= 0 && *index < static_cast<double>(spec.layers))
            spec.forms[static_cast<std::size_t>(*index)].mixer = Mixer::Attention;
    }
}

/// configuration_jamba.py, layers_block_type
void readPeriodicLayers(Fields &fields, ModelSpec &spec)
{
    const std::vector<bool> attends
        = periodicLayers(fields, {"attn_layer_period", 8, "attn_layer_offset", 4}, spec.layers);
    for (std::int64_t layer = 0; layer < spec.layers; ++layer)
        spec.forms.push_back({.mixer
            = attends[static_cast<std::size_t>(layer)] ? Mixer::Attention : Mixer::StateSpace,
            .feed = spec.isSparse(layer) ? Feed::Experts : Feed::Dense});
}

/// configuration_minimax.py: without a list the layers take turns, and attention begins.
void readLightningLayers(Fields &fields, const Json &config, ModelSpec &spec)
{
    if (listIn(config, "layer_types")) {
        readNamedLayers(config, "full_attention", Mixer::Lightning, spec);
    } else {
        for (std::int64_t layer = 0; layer < spec.layers; ++layer)
            spec.forms.push_back({.mixer = layer % 2 == 0 ? Mixer::Attention : Mixer::Lightning,
                .feed = Feed::Experts});
    }
    constexpr std::int64_t usual = 256;
    spec.lightning
        = LightningAttention{.block = fields.integer({"block_size"}, chunks).value_or(usual)};
}

/// Under which names a family's config has the sizes of its state space, and what transformers
/// takes where one is absent.
struct SpaceKeys
{
    std::string_view heads = "mamba_n_heads";
    std::string_view headDim = "mamba_d_head";
    std::string_view state = "mamba_d_state";
    std::string_view groups = "mamba_n_groups";
    std::string_view kernel = "mamba_d_conv";
    std::string_view chunk = "mamba_chunk_size";
    std::string_view convolutionBias = "mamba_conv_bias";
    std::string_view inputBias = "mamba_proj_bias";
    std::string_view outputBias = "mamba_proj_bias";
    std::int64_t stateOr = 256;
    std::int64_t groupsOr = 1;
    std::int64_t chunkOr = 256;
};

SpaceKeys keysOf(StateLayers kind)
{
    if (kind == StateLayers::FalconH1)
        return {.outputBias = "projectors_bias"};
    if (kind == StateLayers::NemotronH)
        return {.heads = "mamba_num_heads",
            .headDim = "mamba_head_dim",
            .state = "ssm_state_size",
            .groups = "n_groups",
            .kernel = "conv_kernel",
            .chunk = "chunk_size",
            .convolutionBias = "use_conv_bias",
            .inputBias = "use_bias",
            .outputBias = "use_bias",
            .stateOr = 128,
            .groupsOr = 8,
            .chunkOr = 128};
    if (kind == StateLayers::Mamba2)
        return {.heads = "num_heads",
            .headDim = "head_dim",
            .state = "state_size",
            .groups = "n_groups",
            .kernel = "conv_kernel",
            .chunk = "chunk_size",
            .convolutionBias = "use_conv_bias",
            .inputBias = "use_bias",
            .outputBias = "use_bias",
            .stateOr = 128,
            .groupsOr = 8};
    return {};
}

/// Width of all heads: mamba_d_ssm, or the hidden size widened.
std::int64_t widthOf(Fields &fields, StateLayers kind, const ModelSpec &spec)
{
    const std::int64_t widened
        = spec.hidden * fields.integer({"mamba_expand", "expand"}, {1, 1 << 10}).value_or(2);
    constexpr std::int64_t falcons = 1024;
    if (kind != StateLayers::FalconH1)
        return widened;
    return fields.integer({"mamba_d_ssm"}, widths).value_or(falcons);
}

StateNorm normOf(Fields &fields, StateLayers kind)
{
    if (kind == StateLayers::NemotronH)
        return StateNorm::Groups;
    if (kind != StateLayers::FalconH1)
        return StateNorm::Whole;
    if (!fields.boolean("mamba_rms_norm", false))
        return StateNorm::None;
    return fields.boolean("mamba_norm_before_gate", true) ? StateNorm::BeforeGate
                                                          : StateNorm::InSingle;
}

/// Mamba 1. A step's rank that is "auto" is a sixteenth of the hidden size.
StateSpace selectiveSpace(
    Fields &fields, const Json &config, StateLayers kind, const ModelSpec &spec)
{
    constexpr std::int64_t usualState = 16;
    constexpr std::int64_t usualKernel = 4;
    constexpr std::int64_t share = 16;
    const bool isJamba = kind == StateLayers::Jamba;
    const std::string_view rankKey = isJamba ? "mamba_dt_rank" : "time_step_rank";
    const std::string_view bias = isJamba ? "mamba_proj_bias" : "use_bias";
    const Json *rank = config.find(rankKey);
    return {
        .heads = spec.hidden * fields.integer({"mamba_expand", "expand"}, {1, 1 << 10}).value_or(2),
        .headDim = 1,
        .stateDim = fields.integer({"mamba_d_state", "state_size"}, widths).value_or(usualState),
        .groups = 1,
        .kernel = fields.integer({"mamba_d_conv", "conv_kernel"}, kernels).value_or(usualKernel),
        .convolutionBias = fields.boolean(isJamba ? "mamba_conv_bias" : "use_conv_bias", true),
        .inputBias = fields.boolean(bias, false),
        .outputBias = fields.boolean(bias, false),
        .norm = StateNorm::None,
        .stepRank = rank && rank->number() ? fields.requiredInteger({rankKey}, widths)
                                           : (spec.hidden + share - 1) / share,
        .selectionNorm = isJamba               ? SelectionNorm::Weighed
            : kind == StateLayers::FalconMamba ? SelectionNorm::Plain
                                               : SelectionNorm::None};
}

void readStateSpace(Fields &fields, const Json &config, StateLayers kind, ModelSpec &spec)
{
    if (kind == StateLayers::Jamba || kind == StateLayers::Mamba
        || kind == StateLayers::FalconMamba) {
        spec.stateSpace = selectiveSpace(fields, config, kind, spec);
        return;
    }
    constexpr std::int64_t usualHeads = 128;
    constexpr std::int64_t usualKernel = 4;
    constexpr std::int64_t usualDim = 64;
    const SpaceKeys keys = keysOf(kind);
    const bool isNemotron = kind == StateLayers::NemotronH;
    StateSpace space{.heads = fields.integer({keys.heads}, counts).value_or(usualHeads),
        .stateDim = fields.integer({keys.state}, widths).value_or(keys.stateOr),
        .groups = fields.integer({"mamba_n_groups", keys.groups}, counts).value_or(keys.groupsOr),
        .kernel = fields.integer({"mamba_d_conv", keys.kernel}, kernels).value_or(usualKernel),
        .chunk = fields.integer({"mamba_chunk_size", keys.chunk}, chunks).value_or(keys.chunkOr),
        .convolutionBias = fields.boolean(
            config.find("mamba_conv_bias") ? "mamba_conv_bias" : keys.convolutionBias, true),
        .inputBias = fields.boolean(keys.inputBias, false),
        .outputBias = fields.boolean(keys.outputBias, false),
        .norm = normOf(fields, kind),
        .scales = kind == StateLayers::FalconH1,
        .returnsState = isNemotron};
    const Json *headDim = config.find(keys.headDim);
    const bool isSaid = headDim && !headDim->isNull() && !headDim->string(); // "auto"
    const std::int64_t width = widthOf(fields, kind, spec);
    space.headDim = isSaid ? fields.integer({keys.headDim}, widths).value_or(usualDim)
        : isNemotron       ? usualDim
                           : std::max<std::int64_t>(1, width / space.heads);
    if (!isNemotron && space.width() != width)
        fields.fail(ErrorCode::Inconsistent, keys.headDim,
            {english("errors", "%1, so that all heads are as wide as the mixer"),
                {std::to_string(width / space.heads)}});
    if (space.heads % space.groups != 0)
        fields.fail(ErrorCode::Inconsistent, keys.groups,
            {english("errors", "a divisor of the %1 heads"), {std::to_string(space.heads)}});
    spec.stateSpace = space;
}

} // namespace

std::int64_t listedLayers(const Json &config, const Family &family)
{
    return family.state == StateLayers::NemotronH
        ? static_cast<std::int64_t>(nemotronPattern(config).size())
        : 0;
}

void readStateLayers(Fields &fields, const Json &config, const Family &family, ModelSpec &spec)
{
    switch (family.state) {
    case StateLayers::None:
        return;
    case StateLayers::NemotronH:
        readNemotronLayers(fields, config, spec);
        break;
    case StateLayers::Granite:
        readNamedLayers(config, "attention", Mixer::StateSpace, spec);
        break;
    case StateLayers::Bamba:
        readIndexedLayers(config, "attn_layer_indices", false, Mixer::StateSpace, spec);
        break;
    case StateLayers::FalconH1:
        spec.forms.assign(static_cast<std::size_t>(spec.layers),
            {.mixer = Mixer::AttentionAndStateSpace, .feed = Feed::Dense});
        break;
    case StateLayers::Mamba:
    case StateLayers::FalconMamba:
    case StateLayers::Mamba2:
        spec.forms.assign(static_cast<std::size_t>(spec.layers),
            {.mixer = Mixer::StateSpace, .feed = Feed::None});
        break;
    case StateLayers::Jamba:
        readPeriodicLayers(fields, spec);
        break;
    case StateLayers::Lightning:
        readLightningLayers(fields, config, spec);
        break;
    case StateLayers::Convolution:
        if (config.find("layer_types") && config.find("layer_types")->array())
            readNamedLayers(config, "full_attention", Mixer::Convolution, spec);
        else
            readIndexedLayers(config, "full_attn_idxs", true, Mixer::Convolution, spec);
        break;
    }
    const auto has = [&spec](auto wanted) {
        return std::any_of(spec.forms.begin(), spec.forms.end(), wanted);
    };
    if (has([](const LayerForm &form) { return form.hasStateSpace(); }))
        readStateSpace(fields, config, family.state, spec);
    if (has([](const LayerForm &form) { return form.mixer == Mixer::Convolution; })) {
        constexpr std::int64_t usual = 3;
        spec.convolution
            = ShortConvolution{.kernel = fields.integer({"conv_L_cache"}, kernels).value_or(usual),
                .bias = fields.boolean("conv_bias", false)};
    }
}

void readAdjustedWidth(Fields &fields, ModelSpec &spec)
{
    if (const auto said = fields.integer({"block_ff_dim"}, {1, 1 << 22}))
        spec.intermediate = *said;
    if (!fields.boolean("block_auto_adjust_ff_dim", true))
        return;
    const double times = fields.number({"block_ffn_dim_multiplier"}, {0.001, 1000}).value_or(1);
    constexpr std::int64_t usual = 256;
    const std::int64_t step = fields.integer({"block_multiple_of"}, {1, 1 << 16}).value_or(usual);
    const auto width = static_cast<std::int64_t>(
        times * std::floor(2 * static_cast<double>(spec.intermediate) / 3));
    spec.intermediate = std::max<std::int64_t>(1, (width + step - 1) / step) * step;
}

} // namespace shardscope
