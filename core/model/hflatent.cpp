// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/hflatent.h"

#include "core/model/configvalues.h"
#include "core/model/hflayers.h"
#include "core/model/shaperanges.h"

#include <algorithm>

namespace shardscope {

namespace {

/// configuration_glm_moe_dsa.py, __post_init__: a list, a pattern of F and S, or each n-th layer.
std::vector<bool> reusingLayers(Fields &fields, const Json &config, std::int64_t count)
{
    if (const Json::Array *types = listIn(config, "indexer_types"))
        return layersCalled(fields, *types, "indexer_types", "shared", count);
    const Json *pattern = config.find("index_topk_pattern");
    if (pattern && pattern->array())
        return layersCalled(fields, *pattern->array(), "index_topk_pattern", "shared", count);
    std::vector<bool> layers(static_cast<std::size_t>(count));
    if (pattern && pattern->string()) {
        const std::string &letters = *pattern->string();
        if (letters.size() < layers.size()
            || letters.find_first_not_of("FS") != std::string::npos) {
            fields.fail(ErrorCode::Inconsistent, "index_topk_pattern",
                {english("errors", "F or S for each of the %1 layers"), {std::to_string(count)}});
            return layers;
        }
        for (std::size_t layer = 0; layer < layers.size(); ++layer)
            layers[layer] = letters[layer] == 'S';
        return layers;
    }
    constexpr std::int64_t usualOffset = 2;
    const std::int64_t step
        = std::max<std::int64_t>(1, fields.integer({"index_topk_freq"}, layerIndices).value_or(1));
    const std::int64_t offset
        = fields.integer({"index_skip_topk_offset"}, layerIndices).value_or(usualOffset);
    for (std::int64_t layer = 0; layer < count; ++layer)
        layers[static_cast<std::size_t>(layer)]
            = std::max<std::int64_t>(layer - offset + 1, 0) % step != 0;
    return layers;
}

} // namespace

/// A query that is not compressed has a rank of null.
void readLatent(Fields &fields, const Json &config, ModelSpec &spec)
{
    constexpr std::int64_t usualRank = 1536;
    const std::int64_t absent = config.find("q_lora_rank") ? 0 : usualRank;
    LatentAttention latent;
    latent.queryRank = fields.integer({"q_lora_rank"}, optionalWidths).value_or(absent);
    latent.kvRank = fields.requiredInteger({"kv_lora_rank"}, widths);
    latent.ropeDim = fields.requiredInteger({"qk_rope_head_dim"}, widths);
    latent.nopeDim = fields.requiredInteger({"qk_nope_head_dim"}, widths);
    latent.valueDim = fields.requiredInteger({"v_head_dim"}, widths);
    spec.kvHeads = spec.heads;
    spec.headDim = latent.nopeDim + latent.ropeDim;
    spec.latent = latent;
}

void readIndexer(Fields &fields, const Json &config, const Family &family, ModelSpec &spec)
{
    if (family.indexer == IndexerKeys::None || !spec.latent || !spec.experts)
        return;
    const bool handsOn = family.indexer == IndexerKeys::HandedOn;
    Indexer indexer{
        .heads = fields.integer({"index_n_heads"}, headCounts).value_or(handsOn ? 32 : 64),
        .headDim = fields.integer({"index_head_dim"}, widths).value_or(128),
        .chosen = fields.integer({"index_topk"}, widths).value_or(2048),
        .handsOn = handsOn};
    if (indexer.headDim <= spec.latent->ropeDim)
        fields.fail(ErrorCode::Inconsistent, "index_head_dim",
            {english("errors", "more than the %1 of qk_rope_head_dim, which are rotated"),
                {std::to_string(spec.latent->ropeDim)}});
    if (spec.latent->queryRank == 0)
        fields.fail(ErrorCode::Inconsistent, "q_lora_rank",
            english("errors", "more than 0: the indexer reads the compressed query"));
    if (handsOn)
        indexer.reusing = reusingLayers(fields, config, spec.layers);
    if (!indexer.reusing.empty() && indexer.reusing.front())
        fields.fail(ErrorCode::Inconsistent, "indexer_types",
            english("errors", "an indexer in the first layer: there is none before it"));
    // DeepSeek-V3.2 makes as many experts as num_experts says, and its router picks from
    // n_routed_experts of them.
    constexpr std::int64_t usualExperts = 256;
    const std::int64_t routed
        = fields.integer({"n_routed_experts"}, headCounts).value_or(usualExperts);
    const std::int64_t made = handsOn
        ? routed
        : fields.integer({"num_experts", "num_local_experts"}, headCounts).value_or(usualExperts);
    if (routed != made || made != spec.experts->count)
        fields.fail(ErrorCode::Inconsistent, "n_routed_experts",
            {english("errors", "%1, as many as num_experts makes"), {std::to_string(made)}});
    spec.indexer = std::move(indexer);
}

} // namespace shardscope
