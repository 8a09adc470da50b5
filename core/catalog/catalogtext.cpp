// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/catalogtext.h"

#include "core/base/number.h"
#include "core/base/texttable.h"
#include "core/catalog/gpugroups.h"
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
    for (const GpuGroup &group : gpuGroups(catalog)) {
        for (const GpuSpec *gpu : group.gpus)
            table.rows.push_back(
                {gpu->id, gpu->name, knownText(gpu->nominalGb), knownText(gpu->usableGib),
                    knownText(gpu->bf16Tflops), knownText(gpu->memoryBandwidth), gpu->peerLink});
    }
    return table;
}

/// The table, with the name of each group above its lines.
std::string gpuText(const Catalog &catalog)
{
    const std::string table = renderTable(gpuTable(catalog), TableFormat::Text);
    std::size_t at = table.find('\n') + 1;
    std::string text = table.substr(0, at);
    for (const GpuGroup &group : gpuGroups(catalog)) {
        text += "\n" + englishText(titleOf(group)) + "\n";
        for (std::size_t i = 0; i < group.gpus.size(); ++i) {
            const std::size_t end = table.find('\n', at) + 1;
            text += table.substr(at, end - at);
            at = end;
        }
    }
    return text;
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
        return gpuText(catalog);
    case CatalogKind::Models:
        return renderTable(modelTable(catalog), TableFormat::Text);
    case CatalogKind::Links:
        return renderTable(linkTable(catalog), TableFormat::Text);
    }
    return {};
}

} // namespace shardscope
