// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/readfacts.h"

#include "core/base/ascii.h"
#include "core/base/plaintext.h"
#include "core/base/yaml.h"
#include "core/scenario/keys.h"
#include "core/scenario/keytext.h"

#include <algorithm>

namespace shardscope {

namespace {

/// Whether a value is the one that a table calls `word`: truth values by any of their names.
bool isCalled(const Json &value, std::string_view word)
{
    if (value.isNull())
        return word == "null";
    const Json meant = plainScalar(word);
    if (value.number() || value.boolean())
        return meant == value;
    const std::string *text = value.string();
    if (!text)
        return false;
    if (equalsIgnoringCase(*text, word))
        return true;
    const Json typed = plainScalar(*text); // "true" in quotes, as a shell gives it
    return !typed.string() && !typed.isNull() && typed == meant;
}

/// Off, or nothing at all.
bool isOff(const Json &value)
{
    if (const bool *flag = value.boolean())
        return !*flag;
    if (const double *number = value.number())
        return *number == 0;
    if (const std::string *text = value.string())
        return text->empty() || equalsIgnoringCase(*text, "none") || isCalled(value, "false");
    if (const Json::Array *items = value.array())
        return items->empty();
    if (const Json::Object *members = value.object())
        return std::all_of(
            members->begin(), members->end(), [](const auto &each) { return isOff(each.second); });
    return true;
}

bool startsPath(std::string_view path, std::string_view prefix)
{
    return path.size() > prefix.size() && path.starts_with(prefix) && path[prefix.size()] == '.';
}

/// The entry of a list of keys; empty: none. What stands behind "=" is not compared.
std::string_view entryOf(std::span<const std::string_view> list, std::string_view path)
{
    const auto isOf = [path](std::string_view entry) {
        return entry.starts_with(path)
            && (entry.size() == path.size() || entry[path.size()] == '=');
    };
    const auto found = std::find_if(list.begin(), list.end(), isOf);
    return found == list.end() ? std::string_view() : *found;
}

/// Walks the tree of one file.
class Walk
{
public:
    Walk(const Format &format, const Json &root, std::string file)
        : m_format(format)
        , m_root(root)
        , m_file(std::move(file))
    { }

    FileFacts take() { return std::move(m_result); }

    void members(
        const Json &object, const std::string &path, std::vector<ImportRow> *above = nullptr)
    {
        for (const auto &[name, value] : *object.object()) {
            const std::string inner = path.empty() ? name : path + '.' + name;
            visit(value, inner, above);
        }
    }

private:
    ImportRow rowOf(const Json &value, const std::string &path) const
    {
        return {.file = m_file, .line = value.line(), .key = path, .value = shownValue(value)};
    }

    /// `above`: the list that a subtree belongs to as far as no row says otherwise.
    void visit(const Json &value, const std::string &path, std::vector<ImportRow> *above)
    {
        bool isStated = false;
        for (const KeyRow &row : m_format.rows) {
            if (row.key == path) {
                isStated = true;
                state(row, value, path);
            }
        }
        std::vector<ImportRow> *list = listed(value, path);
        if (!list)
            list = above;
        if (value.isObject() && (hasDeeper(path) || (!isStated && !list)))
            members(value, path, list);
        else if (!isStated)
            (list ? list : &m_result.notUnderstood)->push_back(rowOf(value, path));
    }

    /// Where the tables put a key that no row states; null: nowhere.
    std::vector<ImportRow> *listed(const Json &value, std::string_view path)
    {
        if (const std::string_view entry = entryOf(m_format.notModelled, path); !entry.empty()) {
            const std::size_t equals = entry.find('=');
            const bool isDefault
                = equals != std::string_view::npos && isCalled(value, entry.substr(equals + 1));
            return isOff(value) || isDefault || isAuto(value) ? &m_result.withoutEffect
                                                              : &m_result.notModelled;
        }
        return entryOf(m_format.withoutEffect, path).empty() ? nullptr : &m_result.withoutEffect;
    }

    /// Whether the tables say something of what stands within.
    bool hasDeeper(std::string_view path) const
    {
        const auto isWithin = [path](std::string_view entry) { return startsPath(entry, path); };
        const auto hasOne = [&](std::span<const std::string_view> list) {
            return std::any_of(list.begin(), list.end(), isWithin);
        };
        return std::any_of(m_format.rows.begin(), m_format.rows.end(),
                   [&](const KeyRow &row) { return isWithin(row.key); })
            || hasOne(m_format.notModelled) || hasOne(m_format.withoutEffect);
    }

