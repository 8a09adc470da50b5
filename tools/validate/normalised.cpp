// SPDX-License-Identifier: GPL-3.0-or-later
// Runs in the project's own keys: what a source stated, what was assumed, and what was measured.
#include "tools/validate/normalised.h"

#include "core/scenario/keys.h"
#include "tools/validate/draft.h"
#include "tools/validate/formats.h"

#include <array>

namespace shardscope {

namespace {

/// Members that are carried along and not read.
constexpr std::array<std::string_view, 3> carried{"source", "notes", "printed"};

/// A group of settings; those that are assumed are each a value with its reason.
struct CaseGroup
{
    std::string name;
    const Json *settings = nullptr; ///< null: none
    std::string path{};
};

Status take(Draft &draft, const CaseGroup &group, std::string_view key, const Json &member)
{
    if (group.name == "stated")
        return draft.take({key, member});
    const Json *value = member.find("value");
    const Json *why = member.find("why");
    if (!value || !why || !why->string() || why->string()->empty())
        return Error{.code = ErrorCode::MissingField,
            .expected = std::string("a value, and why it is assumed")};
    return draft.take({key, *value, *why->string()});
}

void takeSetting(
    Draft &draft, const CaseGroup &group, std::string_view key, std::optional<Error> &error)
{
    const Json *member = group.settings ? group.settings->find(key) : nullptr;
    const Status status = member ? take(draft, group, key, *member) : success();
    if (status || error)
        return;
    error = status.error();
    error->where = group.path + pointerTo(key);
    error->line = member->line();
}

/// In the order of the key table: a model's name comes after its shape.
void takeSettings(Draft &draft, Fields &element, std::optional<Error> &error)
{
    for (const Key &key : keys()) {
        for (const char *name : {"stated", "assumed"})
            takeSetting(draft, {name, element.object(name), element.at(name)}, key.id, error);
    }
    for (const char *name : {"stated", "assumed"}) {
        const CaseGroup group{name, element.object(name), element.at(name)};
        for (const auto &[key, value] :
            group.settings ? *group.settings->object() : Json::Object{}) {
            if (!findKey(key))
                takeSetting(draft, group, key, error);
        }
    }
}

void readMeasured(Fields &element, std::optional<Error> &error, Case &item)
{
    const Json *measured = element.object("measured");
    if (!measured)
        return;
    Fields fields(*measured, element.at("measured"), error);
    for (const auto &[metric, amount] : *measured->object())
        item.measured.push_back({metric, Bytes(fields.number({metric}, byteRange).value_or(0))});
}

void readTags(Fields &element, std::optional<Error> &error, Case &item)
{
    const Json *tags = element.object("tags");
    if (!tags)
        return;
    Fields fields(*tags, element.at("tags"), error);
    for (const auto &[dimension, value] : *tags->object())
        item.tags.emplace_back(dimension, fields.text(dimension));
}

} // namespace

void readNormalisedCase(const Json &json, Fields &element, std::optional<Error> &error, Case &item)
{
    const auto format = fromName<CaseFormat>(element.requiredText("format"));
    if (!format)
        element.fail(ErrorCode::UnknownChoice, "format", oneOf(namesOf<CaseFormat>));
    item.format = format.value_or(CaseFormat::Device);
    item.confidence = element.requiredText("confidence");
    item.ranOutOfMemory = element.boolean("ran_out_of_memory", false);
    item.knowsGpu = element.boolean("knows_gpu", false);
    if (const auto stage = element.integer({"stage"}, {0, 1e6}))
        item.stage = static_cast<int>(*stage);
    item.addedTokens = static_cast<int>(element.integer({"added_tokens"}, {0, 1e6}).value_or(0));
    readTags(element, error, item);
    readMeasured(element, error, item);
    Draft draft;
    if (const std::string reason = element.text("left_out"); !reason.empty())
        draft.refuse(reason);
    takeSettings(draft, element, error);
    std::move(draft).finish(item);
    for (const std::string_view name : carried) {
        if (const Json *value = json.find(name))
            item.origin.emplace_back(name, *value);
    }
}

namespace {

Json tagsToJson(const Case &item)
{
    Json::Object tags;
    for (const auto &[dimension, value] : item.tags) {
        const bool isOfScenario = dimension == "method" || dimension == "strategy"
            || dimension == "framework" || dimension == "model";
        if (!isOfScenario)
            tags.emplace_back(dimension, value);
    }
    return tags;
}

void addScenario(Json::Object &object, const Case &item)
{
    if (const Unmapped *unmapped = std::get_if<Unmapped>(&item.mapping)) {
        object.emplace_back("left_out", unmapped->reason);
        return;
    }
    Json::Object stated;
    Json::Object assumed;
    for (const Setting &setting : item.settings) {
        if (setting.isAssumed())
            assumed.emplace_back(
                setting.key, Json::Object{{"value", setting.value}, {"why", setting.why}});
        else
            stated.emplace_back(setting.key, setting.value);
    }
    object.emplace_back("stated", std::move(stated));
    object.emplace_back("assumed", std::move(assumed));
}

Json caseToJson(const Case &item)
{
    Json::Object object{{"id", item.id}, {"format", nameOf(item.format)},
        {"confidence", item.confidence}, {"tags", tagsToJson(item)}};
    addScenario(object, item);
    if (item.addedTokens > 0)
        object.emplace_back("added_tokens", item.addedTokens);
    if (item.stage)
        object.emplace_back("stage", *item.stage);
    if (item.knowsGpu)
        object.emplace_back("knows_gpu", true);
    if (item.ranOutOfMemory)
        object.emplace_back("ran_out_of_memory", true);
    Json::Object measured;
    for (const Measurement &each : item.measured)
        measured.emplace_back(each.metric, each.bytes.value());
    object.emplace_back("measured", std::move(measured));
    object.insert(object.end(), item.origin.begin(), item.origin.end());
    return object;
}

} // namespace

std::string casesToNormalised(std::span<const Case> cases)
{
    std::string text = "[";
    for (const Case &item : cases)
        text.append(&item == cases.data() ? "\n" : ",\n")
            .append(writeJson(caseToJson(item), JsonStyle::Compact));
    return text + "\n]\n";
}

} // namespace shardscope
