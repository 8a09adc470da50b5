// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/parameters.h"

#include <array>

namespace shardscope {

std::string_view streamProjection(std::int64_t stream)
{
    constexpr std::array<std::string_view, 7> names{"altup_projections.0", "altup_projections.1",
        "altup_projections.2", "altup_projections.3", "altup_projections.4", "altup_projections.5",
        "altup_projections.6"};
    return names.at(static_cast<std::size_t>(stream - 1));
}

std::string_view streamReturn(std::int64_t stream)
{
    constexpr std::array<std::string_view, 7> names{"altup_unembed_projections.0",
        "altup_unembed_projections.1", "altup_unembed_projections.2", "altup_unembed_projections.3",
        "altup_unembed_projections.4", "altup_unembed_projections.5",
        "altup_unembed_projections.6"};
    return names.at(static_cast<std::size_t>(stream - 1));
}

std::vector<Linear> linearsBesideLayers(const ModelSpec &spec)
{
    std::vector<Linear> linears;
    const std::int64_t h = spec.hidden;
    if (spec.layerEmbeddings)
        linears.push_back({"per_layer_model_projection", h, spec.layerInputWidth()});
    for (std::int64_t stream = 1; stream < spec.streams(); ++stream)
        linears.push_back({streamProjection(stream), h, h});
    for (std::int64_t stream = 1; stream < spec.streams(); ++stream)
        linears.push_back({streamReturn(stream), h, h});
    // BertPooler: all-linear takes it in, and "dense" as it does those of the layers.
    if (spec.encoder && spec.encoder->head == EncoderHead::Pooler && spec.encoder->hasPooler())
        linears.push_back({"dense", h, h});
    return linears;
}

} // namespace shardscope
