// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/document/originjson.h"

#include "core/base/fields.h"
#include "core/base/names.h"
#include "core/scenario/keys.h"

#include <limits>

namespace shardscope {

template <>
inline constexpr std::array<std::string_view, 5> namesOf<OriginKind>{
    "default", "format", "file", "derived", "user"};

namespace {

Origin readOrigin(const Json &json, const std::string &path, std::optional<Error> &error)
{
    Fields fields(json, path, error);
    const std::string from = fields.requiredText("from");
    const std::optional<OriginKind> kind = fromName<OriginKind>(from);
    if (!error && !kind)
        fields.fail(ErrorCode::UnknownChoice, "from",
            english("errors", "default, format, file, derived or user"));
    return {.kind = kind.value_or(OriginKind::Default),
        .file = fields.text("file"),
        .line = static_cast<int>(
            fields.integer({"line"}, {0, std::numeric_limits<int>::max()}).value_or(0)),
        .key = fields.text("key"),
        .text = fields.text("value")};
}

} // namespace

Json originsToJson(const Origins &origins)
{
    Json root{Json::Object{}};
    for (const auto &[input, origin] : origins) {
        Json json;
        json["from"] = Json(nameOf(origin.kind));
        if (!origin.file.empty())
            json["file"] = Json(origin.file);
        if (origin.line > 0)
            json["line"] = Json(origin.line);
        if (!origin.key.empty())
            json["key"] = Json(origin.key);
        if (!origin.text.empty())
            json["value"] = Json(origin.text);
        root[input] = std::move(json);
    }
    return root;
}

Result<Origins> readOrigins(const Json &root)
{
    Origins origins;
    const Json *member = root.find("origins");
    if (!member)
        return origins;
    if (!member->isObject())
        return Error{.code = ErrorCode::WrongType,
            .where = "/origins",
            .found = summary(*member),
            .expected = english("errors", "an object"),
            .line = member->line()};
    std::optional<Error> error;
    for (const auto &[input, json] : *member->object()) {
        Origin origin = readOrigin(json, "/origins" + pointerTo(input), error);
        if (error)
            return *error;
        if (findKey(input))
            origins[input] = std::move(origin);
    }
    return origins;
}

} // namespace shardscope
