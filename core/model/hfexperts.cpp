// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/hfexperts.h"

#include "core/model/configvalues.h"
#include "core/model/hflayers.h"
#include "core/model/shaperanges.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace shardscope {

namespace {

// Far above every published model.
constexpr NumberRange expertCounts{1, 1 << 14};

std::vector<bool> steppedLayers(Fields &fields, const Family &family, std::int64_t count)
{
    const std::int64_t step = fields.integer({family.experts.stepKey}, layerCounts).value_or(1);
    std::vector<bool> layers(static_cast<std::size_t>(count));
    for (std::int64_t layer = 0; layer < count; ++layer)
        layers[static_cast<std::size_t>(layer)] = (layer + 1) % step == 0;
    const Json::Array *dense = fields.array("mlp_only_layers");
    for (std::size_t i = 0; dense && i < dense->size(); ++i) {
        const double *layer = (*dense)[i].number();
        if (!layer || *layer < 0 || std::floor(*layer) != *layer) {
            fields.fail(ErrorCode::OutOfRange, "mlp_only_layers",
                english("errors", "a list of layer numbers"));
            break;
        }
        // A list may go on past the last layer of a shortened model.
        if (*layer < static_cast<double>(count))
            layers[static_cast<std::size_t>(*layer)] = false;
    }
    return layers;
}

std::vector<bool> layersAfterFirst(Fields &fields, const Family &family, std::int64_t count)
{
    const std::int64_t dense = fields.integer({family.experts.denseKey}, layerIndices)
                                   .value_or(family.experts.firstDense);
    std::vector<bool> layers(static_cast<std::size_t>(count), true);
    std::fill_n(layers.begin(), std::min(dense, count), false);
    return layers;
}

/// Ernie4_5_MoeDecoderLayer.
std::vector<bool> layersBetween(Fields &fields, std::int64_t count)
{
    constexpr std::int64_t usualFirst = 1;
    const std::int64_t step = fields.integer({"moe_layer_interval"}, layerCounts).value_or(1);
    const std::int64_t first
        = fields.integer({"moe_layer_start_index"}, layerIndices).value_or(usualFirst);
    const std::int64_t named
        = fields.integer({"moe_layer_end_index"}, {-1, layerIndices.maximum}).value_or(-1);
    const std::int64_t last = named < 0 ? count - 1 : named;
    std::vector<bool> layers(static_cast<std::size_t>(count));
    for (std::int64_t layer = first; layer <= std::min(last, count - 1); ++layer)
        layers[static_cast<std::size_t>(layer)] = (layer + 1) % step == 0;
    return layers;
}

std::vector<bool> sparseLayers(Fields &fields, const Family &family, std::int64_t count)
{
    switch (family.experts.layers) {
    case SparseLayers::Stepped:
        return steppedLayers(fields, family, count);
    case SparseLayers::AfterFirst:
        return layersAfterFirst(fields, family, count);
    case SparseLayers::Periodic:
        return periodicLayers(fields, {"expert_layer_period", 2, "expert_layer_offset", 1}, count);
    case SparseLayers::Between:
        return layersBetween(fields, count);
    case SparseLayers::None:
    case SparseLayers::All:
    case SparseLayers::Listed:
        break;
    }
    return std::vector<bool>(static_cast<std::size_t>(count), true);
}

/// configuration_jetmoe.py: what it calls num_attention_heads it computes.
void readExpertHeads(Fields &fields, ModelSpec &spec)
{
    constexpr std::int64_t usualHeads = 16;
    constexpr std::int64_t usualDim = 128;
    spec.kvHeads = fields.integer({"num_key_value_heads"}, headCounts).value_or(usualHeads);
    spec.headDim = fields.integer({"kv_channels"}, widths).value_or(usualDim);
    spec.heads = spec.kvHeads * spec.experts->perToken;
    spec.hasUnevenHeads = false;
}

/// A fallback of 0 means that there is none.
std::int64_t requiredOr(
    Fields &fields, Fields::Names names, NumberRange range, std::int64_t fallback)
{
    return fallback > 0 ? fields.integer(names, range).value_or(fallback)
                        : fields.requiredInteger(names, range);
}

/// HunYuan lists for each layer how many experts a token has there.
int oneChoice(Fields &fields, const Json::Array &choices)
{
    const double *first = choices.empty() ? nullptr : choices.front().number();
    const bool areAlike = first && *first >= 1 && std::floor(*first) == *first
        && *first <= expertCounts.maximum
        && std::all_of(choices.begin(), choices.end(),
            [first](const Json &choice) { return choice.number() && *choice.number() == *first; });
    if (!areAlike)
        fields.fail(ErrorCode::OutOfRange, "moe_topk",
            english("errors", "one number of experts for all layers"));
    return areAlike ? static_cast<int>(*first) : 1;
}

} // namespace

