// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/scenariojson.h"

#include "core/scenario/keys.h"

#include <algorithm>

namespace shardscope {

namespace {

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
Result<const Json *> findValue(const Json &root, std::string path, std::string_view id)
{
    const Json *value = &root;
    std::optional<Error> error;
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
                .expected = english("errors", "an object"),
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
Error placed(Error error, const std::string &path, const Key &key)
{
    const std::string within = error.where.starts_with('/') ? error.where : std::string();
    error.where = path + pointerOf(key.id) + within;
    return error;
}

bool isGroup(std::string_view id)
{
    const std::span<const Key> table = keys();
    return std::any_of(table.begin(), table.end(), [id](const Key &key) {
        return key.id.size() > id.size() && key.id.starts_with(id) && key.id[id.size()] == '.';
    });
}

/// What is left of a file without the keys that this program knows; null where nothing is.
Json unknownIn(
    const Json &value, const std::string &prefix, std::initializer_list<std::string_view> others)
{
    Json::Object unknown;
    for (const auto &[name, member] : *value.object()) {
        const std::string id = prefix + name;
        if (findKey(id) || isFormerKey(id)
            || std::find(others.begin(), others.end(), id) != others.end())
            continue;
        Json kept = isGroup(id) && member.isObject() ? unknownIn(member, id + ".", others) : member;
        if (!isGroup(id) || kept.isObject())
            unknown.emplace_back(name, std::move(kept));
    }
    return unknown.empty() ? Json() : Json(std::move(unknown));
}

} // namespace

Result<KnownKeys> readKeys(
    const Json &object, const std::string &path, std::initializer_list<std::string_view> others)
{
    KnownKeys known;
    for (const Key &key : keys()) {
        const Result<const Json *> value = findValue(object, path, key.id);
        if (!value)
            return value.error();
        if (!*value)
            continue;
        if (Status status = setKey(known.scenario, key, **value); !status)
            return placed(status.error(), path, key);
    }
    for (const FormerKey &former : formerKeys()) {
        const Result<const Json *> value = findValue(object, path, former.id);
        if (!value)
            return value.error();
        if (!*value)
            continue;
        const std::string *word = (*value)->string();
        const Status status
            = setFormerKey(known.scenario, former.id, word ? *word : englishText(summary(**value)));
        if (!status)
            return status.error();
    }
    known.extras = unknownIn(object, {}, others);
    return known;
}

void addExtras(Json &object, const Json &extras)
{
    if (!extras.isObject() || extras.object()->empty())
        return;
    if (!object.isObject())
        object = Json::Object();
    Json::Object &members = *object.object();
    const std::size_t known = members.size(); // foreign keys may be very many
    for (const auto &[name, value] : *extras.object()) {
        const auto there
            = std::find_if(members.begin(), members.begin() + static_cast<std::ptrdiff_t>(known),
                [&name = name](const auto &member) { return member.first == name; });
        if (there == members.begin() + static_cast<std::ptrdiff_t>(known))
            members.emplace_back(name, value);
        else if (there->second.isObject())
            addExtras(there->second, value);
    }
}

void addKeys(Json &object, const Scenario &scenario)
{
    for (const Key &key : keys()) {
        std::optional<Json> value = key.get(scenario);
        if (!value)
            continue;
        Json *at = &object;
        visitNames(key.id, [&at](std::string_view name, bool) {
            at = &(*at)[name];
            return true;
        });
        *at = *std::move(value);
    }
}

} // namespace shardscope
