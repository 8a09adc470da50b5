// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/catalogtext.h"

#include "core/base/number.h"
#include "core/base/texttable.h"
#include "core/model/parameters.h"

namespace shardscope {

namespace {

std::string knownText(const Figure &figure)
{
    return figure.isKnown() ? formatNumber(figure.value) : "-";
}

TextTable gpuTable(const Catalog &catalog)
{
    TextTable table{.columns = {{"Id"}, {"Name"}, {"Nominal GB", true}, {"Usable GiB", true},
                        {"BF16 TFLOP/s", true}, {"Memory GB/s", true}, {"Peer link"}}};
    for (const GpuSpec &gpu : catalog.gpus)
        table.rows.push_back({gpu.id, gpu.name, knownText(gpu.nominalGb), knownText(gpu.usableGib),
            knownText(gpu.bf16Tflops), knownText(gpu.memoryBandwidth), gpu.peerLink});
    return table;
}

TextTable linkTable(const Catalog &catalog)
{
    TextTable table{
        .columns = {{"Id"}, {"Name"}, {"Between"}, {"Line rate GB/s", true}, {"Ring GB/s", true}}};
    for (const LinkSpec &link : catalog.links)
        table.rows.push_back(
            {link.id, link.name, link.tier == LinkTier::Node ? "GPUs of a node" : "nodes",
                knownText(link.lineRate), knownText(link.busBandwidth)});
    return table;
}

TextTable modelTable(const Catalog &catalog)
{
    TextTable table{.columns = {{"Id"}, {"Type"}, {"Parameters", true}, {"Active", true},
                        {"Hidden", true}, {"Layers", true}, {"Vocabulary", true}}};
    for (const ModelEntry &model : catalog.models) {
        const ParameterCount count = countParameters(model.spec);
        table.rows.push_back({model.id, model.spec.modelType, formatCount(count.total),
            formatCount(count.active), std::to_string(model.spec.hidden),
            std::to_string(model.spec.layers), std::to_string(model.spec.vocabulary)});
    }
    return table;
}

} // namespace

std::string catalogToText(const Catalog &catalog, CatalogKind kind)
{
    switch (kind) {
    case CatalogKind::Gpus:
        return renderTable(gpuTable(catalog), TableFormat::Text);
    case CatalogKind::Models:
        return renderTable(modelTable(catalog), TableFormat::Text);
    case CatalogKind::Links:
        return renderTable(linkTable(catalog), TableFormat::Text);
    }
    return {};
}

} // namespace shardscope
