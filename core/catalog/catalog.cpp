// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/catalog.h"

#include "core/base/ascii.h"
#include "core/base/fields.h"
#include "core/model/hfconfig.h"

#include <algorithm>
#include <array>
#include <type_traits>
#include <unordered_set>
#include <utility>

namespace shardscope {

namespace {

// Ids are ASCII: letter case is the only thing that people get wrong in them.
bool isAmong(const std::vector<std::string> &ids, std::string_view wanted)
{
    return std::any_of(ids.begin(), ids.end(),
        [wanted](const std::string &id) { return equalsIgnoringCase(id, wanted); });
}

/// "Llama-3.1-8B" of "meta-llama/Llama-3.1-8B".
std::string_view afterSlash(std::string_view id)
{
    return id.substr(id.rfind('/') + 1); // npos + 1 is 0
}

template <class Entry, class Matches>
const Entry *firstOf(const std::vector<Entry> &entries, const Matches &matches)
{
    const auto found = std::find_if(entries.begin(), entries.end(), matches);
    return found == entries.end() ? nullptr : &*found;
}

template <class Entry>
const Entry *findById(const std::vector<Entry> &entries, std::string_view id)
{
    return firstOf(entries, [id](const Entry &entry) { return equalsIgnoringCase(entry.id, id); });
}

template <class Entry>
const Entry *findByAlias(const std::vector<Entry> &entries, std::string_view id)
{
    return firstOf(entries, [id](const Entry &entry) { return isAmong(entry.aliases, id); });
}

bool hasShortId(const ModelEntry &model, std::string_view id)
{
    return equalsIgnoringCase(afterSlash(model.id), id)
        || std::any_of(model.aliases.begin(), model.aliases.end(),
            [id](const std::string &alias) { return equalsIgnoringCase(afterSlash(alias), id); });
}

constexpr NumberRange anyAmount{0, 1e18};

/// A figure is never without its source and date. One whose value is null is known to be unknown.
Figure readFigure(Fields &owner, std::string_view name, std::optional<Error> &error)
{
    const Json *object = owner.object(name);
    if (!object)
        return {};
    Fields fields(*object, owner.at(name), error);
    return {.value = fields.number({"value"}, anyAmount).value_or(0),
        .source = fields.requiredText("source"),
        .date = fields.requiredText("date")};
}

Figure requiredFigure(Fields &owner, std::string_view name, std::optional<Error> &error)
{
    owner.requiredObject(name);
    Figure figure = readFigure(owner, name, error);
    if (!figure.isKnown())
        owner.fail(ErrorCode::OutOfRange, name, english("errors", "a figure with a value above 0"));
    return figure;
}

std::vector<std::string> readAliases(Fields &fields)
{
    std::vector<std::string> aliases;
    const Json::Array *items = fields.array("aliases");
    for (std::size_t i = 0; items && i < items->size(); ++i) {
        if (const std::string *alias = (*items)[i].string())
            aliases.push_back(*alias);
        else
            fields.fail(ErrorCode::WrongType, "aliases", english("errors", "a list of ids"));
    }
    return aliases;
}

/// Reads what a GPU and a link have alike: id, name and source.
template <class Entry>
void readNames(Fields &fields, Entry &entry)
{
    entry.id = fields.requiredText("id");
    entry.name = fields.requiredText("name");
    entry.label = fields.text("label");
    if (entry.label.empty())
        entry.label = entry.name;
}

GpuSegment readSegment(Fields &fields)
{
    const std::string word = fields.text("segment");
    if (word.empty())
        return GpuSegment::Other;
    const auto segment = fromName<GpuSegment>(word);
    if (!segment)
        fields.fail(ErrorCode::UnknownChoice, "segment", oneOf(namesOf<GpuSegment>));
    return segment.value_or(GpuSegment::Other);
}

GpuSpec readGpu(Fields &fields, std::optional<Error> &error)
{
    GpuSpec gpu;
    readNames(fields, gpu);
    gpu.aliases = readAliases(fields);
    gpu.vendor = fields.text("vendor");
    gpu.segment = readSegment(fields);
    gpu.architecture = fields.text("architecture");
    gpu.computeCapability = fields.text("compute_capability");
    if (const Json *object = fields.requiredObject("memory")) {
        Fields memory(*object, fields.at("memory"), error);
        gpu.nominalGb = requiredFigure(memory, "nominal_gb", error);
        gpu.driverMib = readFigure(memory, "driver_mib", error);
        gpu.usableGib = requiredFigure(memory, "usable_gib", error);
    }
    gpu.memoryBandwidth = readFigure(fields, "memory_bandwidth_gb_s", error);
    gpu.bf16Tflops = readFigure(fields, "bf16_tflops", error);
    gpu.fp16Tflops = readFigure(fields, "fp16_tflops", error);
    gpu.fp8Tflops = readFigure(fields, "fp8_tflops", error);
    gpu.matmulTflops = readFigure(fields, "matmul_tflops_measured", error);
    gpu.sustainedTflops = readFigure(fields, "matmul_tflops_sustained", error);
    gpu.multiprocessors = readFigure(fields, "multiprocessors", error);
    gpu.powerWatts = readFigure(fields, "power_w", error);
    gpu.peerLink = fields.text("peer_link");
    gpu.networkLink = fields.text("network_link");
    gpu.hostLink = fields.text("host_link");
    gpu.note = fields.text("note");
    gpu.isLandmark = fields.boolean("landmark", false);
    gpu.isCapacityOnly = fields.boolean("capacity_only", false);
    return gpu;
}

NodeSweep readSweep(Fields &fields, std::optional<Error> &error)
{
    constexpr NumberRange rates{0, 1e5};
    NodeSweep sweep;
    const Json *object = fields.object("node_sweep");
    if (!object || error)
        return sweep;
    const std::string where = fields.at("node_sweep");
    Fields parts(*object, where, error);
    sweep.messageMib = requiredFigure(parts, "message_mib", error);
    const Json::Array *points = parts.array("points");
    for (std::size_t i = 0; points && i < points->size() && !error; ++i) {
        Fields point((*points)[i], where + "/points/" + std::to_string(i), error);
        const int before = sweep.points.empty() ? 1 : sweep.points.back().nodes;
        sweep.points.push_back({
            .nodes
            = static_cast<int>(point.integer({"nodes"}, {before + 1.0, 1e6}).value_or(before + 1)),
            .allReduce = point.number({"all_reduce_gb_s"}, rates).value_or(0),
            .allGather = point.number({"all_gather_gb_s"}, rates).value_or(0),
        });
    }
    return sweep;
}

LinkSpec readLink(Fields &fields, std::optional<Error> &error)
{
    LinkSpec link;
    readNames(fields, link);
    const std::string tier = fields.requiredText("tier");
    if (tier != "node" && tier != "network")
        fields.fail(ErrorCode::UnknownChoice, "tier", std::string("node or network"));
    link.tier = tier == "network" ? LinkTier::Network : LinkTier::Node;
    link.lineRate = readFigure(fields, "line_rate_gb_s", error);
    link.busBandwidth = requiredFigure(fields, "bus_bandwidth_gb_s", error);
    link.sweep = readSweep(fields, error);
    link.isPerNode = fields.boolean("per_node", false);
    link.note = fields.text("note");
    link.aliases = readAliases(fields);
    return link;
}

ModelEntry readModel(Fields &fields, std::optional<Error> &error)
{
    ModelEntry model;
    model.id = fields.requiredText("id");
    model.name = fields.text("name");
    if (model.name.empty())
        model.name = afterSlash(model.id);
    model.aliases = readAliases(fields);
    model.publishedParameters = fields.number({"parameters"}, anyAmount).value_or(0);
    model.publishedActive = fields.number({"active_parameters"}, anyAmount).value_or(0);
    model.source = fields.text("source");
    model.date = fields.text("date");
    model.note = fields.text("note");
    const Json *config = fields.requiredObject("config");
    if (!config || fields.failed())
        return model;
    Result<ModelSpec> spec = readModelConfig(*config);
    if (!spec) {
        error = spec.error();
        error->where = fields.at("config") + error->where;
        return model;
    }
    model.config = writeJson(*config, JsonStyle::Compact);
    model.spec = *std::move(spec);
    return model;
}

/// `read` makes an entry of its fields.
template <class Read>
auto readEntries(Fields &root, std::string_view name, std::optional<Error> &error, const Read &read)
{
    using Entry = std::invoke_result_t<Read, Fields &, std::optional<Error> &>;
    std::vector<Entry> entries;
    std::unordered_set<std::string> ids;
    const Json::Array *items = root.array(name);
    entries.reserve(items ? items->size() : 0);
    for (std::size_t i = 0; items && i < items->size() && !error; ++i) {
        const Json &item = (*items)[i];
        const std::string path = root.at(name) + "/" + std::to_string(i);
        Fields fields(item, path, error);
        if (!item.isObject()) {
            error = Error{.code = ErrorCode::WrongType,
                .where = path,
                .found = summary(item),
                .expected = english("errors", "an object"),
                .line = item.line()};
            break;
        }
        Entry entry = read(fields, error);
        if (!ids.insert(lowerCase(entry.id)).second)
            fields.fail(ErrorCode::DuplicateKey, "id",
                english("errors", "an id of its own for each entry"));
        entries.push_back(std::move(entry));
    }
    return entries;
}

template <class Entry>
void merge(std::vector<Entry> &known, std::vector<Entry> added)
{
    if (known.empty())
        known = std::exchange(added, {});
    for (Entry &entry : added) {
        const auto old = std::find_if(known.begin(), known.end(), [&entry](const Entry &candidate) {
            return equalsIgnoringCase(candidate.id, entry.id);
        });
        if (old == known.end())
            known.push_back(std::move(entry));
        else
            *old = std::move(entry);
    }
}

void checkRoot(const Json &json, Fields &root)
{
    constexpr std::array<std::string_view, 4> sections{"schema", "gpus", "links", "models"};
    if (root.requiredInteger({"schema"}, {1, 1e9}) > CatalogSchema)
        root.fail(ErrorCode::UnsupportedVersion, "schema",
            {english("errors", "at most %1"), {std::to_string(CatalogSchema)}});
    for (const auto &[key, value] : *json.object()) {
        if (std::find(sections.begin(), sections.end(), key) == sections.end())
            root.fail(ErrorCode::UnknownField, key, oneOf(sections));
    }
}

} // namespace

const GpuSpec *Catalog::findGpu(std::string_view id) const
{
    return findById(gpus, id);
}

const LinkSpec *Catalog::findLink(std::string_view id) const
{
    const LinkSpec *link = findById(links, id);
    return link ? link : findByAlias(links, id);
}

const ModelEntry *Catalog::findModel(std::string_view id) const
{
    if (id.empty())
        return nullptr;
    if (const ModelEntry *model = findById(models, id))
        return model;
    if (const ModelEntry *model = findByAlias(models, id))
        return model;
    return firstOf(models, [id](const ModelEntry &model) { return hasShortId(model, id); });
}

Status readCatalog(std::string_view text, Catalog &catalog)
{
    const Result<Json> json = parseJson(text);
    if (!json)
        return json.error();
    if (!json->isObject())
        return Error{.code = ErrorCode::WrongType,
            .found = summary(*json),
            .expected = english("errors", "an object with gpus, links or models"),
            .line = json->line()};
    std::optional<Error> error;
    Fields root(*json, {}, error);
    checkRoot(*json, root);
    auto gpus = readEntries(root, "gpus", error, readGpu);
    auto links = readEntries(root, "links", error, readLink);
    auto models = readEntries(root, "models", error, readModel);
    if (error)
        return *std::move(error);
    merge(catalog.gpus, std::move(gpus));
    merge(catalog.links, std::move(links));
    merge(catalog.models, std::move(models));
    return success();
}

} // namespace shardscope
