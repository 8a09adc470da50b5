// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/modelfacts.h"

#include "core/base/ascii.h"
#include "core/base/nearest.h"
#include "core/catalog/meantid.h"
#include "core/catalog/unknownid.h"
#include "core/interchange/factlist.h"
#include "core/interchange/shapefacts.h"
#include "core/model/hfconfig.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace shardscope {

namespace {

NamedModel entryFound(const ModelEntry &entry, const Origin &origin, Phrase why = {})
{
    return {.choice = {.id = entry.id}, .name = entry.id, .origin = origin, .why = std::move(why)};
}

Result<std::optional<NamedModel>> named(
    const Fact &fact, const Catalog &catalog, const ModelLookup &lookup)
{
    const std::string &name = *fact.value.string();
    if (const std::optional<RunFile> file
        = lookup ? lookup(name, fact.origin.file) : std::optional<RunFile>()) {
        Result<ImportedModel> model = importModel(file->text, name);
        if (!model) {
            model.error().file = file->name;
            return model.error();
        }
        return std::optional(NamedModel{.choice = {.imported = *std::move(model)},
            .name = name,
            .origin = fact.origin,
            .why = {english("import", "Its config.json was found: %1."), {file->name}}});
    }
    if (const ModelEntry *entry = catalog.findModel(name))
        return std::optional(entryFound(*entry, fact.origin));
    if (const std::vector<std::string> ids = meantIds(name, CatalogKind::Models, catalog);
        ids.size() == 1)
        return std::optional(entryFound(*catalog.findModel(ids.front()), fact.origin,
            {english("import", "By its name of the shape of %1."), {ids.front()}}));
    return Error{.code = ErrorCode::MissingField,
        .where = fact.origin.key,
        .found = name,
        .expected
        = withMeant(english("import",
                        "a model of the catalogue, or its config.json beside the files of the run"),
            nearestIds(name, CatalogKind::Models, catalog)),
        .line = fact.origin.line,
        .file = fact.origin.file};
}

/// Of a parameter in fp32, 16-bit and 8-bit weights.
constexpr std::array<double, 3> wholeBytes{4, 2, 1};

constexpr std::array flavors{TitanModel{"llama3", "8B", "meta-llama/Llama-3.1-8B"},
    TitanModel{"llama3", "70B", "meta-llama/Llama-3.1-70B"},
    TitanModel{"llama3", "405B", "meta-llama/Llama-3.1-405B"},
    TitanModel{"qwen3", "0.6B", "Qwen/Qwen3-0.6B"}, TitanModel{"qwen3", "1.7B", "Qwen/Qwen3-1.7B"},
    TitanModel{"qwen3", "4B", "Qwen/Qwen3-4B"}, TitanModel{"qwen3", "8B", "Qwen/Qwen3-8B"},
    TitanModel{"qwen3", "14B", "Qwen/Qwen3-14B"}, TitanModel{"qwen3", "32B", "Qwen/Qwen3-32B"},
    TitanModel{"qwen3", "30B-A3B", "Qwen/Qwen3-30B-A3B"},
    TitanModel{"deepseek_v3", "671B", "deepseek-ai/DeepSeek-V3"}};

Result<std::optional<NamedModel>> shaped(const FactList &facts)
{
    const std::optional<Json> config = configOfShape(facts);
    if (!config)
        return std::optional<NamedModel>();
    Result<ImportedModel> model = importModel(writeJson(*config), "GPT");
    if (!model)
        return model.error();
    Origin origin = facts.find("shape.hidden")->origin;
    origin.kind = OriginKind::Derived;
    return std::optional(NamedModel{.choice = {.imported = *std::move(model)},
        .name = "GPT",
        .origin = std::move(origin),
        .why = facts.number("shape.vocab")
            ? english("import", "A model of the shape that the flags say.")
            : english("import",
                "A model of the shape that the flags say; its vocabulary is not said: 50,304."),
        .missing = missingOfShape(facts)});
}

/// A model of another kind, told by a flag or the program that is started.
Error notOfAttention(const Fact &fact)
{
    return {.code = ErrorCode::UnknownArchitecture,
        .where = fact.origin.key,
        .found = fact.origin.text,
        .expected
        = english("import", "a decoder whose layers are all attention: no other is planned"),
        .line = fact.origin.line,
        .file = fact.origin.file};
}

} // namespace

