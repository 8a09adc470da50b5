// SPDX-License-Identifier: GPL-3.0-or-later
#include "resources/backup.h"

#include "core/base/fields.h"
#include "core/base/json.h"
#include "resources/readfile.h"

namespace shardscope {

namespace {

Json markToJson(const FileMark &mark)
{
    Json json;
    json["bytes"] = static_cast<double>(mark.bytes);
    json["crc"] = static_cast<double>(mark.crc);
    return json;
}

/// What `markToJson` made; nothing where there is none.
std::optional<FileMark> markIn(const Json &backup)
{
    std::optional<Error> error;
    Fields fields(backup, {}, error);
    const Json *mark = fields.object("file");
    if (!mark)
        return std::nullopt;
    Fields numbers(*mark, {}, error);
    const FileMark read{
        static_cast<std::uint64_t>(numbers.requiredInteger({"bytes"}, {0, double(LargestFile)})),
        static_cast<std::uint32_t>(numbers.requiredInteger({"crc"}, {0, 0xFFFFFFFFU}))};
    return error ? std::nullopt : std::optional(read);
}

} // namespace

std::string writeBackup(const Backup &backup, const std::string &kind)
{
    Json json;
    json["path"] = backup.path;
    if (backup.mark)
        json["file"] = markToJson(*backup.mark);
    const Result<Json> document = parseJson(backup.text);
    json[kind] = document ? *document : Json{};
    return writeJson(json);
}

Result<std::optional<Backup>> readBackup(std::string_view text, const std::string &kind)
{
    const Result<Json> backup = parseJson(text);
    if (!backup)
        return backup.error();
    const Json *document = backup->find(kind);
    if (!document)
        return std::optional<Backup>();
    const Json *path = backup->find("path");
    if (!path || !path->string())
        return Error{.code = ErrorCode::InvalidSyntax};
    return std::optional(Backup{writeJson(*document), *path->string(), markIn(*backup)});
}

} // namespace shardscope
