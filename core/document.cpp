// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/document.h"

#include "core/fields.h"
#include "core/keys.h"

#include <algorithm>

namespace shardscope {

namespace {

constexpr std::string_view versionKey = "shardscope";

/// "/training/sequence_length" of "training.sequence_length".
std::string pointerOf(std::string_view id)
{
    std::string pointer = "/" + std::string(id);
    std::replace(pointer.begin(), pointer.end(), '.', '/');
    return pointer;
}

/// Calls `visit` with each name of "training.sequence_length"; ends early where it says false.
template <class Visit>
void visitNames(std::string_view id, const Visit &visit)
{
    while (!id.empty()) {
        const std::size_t dot = std::min(id.find('.'), id.size());
        if (!visit(id.substr(0, dot), dot == id.size()))
            return;
        id.remove_prefix(std::min(dot + 1, id.size()));
    }
}

/// The value of a key, null where the file does not have it. A group that is no object is an error.
Result<const Json *> findValue(const Json &root, std::string_view id)
{
    const Json *value = &root;
    std::optional<Error> error;
    std::string path;
    visitNames(id, [&](std::string_view name, bool last) {
        path.append("/").append(name);
        value = value->find(name);
        if (!value || value->isNull()) {
            value = nullptr;
            return false;
        }
        if (!last && !value->isObject()) {
            error = Error{.code = ErrorCode::WrongType,
                .where = path,
                .found = summary(*value),
                .expected = "an object",
                .line = value->line()};
            return false;
        }
        return true;
    });
    if (error)
        return *std::move(error);
    return value;
}

/// Error of a key, told as a place in the file. A config.json inside knows its own places.
Error placed(Error error, const Key &key)
{
    const std::string within = error.where.starts_with('/') ? error.where : std::string();
    error.where = pointerOf(key.id) + within;
    return error;
}

Status checkVersion(const Json &root)
{
    std::optional<Error> error;
    Fields fields(root, {}, error);
    if (fields.requiredInteger({versionKey}, {1, 1e9}) > ScenarioSchema)
        fields.fail(ErrorCode::UnsupportedVersion, versionKey,
            "version " + std::to_string(ScenarioSchema) + " or older");
    return error ? Status(*std::move(error)) : success();
}

bool isGroup(std::string_view id)
{
    const std::span<const Key> table = keys();
    return std::any_of(table.begin(), table.end(), [id](const Key &key) {
        return key.id.size() > id.size() && key.id.starts_with(id) && key.id[id.size()] == '.';
    });
}

/// What is left of a file without the keys that this program knows; null where nothing is.
Json unknownIn(const Json &value, const std::string &prefix)
{
    Json unknown;
    for (const auto &[name, member] : *value.object()) {
        const std::string id = prefix + name;
        if (id == versionKey || findKey(id))
            continue;
        Json kept = isGroup(id) && member.isObject() ? unknownIn(member, id + ".") : member;
        if (!isGroup(id) || kept.isObject())
            unknown[name] = std::move(kept);
    }
    return unknown;
}

void addPointers(const Json &extras, const std::string &pointer, std::vector<std::string> &found)
{
    for (const auto &[name, value] : *extras.object()) {
        const std::string place = pointer + "/" + name;
        if (value.isObject())
            addPointers(value, place, found);
        else
            found.push_back(place);
    }
}

void add(Json &target, const Json &extras)
{
    const Json::Object *members = extras.object();
    for (std::size_t i = 0; members && i < members->size(); ++i) {
        const auto &[name, value] = (*members)[i];
        const Json *there = target.find(name);
        if (!there)
            target[name] = value;
        else if (there->isObject())
            add(target[name], value);
    }
}

void addScenario(Json &root, const Scenario &scenario)
{
    for (const Key &key : keys()) {
        std::optional<Json> value = key.get(scenario);
        if (!value)
            continue;
        Json *at = &root;
        visitNames(key.id, [&at](std::string_view name, bool) {
            at = &(*at)[name];
            return true;
        });
        *at = *std::move(value);
    }
}

} // namespace

std::vector<std::string> unknownKeys(const ScenarioDocument &document)
{
    std::vector<std::string> found;
    if (document.extras.isObject())
        addPointers(document.extras, {}, found);
    return found;
}

std::string writeScenario(const ScenarioDocument &document, JsonStyle style)
{
    Json root;
    root[versionKey] = ScenarioSchema;
    addScenario(root, document.scenario);
    add(root, document.extras);
    return writeJson(root, style) + (style == JsonStyle::Indented ? "\n" : "");
}

Json scenarioToJson(const Scenario &scenario)
{
    Json root{Json::Object{}};
    addScenario(root, scenario);
    return root;
}

Result<ScenarioDocument> readScenario(std::string_view text)
{
    const Result<Json> json = parseJson(text);
    if (!json)
        return json.error();
    return readScenario(*json);
}

Result<ScenarioDocument> readScenario(const Json &json)
{
    if (!json.isObject())
        return Error{.code = ErrorCode::WrongType,
            .found = summary(json),
            .expected = "an object",
            .line = json.line()};
    if (Status version = checkVersion(json); !version)
        return version.error();
    ScenarioDocument document;
    for (const Key &key : keys()) {
        const Result<const Json *> value = findValue(json, key.id);
        if (!value)
            return value.error();
        if (!*value)
            continue;
        if (Status status = setKey(document.scenario, key, **value); !status)
            return placed(status.error(), key);
    }
    document.extras = unknownIn(json, {});
    return document;
}

} // namespace shardscope