void readExperts(Fields &fields, const Json &config, const Family &family, ModelSpec &spec)
{
    Experts experts;
    const ExpertTraits &traits = family.experts;
    const auto counted = [&fields](Fields::Names names, std::string_view own, int usual) {
        return static_cast<int>(own.empty() ? requiredOr(fields, names, expertCounts, usual)
                                            : requiredOr(fields, {own}, expertCounts, usual));
    };
    experts.count = counted({"num_experts", "num_local_experts", "n_routed_experts"},
        traits.countKey, traits.usualCount);
    const Json::Array *choices = listIn(config, "moe_topk");
    experts.perToken = choices
        ? oneChoice(fields, *choices)
        : counted({"num_experts_per_tok", "experts_per_token", "top_k_experts", "moe_topk"},
            traits.chosenKey, traits.usualPerToken);
    experts.width = requiredOr(fields, {traits.widthKey}, mlpWidths, traits.usualWidth);
    if (experts.perToken > experts.count)
        fields.fail(ErrorCode::Inconsistent, "num_experts_per_tok",
            {english("errors", "at most the %1 experts there are"),
                {std::to_string(experts.count)}});
    if (family.modules.router == Router::SparseMixer && experts.perToken != 2)
        fields.fail(ErrorCode::Inconsistent, "num_experts_per_tok",
            english("errors", "2: its router draws as many, whatever the config says"));
    experts.sharedGate = family.experts.sharedGate;
    experts.sharedTurn = traits.sharedTurn;
    experts.hasIdleBias = traits.hasIdleBias;
    experts.isJittered
        = !traits.jitterKey.empty() && fields.number({traits.jitterKey}, {0, 1}).value_or(0) > 0;
    experts.isGated = family.experts.isGated;
    experts.isSplit = family.experts.isSplit;
    experts.areHeads = family.experts.areHeads;
    experts.linearRouter = family.experts.linearRouter;
    experts.biases = family.experts.biases;
    experts.besideDense = family.experts.besideDense;
    experts.names = family.experts.names;
    if (!family.experts.sharedKey.empty()) {
        experts.sharedWidth = fields.integer({family.experts.sharedKey}, {0, 1 << 22})
                                  .value_or(family.experts.sharedWidth);
        experts.latent = fields.integer({"moe_latent_size"}, widths).value_or(0);
    } else if (family.experts.sharesOne)
        experts.sharedWidth = experts.width;
    else if (family.experts.sharedGate)
        experts.sharedWidth
            = fields.integer({"shared_expert_intermediate_size"}, mlpWidths).value_or(0);
    else if (!traits.sharedCountKey.empty())
        experts.sharedWidth = experts.width
            * fields.integer({traits.sharedCountKey}, {0, 1 << 10}).value_or(traits.shared);
    else if (family.experts.layers == SparseLayers::AfterFirst)
        experts.sharedWidth = experts.width
            * fields.integer({"n_shared_experts", "num_shared_experts"}, {0, 1 << 10})
                  .value_or(family.experts.shared);
    const Json::Array *types = fields.array("mlp_layer_types");
    experts.layers = types ? layersCalled(fields, *types, "mlp_layer_types", "sparse", spec.layers)
                           : sparseLayers(fields, family, spec.layers);
    for (std::size_t layer = 0; layer < spec.forms.size(); ++layer)
        experts.layers[layer] = spec.forms[layer].isSparse();
    spec.experts = std::move(experts);
    if (spec.experts->areHeads)
        readExpertHeads(fields, spec);
}

} // namespace shardscope
