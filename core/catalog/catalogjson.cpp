// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/catalogjson.h"

#include "core/model/parameters.h"

namespace shardscope {

namespace {

Json number(std::int64_t value)
{
    return static_cast<double>(value);
}

/// Null where nobody published the number.
Json figureToJson(const Figure &figure)
{
    if (!figure.isKnown())
        return {};
    return Json::Object{{"value", figure.value}, {"source", figure.source}, {"date", figure.date}};
}

Json gpuToJson(const GpuSpec &gpu)
{
    return Json::Object{{"id", gpu.id}, {"name", gpu.name}, {"vendor", gpu.vendor},
        {"segment", nameOf(gpu.segment)}, {"capacity_only", gpu.isCapacityOnly},
        {"architecture", gpu.architecture}, {"compute_capability", gpu.computeCapability},
        {"memory_nominal_gb", figureToJson(gpu.nominalGb)},
        {"memory_driver_mib", figureToJson(gpu.driverMib)},
        {"memory_usable_gib", figureToJson(gpu.usableGib)},
        {"memory_bandwidth_gb_s", figureToJson(gpu.memoryBandwidth)},
        {"bf16_tflops", figureToJson(gpu.bf16Tflops)},
        {"fp16_tflops", figureToJson(gpu.fp16Tflops)}, {"fp8_tflops", figureToJson(gpu.fp8Tflops)},
        {"matmul_tflops", figureToJson(gpu.matmulTflops)},
        {"matmul_tflops_sustained", figureToJson(gpu.sustainedTflops)},
        {"multiprocessors", figureToJson(gpu.multiprocessors)},
        {"power_w", figureToJson(gpu.powerWatts)}, {"peer_link", gpu.peerLink},
        {"host_link", gpu.hostLink}, {"note", gpu.note}};
}

/// Null where nobody measured it.
Json sweepToJson(const NodeSweep &sweep)
{
    if (sweep.points.empty())
        return {};
    Json::Array points;
    for (const NodeSweep::Point &point : sweep.points)
        points.push_back(Json::Object{{"nodes", point.nodes}, {"all_reduce_gb_s", point.allReduce},
            {"all_gather_gb_s", point.allGather}});
    return Json::Object{
        {"message_mib", figureToJson(sweep.messageMib)}, {"points", std::move(points)}};
}

Json linkToJson(const LinkSpec &link)
{
    return Json::Object{{"id", link.id}, {"name", link.name},
        {"tier", link.tier == LinkTier::Node ? "node" : "network"},
        {"line_rate_gb_s", figureToJson(link.lineRate)},
        {"bus_bandwidth_gb_s", figureToJson(link.busBandwidth)},
        {"node_sweep", sweepToJson(link.sweep)}, {"per_node", link.isPerNode}, {"note", link.note}};
}

Json modelToJson(const ModelEntry &model)
{
    const ParameterCount count = countParameters(model.spec);
    const ModelSpec &spec = model.spec;
    Json::Object object{{"id", model.id}, {"name", model.name}, {"model_type", spec.modelType},
        {"parameters", count.total}, {"active_parameters", count.active},
        {"hidden_size", number(spec.hidden)}, {"layers", number(spec.layers)},
        {"heads", number(spec.heads)}, {"kv_heads", number(spec.kvHeads)},
        {"head_dim", number(spec.headDim)}, {"intermediate_size", number(spec.intermediate)},
        {"vocab_size", number(spec.vocabulary)}, {"max_sequence", number(spec.maxSequence)},
        {"tied_embeddings", spec.tiedEmbeddings}};
    if (spec.experts) {
        object.emplace_back("experts", spec.experts->count);
        object.emplace_back("experts_per_token", spec.experts->perToken);
    }
    object.emplace_back("published_parameters", model.publishedParameters);
    object.emplace_back("source", model.source);
    object.emplace_back("date", model.date);
    return object;
}

template <class Entries, class Function>
Json listOf(CatalogKind kind, const Entries &entries, Function toJson)
{
    Json::Array items;
    for (const auto &entry : entries)
        items.push_back(toJson(entry));
    return Json::Object{
        {"schema", ReportSchema}, {std::string(nameOf(kind)), Json(std::move(items))}};
}

} // namespace

Json catalogToJson(const Catalog &catalog, CatalogKind kind)
{
    switch (kind) {
    case CatalogKind::Gpus:
        return listOf(kind, catalog.gpus, gpuToJson);
    case CatalogKind::Models:
        return listOf(kind, catalog.models, modelToJson);
    case CatalogKind::Links:
        return listOf(kind, catalog.links, linkToJson);
    }
    return {};
}

} // namespace shardscope
