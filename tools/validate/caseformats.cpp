// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/validate/caseformats.h"

#include "core/engines/convention.h"
#include "core/model/hfconfig.h"
#include "core/model/parameters.h"

namespace shardscope {

void readMeasured(Fields &element, std::span<const std::string_view> metrics,
    std::optional<Error> &error, Case &item)
{
    const Json *object = element.requiredObject("measured");
    if (!object)
        return;
    Fields fields(*object, element.at("measured"), error);
    for (const std::string_view metric : metrics) {
        if (const std::optional<double> bytes = fields.number({metric}, byteRange))
            item.measured.push_back({std::string(metric), Bytes(*bytes)});
    }
    if (item.measured.empty())
        fields.fail(ErrorCode::MissingField, metrics.front(), "bytes");
}

namespace {

std::string readTargets(const Json &scenario)
{
    const Json *value = scenario.find("lora_targets");
    if (!value)
        return {};
    if (value->string())
        return *value->string();
    std::string list;
    for (const Json &name : value->array() ? *value->array() : Json::Array{}) {
        if (name.string())
            list.append(list.empty() ? "" : ",").append(*name.string());
    }
    return list;
}

} // namespace

void readAdapters(Fields &fields, const Json &scenario, Training &training)
{
    training.loraRank = static_cast<int>(fields.requiredInteger({"lora_rank"}, tokenRange));
    training.loraDropout = fields.number({"lora_dropout"}, {0, 1}).value_or(0);
    training.loraTargets = readTargets(scenario);
    if (training.loraTargets.empty())
        fields.fail(ErrorCode::MissingField, "lora_targets", "module names");
}

std::variant<ModelChoice, Unmapped> modelOf(const Json &architecture, std::string name)
{
    Result<ModelSpec> spec = readModelConfig(architecture);
    if (!spec)
        return Unmapped{"its architecture cannot be planned: " + describe(spec.error())};
    return ModelChoice{.imported = ImportedModel{.name = std::move(name),
                           .config = writeJson(architecture, JsonStyle::Compact),
                           .spec = *std::move(spec)}};
}

std::optional<Unmapped> refuseUncounted(const Json &scenario)
{
    const auto amount = [&scenario](std::string_view name) {
        const Json *value = scenario.find(name);
        return value && value->number() ? *value->number() : 0;
    };
    const auto isSaid = [&scenario](std::string_view name) {
        const Json *value = scenario.find(name);
        const bool isList = value && value->array() && !value->array()->empty();
        const bool isText = value && value->string() && !value->string()->empty();
        return isList || isText || (value && value->boolean() && *value->boolean());
    };
    for (const std::string_view key : {"use_dora", "modules_to_save"}) {
        if (isSaid(key))
            return unmapped("the setting is not counted", key);
    }
    if (amount("frozen_layers") > 0)
        return unmapped("the setting is not counted", "frozen_layers");
    if (amount("checkpoint_every") > 1)
        return unmapped("the setting is not counted", "checkpoint_every");
    return std::nullopt;
}

Mapping withModel(Scenario scenario, std::variant<ModelChoice, Unmapped> model)
{
    if (Unmapped *refused = std::get_if<Unmapped>(&model))
        return std::move(*refused);
    scenario.model = std::get<ModelChoice>(std::move(model));
    if (!scenario.model.imported)
        return scenario;
    const ModelSpec &spec = scenario.model.imported->spec;
    if (!spec.remarks.unreadKeys.empty())
        return unmapped(
            "a key of the model changes memory and is not read", spec.remarks.unreadKeys.front());
    const TableNames tables = tablesIn(spec, scenario.training.loraTargets);
    if (scenario.training.method != Method::Full && tables.count() > 0)
        return unmapped("the adapters are not counted", namesOfTables(spec, tables));
    return scenario;
}

Unmapped unmapped(std::string why, std::string_view word)
{
    return {std::move(why) + ": " + (word.empty() ? "not stated" : std::string(word))};
}

std::vector<Tag> scenarioTags(const Scenario &scenario)
{
    return {{"method", std::string(nameOf(scenario.training.method))},
        {"strategy", std::string(nameOf(scenario.parallel.strategy))},
        {"framework", std::string(nameOf(frameworkFor(scenario.parallel)))}};
}

} // namespace shardscope
