// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keys.h"
#include "core/number.h"
#include "core/parameters.h"
#include "core/plantext.h"

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

std::string choicesText(const Key &key)
{
    std::string text;
    for (const std::string_view name : key.choices)
        text.append(text.empty() ? "" : " | ").append(name);
    return text;
}

std::string rangeText(const Key &key)
{
    switch (key.kind) {
    case KeyKind::Integer:
    case KeyKind::Real:
        return formatNumber(key.minimum) + " to " + formatNumber(key.maximum);
    case KeyKind::Choice:
        return choicesText(key);
    case KeyKind::Text:
    case KeyKind::Document:
        return "text";
    }
    return {};
}

std::string defaultText(const Key &key)
{
    const std::optional<Json> value = key.get(Scenario{});
    if (!value)
        return "-";
    return value->string() ? *value->string() : writeJson(*value, JsonStyle::Compact);
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

std::string keysToText()
{
    std::string text;
    for (const Key &key : keys()) {
        text.append(key.id).append(" = ").append(defaultText(key)).append("\n    ");
        text.append(rangeText(key));
        text.append(key.unit.empty() ? "" : ", unit: ").append(key.unit).append("\n    ");
        text.append(key.meaning).append("\n");
    }
    return text;
}

} // namespace shardscope
