// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/interpolate.h"

#include "core/base/yaml.h"
#include "core/interchange/format.h"
#include "core/scenario/keytext.h"

#include <algorithm>
#include <optional>
#include <string>

namespace shardscope {

namespace {

/// References may refer to each other.
constexpr int mostRounds = 8;
constexpr std::size_t longestText = 4096;

/// What stands between "${" and "}": a path of the file, or a name with a default.
std::optional<Json> meant(std::string_view reference, const Json &root)
{
    if (reference.starts_with("oc.env:")) {
        const std::size_t comma = reference.find(',');
        if (comma == std::string_view::npos)
            return std::nullopt;
        return plainScalar(reference.substr(comma + 1));
    }
    if (const Json *value = valueAt(root, reference))
        return *value;
    // "${NAME:default}", and the shell's "${NAME:-default}".
    const std::size_t colon = reference.find(':');
    if (colon == std::string_view::npos)
        return std::nullopt;
    std::string_view fallback = reference.substr(colon + 1);
    if (fallback.starts_with('-'))
        fallback.remove_prefix(1);
    return plainScalar(fallback);
}

/// Text with its references followed; nothing where one leads nowhere.
std::optional<Json> followed(const std::string &text, const Json &root)
{
    const std::size_t begin = text.find("${");
    const std::size_t end = text.find('}', begin);
    if (end == std::string::npos)
        return std::nullopt;
    const std::optional<Json> value
        = meant(std::string_view(text).substr(begin + 2, end - begin - 2), root);
    if (!value)
        return std::nullopt;
    if (begin == 0 && end + 1 == text.size())
        return value;
    if (value->array() || value->isObject())
        return std::nullopt;
    std::string whole = text.substr(0, begin) + typedValue(*value) + text.substr(end + 1);
    if (whole.size() > longestText)
        return std::nullopt;
    return Json(std::move(whole));
}

bool isReference(const Json &value)
{
    return value.string() && value.string()->find("${") != std::string::npos;
}

class Interpolation
{
public:
    explicit Interpolation(Json &root)
        : m_root(root)
    { }

    std::vector<Error> run()
    {
        for (int round = 0; round < mostRounds && m_isChanging; ++round) {
            m_isChanging = false;
            m_open.clear();
            visit(m_root, {});
        }
        return std::move(m_open);
    }

private:
    void visit(Json &value, const std::string &path)
    {
        if (Json::Object *members = value.object()) {
            for (auto &[name, member] : *members)
                visit(member, path.empty() ? name : path + '.' + name);
        } else if (Json::Array *items = value.array()) {
            for (Json &item : *items)
                visit(item, path);
        } else if (isReference(value)) {
            follow(value, path);
        }
    }

    void follow(Json &value, const std::string &path)
    {
        std::optional<Json> next = followed(*value.string(), m_root);
        // A mapping that holds the reference would grow without end.
        const bool isCircle = next && (*next == value || next->isObject() || next->array());
        const bool isScalar = next && !isCircle;
        if (isScalar) {
            next->setPlace(value.line(), value.column());
            value = *std::move(next);
            m_isChanging = true;
        }
        if (!isScalar || isReference(value))
            m_open.push_back({.code = ErrorCode::MissingField,
                .where = path,
                .found = summary(value),
                .line = value.line()});
    }

    Json &m_root;
    std::vector<Error> m_open;
    bool m_isChanging = true;
};

} // namespace

std::vector<Error> interpolate(Json &root)
{
    return Interpolation(root).run();
}

void setAt(Json &root, std::string_view path, Json value)
{
    constexpr std::ptrdiff_t deepest = 32;
    if (std::count(path.begin(), path.end(), '.') > deepest) {
        root[path] = std::move(value);
        return;
    }
    Json *at = &root;
    while (true) {
        const std::size_t dot = path.find('.');
        at = &(*at)[path.substr(0, dot)];
        if (dot == std::string_view::npos)
            break;
        path.remove_prefix(dot + 1);
    }
    *at = std::move(value);
}

} // namespace shardscope