const TitanModel *titanModel(std::string_view id)
{
    const auto known = std::find_if(
        flavors.begin(), flavors.end(), [id](const TitanModel &each) { return each.id == id; });
    return known == flavors.end() ? nullptr : &*known;
}

Result<std::optional<NamedModel>> modelOf(std::span<const Fact> facts,
    const std::optional<GivenModel> &given, const Catalog &catalog, const ModelLookup &lookup)
{
    if (given)
        return std::optional(NamedModel{.choice = {.imported = given->model},
            .name = given->model.name,
            .origin = given->origin});
    const FactList list(facts);
    for (const std::string_view id : {"model", "adapter_base"}) {
        const Fact *fact = list.find(id);
        if (fact && fact->value.string() && !fact->value.string()->empty())
            return named(*fact, catalog, lookup);
    }
    const auto flavor
        = std::find_if(flavors.begin(), flavors.end(), [&list](const TitanModel &each) {
              return list.is("model_name", each.name) && list.is("model_flavor", each.flavor);
          });
    if (flavor != flavors.end()) {
        const Fact &fact = *list.find("model_name");
        if (const ModelEntry *entry = catalog.findModel(flavor->id))
            return std::optional(entryFound(*entry, fact.origin));
    }
    if (const Fact *fact = list.find("model_name"))
        return Error{.code = ErrorCode::MissingField,
            .where = fact->origin.key,
            .found = {english("errors", "%1 %2"),
                {std::string(list.word("model_name")), std::string(list.word("model_flavor"))}},
            .expected = english("import",
                "a model of the catalogue, or its config.json beside the files of the run"),
            .line = fact->origin.line,
            .file = fact->origin.file};
    if (const Fact *fact = list.find("shape.other"))
        return notOfAttention(*fact);
    return shaped(list);
}

std::optional<Fact> storageIn(const Fact &model)
{
    const std::string *name = model.value.string();
    if (!name)
        return std::nullopt;
    struct Ending
    {
        std::string_view word;
        std::string_view id;
        Json value;
    };
    const std::array endings{Ending{"bnb-4bit", "bits", Json(4.0)},
        Ending{"bnb-nf4", "bits", Json(4.0)}, Ending{"gptq", "training.base", Json("gptq")},
        Ending{"awq", "training.base", Json("awq")}};
    const std::string lower = lowerCase(*name);
    const auto found = std::find_if(endings.begin(), endings.end(),
        [&lower](const Ending &ending) { return lower.find(ending.word) != std::string::npos; });
    if (found == endings.end())
        return std::nullopt;
    return Fact{std::string(found->id), found->value, model.origin, model.rank};
}

std::optional<ImportRow> weightsAgainst(std::span<const Fact> facts, double parameters)
{
    // Sizes are those of whole tensors, so that only headers and hand edits could differ.
    constexpr double close = 0.005;
    const auto isNear = [](double a, double b) { return std::abs(a - b) <= close * b; };
    const FactList list(facts);
    const std::optional<double> count = list.number("file_parameters");
    const std::optional<double> bytes = list.number("file_bytes");
    const Fact *fact = list.find(count ? "file_parameters" : "file_bytes");
    if (!fact || (count && isNear(*count, parameters)))
        return std::nullopt;
    const double each = bytes.value_or(0) / parameters;
    if (!count && std::any_of(wholeBytes.begin(), wholeBytes.end(), [&](double size) {
            return isNear(each, size);
        }))
        return std::nullopt;
    return ImportRow{.file = fact->origin.file,
        .line = fact->origin.line,
        .key = fact->origin.key,
        .value = fact->origin.text,
        .input = "model.id",
        .why = count
            ? Phrase(english("import", "Weights of %1 parameters; the model planned has %2."),
                {Amount::parameters(*count), Amount::parameters(parameters)})
            : Phrase(english("import",
                         "%1 bytes for each of the %2 parameters planned: quantised, or the "
                         "weights of another model."),
                {Amount::significant(each), Amount::parameters(parameters)})};
}

} // namespace shardscope