    void state(const KeyRow &row, const Json &value, const std::string &path)
    {
        if (!row.notModelled.empty() && isCalled(value, row.notModelled))
            return m_result.notModelled.push_back(rowOf(value, path));
        std::optional<Json> meant = value;
        if (!row.values.empty()) {
            const auto named = std::find_if(row.values.begin(), row.values.end(),
                [&value](const ValueName &each) { return isCalled(value, each.foreign); });
            if (named != row.values.end())
                meant = named->ours.empty() ? std::nullopt : std::optional(Json(named->ours));
            else if (isAuto(value))
                meant = Json("auto");
            else if (value.isNull())
                meant = std::nullopt;
            else
                return m_result.notModelled.push_back(rowOf(value, path));
        } else if (row.read) {
            meant = row.read(value);
        } else if (row.readBeside) {
            meant = row.readBeside(value, m_root);
        } else if (value.isNull()) {
            // "max_length: null" leaves an input open; it is not what stands without the key.
            meant = findKey(row.fact) ? std::optional(Json("auto")) : std::nullopt;
        }
        if (!meant) {
            m_result.withoutEffect.push_back(rowOf(value, path));
            return;
        }
        Result<Json> checked = checkedFact(row.fact, *meant);
        if (!checked) {
            Error error = checked.error();
            error.file = m_file;
            error.line = value.line();
            error.where = path;
            if (error.found.isEmpty())
                error.found = summary(value);
            m_result.problems.push_back(std::move(error));
            return;
        }
        m_result.facts.push_back({.id = std::string(row.fact),
            .value = *std::move(checked),
            .origin = {OriginKind::File, m_file, value.line(), path, shownValue(value)},
            .rank = static_cast<int>(m_format.rank)});
    }

    const Format &m_format;
    const Json &m_root;
    std::string m_file;
    FileFacts m_result;
};

/// Text that stands for a number or a truth value, as shells and quotes make it.
Json unquoted(const Json &value)
{
    return value.string() ? plainScalar(*value.string()) : value;
}

Result<Json> checkedInput(const Key &key, const Json &value)
{
    Json typed = value;
    if (key.isNumeric() && !isAuto(value))
        typed = unquoted(value);
    if (isAuto(value) && key.automatic)
        return Json(*key.automatic);
    if (isAuto(value)
        && std::find(key.choices.begin(), key.choices.end(), "auto") == key.choices.end())
        return Json("auto"); // left to whoever else says it
    Scenario scratch;
    if (const Status status = setKey(scratch, key, typed); !status)
        return status.error();
    return typed;
}

Result<Json> checkedShared(const SharedFact &shared, const Json &value)
{
    if (isAuto(value))
        return Json("auto");
    if (shared.values == "number") {
        const Json typed = unquoted(value);
        if (typed.number()
            && *typed.number()
                == static_cast<double>(
                    static_cast<std::int64_t>(std::clamp(*typed.number(), -9e15, 9e15))))
            return typed;
        return Error{.code = ErrorCode::WrongType,
            .found = summary(value),
            .expected = english("errors", "a whole number")};
    }
    const std::string *text = value.string();
    if (shared.values == "text") {
        if (text)
            return value;
        return Error{.code = ErrorCode::WrongType,
            .found = summary(value),
            .expected = english("errors", "text")};
    }
    std::string_view rest = shared.values;
    while (text && !rest.empty()) {
        const std::size_t bar = rest.find(" | ");
        if (rest.substr(0, bar) == *text)
            return value;
        rest = bar == std::string_view::npos ? std::string_view() : rest.substr(bar + 3);
    }
    return Error{.code = ErrorCode::UnknownChoice,
        .found = summary(value),
        .expected = std::string(shared.values)};
}

} // namespace

std::string shownValue(const Json &value)
{
    constexpr std::size_t longest = 60;
    std::string text = value.isNull() ? "null" : typedValue(value);
    if (const bool *flag = value.boolean())
        text = *flag ? "true" : "false";
    return text.size() <= longest ? text : std::string(wholeCharacters(text, longest)) + "...";
}

bool isFormatDefault(const Fact &fact)
{
    return fact.origin.kind == OriginKind::Format;
}

Result<Json> checkedFact(std::string_view id, const Json &value)
{
    if (const Key *key = findKey(id))
        return checkedInput(*key, value);
    if (const SharedFact *shared = findSharedFact(id))
        return checkedShared(*shared, value);
    return Error{.code = ErrorCode::UnknownField, .where = std::string(id)};
}

FileFacts readFacts(const Format &format, const Json &root, const std::string &file)
{
    Walk walk(format, root, file);
    if (root.isObject())
        walk.members(root, {});
    return walk.take();
}

Facts defaultFacts(const Format &format, const Facts &said)
{
    const auto applies = [&said](const FormatDefault &each) {
        return each.besideKey.empty()
            || std::any_of(said.begin(), said.end(),
                [&each](const Fact &fact) { return fact.origin.key == each.besideKey; });
    };
    Facts facts;
    for (const FormatDefault &each : format.defaults) {
        if (!applies(each))
            continue;
        const Result<Json> checked = checkedFact(each.fact, Json(each.value));
        if (checked)
            facts.push_back({.id = std::string(each.fact),
                .value = *checked,
                .origin = {.kind = OriginKind::Format, .key = std::string(format.name)},
                .rank = static_cast<int>(format.rank) - belowFiles});
    }
    return facts;
}

} // namespace shardscope
