// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"

#include "core/base/jsonwriter.h"
#include "core/base/plaintext.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <unordered_set>

namespace shardscope {

Json::Json(bool value)
    : m_value(value)
{ }
Json::Json(double value)
    : m_value(value)
{ }
Json::Json(int value)
    : m_value(static_cast<double>(value))
{ }
Json::Json(std::string value)
    : m_value(std::move(value))
{ }
Json::Json(const char *value)
    : m_value(std::string(value))
{ }
Json::Json(std::string_view value)
    : m_value(std::string(value))
{ }
Json::Json(Array value)
    : m_value(std::move(value))
{ }
Json::Json(Object value)
    : m_value(std::move(value))
{ }

const Json *Json::find(std::string_view key) const
{
    const Object *members = object();
    if (!members)
        return nullptr;
    const auto found = std::find_if(members->begin(), members->end(),
        [key](const auto &member) { return member.first == key; });
    return found == members->end() ? nullptr : &found->second;
}

Json &Json::operator[](std::string_view key)
{
    if (!isObject())
        m_value = Object{};
    Object &members = *object();
    const auto found = std::find_if(
        members.begin(), members.end(), [key](const auto &member) { return member.first == key; });
    if (found != members.end())
        return found->second;
    return members.emplace_back(std::string(key), Json{}).second;
}

namespace {

/// Walks over the text and knows the line of the character it stands on.
/// The count moves only when the character after a line break is read, since the parser
/// looks one character past a number.
class LineIterator
{
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char *;
    using reference = const char &;

    LineIterator(const char *at, int *line)
        : m_at(at)
        , m_line(line)
    { }
    reference operator*() const
    {
        if (m_afterBreak) {
            ++*m_line;
            m_afterBreak = false;
        }
        return *m_at;
    }
    LineIterator &operator++()
    {
        m_afterBreak = *m_at == '\n';
        ++m_at;
        return *this;
    }
    LineIterator operator++(int)
    {
        LineIterator before = *this;
        ++*this;
        return before;
    }
    bool operator==(const LineIterator &other) const { return m_at == other.m_at; }
    bool operator!=(const LineIterator &other) const { return m_at != other.m_at; }

private:
    const char *m_at;
    int *m_line;
    mutable bool m_afterBreak = false;
};

/// Only the reason: "[json.exception.parse_error.101] parse error at line 1, column 2: reason;
/// last read: ...". Our own line number stands in front of it, and what was read is left out where
/// it may not be UTF-8.
std::string_view reasonIn(std::string_view message)
{
    constexpr std::size_t longest = 120;
    constexpr std::string_view prefix = "parse error at ";
    if (message.starts_with('['))
        message.remove_prefix(std::min(message.find("] "), message.size() - 2) + 2);
    if (const std::size_t colon = message.find(": ");
        message.starts_with(prefix) && colon != std::string_view::npos)
        message.remove_prefix(colon + 2);
    message = message.substr(0, longest);
    const bool ascii = std::all_of(
        message.begin(), message.end(), [](char c) { return static_cast<signed char>(c) >= 0; });
    return ascii ? message : message.substr(0, message.find("; last read"));
}

/// Builds a Json from parser events and stops at the first thing that passes a limit.
class JsonBuilder : public nlohmann::json_sax<nlohmann::json>
{
public:
    JsonBuilder(const JsonLimits &limits, const int &line)
        : m_limits(limits)
        , m_line(line)
    { }

    Json takeRoot() { return std::move(m_root); }
    const Error &error() const { return m_error; }

    bool null() override { return add(Json{}); }
    bool boolean(bool value) override { return add(Json(value)); }
    bool number_integer(number_integer_t value) override
    {
        return add(Json(static_cast<double>(value)));
    }
    bool number_unsigned(number_unsigned_t value) override
    {
        return add(Json(static_cast<double>(value)));
    }
    bool number_float(number_float_t value, const string_t & /*text*/) override
    {
        return add(Json(value));
    }
    bool string(string_t &value) override { return add(Json(std::move(value))); }
    bool binary(binary_t & /*value*/) override { return false; }

    bool start_object(std::size_t /*size*/) override { return open(Kind::Object); }
    bool start_array(std::size_t /*size*/) override { return open(Kind::Array); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(string_t &value) override
    {
        if (holds(value))
            return fail({.code = ErrorCode::DuplicateKey, .where = pointer() + pointerTo(value)});
        m_levels.back().key = std::move(value);
        return true;
    }

    bool parse_error(std::size_t /*position*/, const std::string & /*token*/,
        const nlohmann::json::exception &exception) override
    {
        return fail({.code = ErrorCode::InvalidSyntax,
            .where = pointer(),
            .found = std::string(reasonIn(exception.what()))});
    }

private:
    enum class Kind { Array, Object };
    /// An array or an object that is open. What it holds lies at the end of the list for its kind,
    /// until it is closed and all of it is known: it then takes as much memory as it needs.
    struct Level
    {
        Kind kind;
        std::size_t begin; ///< of its values in m_items, or of its members in m_members
        int line;
        std::string key{};
        std::unordered_set<std::string> keys{}; ///< of an object too large to look through
    };

    bool holds(const std::string &key)
    {
        constexpr std::ptrdiff_t small = 24;
        Level &level = m_levels.back();
        const auto begin = m_members.begin() + static_cast<std::ptrdiff_t>(level.begin);
        if (m_members.end() - begin < small)
            return std::any_of(
                begin, m_members.end(), [&key](const auto &member) { return member.first == key; });
        if (level.keys.empty()) {
            for (auto member = begin; member != m_members.end(); ++member)
                level.keys.insert(member->first);
        }
        return !level.keys.insert(key).second;
    }

    bool fail(Error error)
    {
        m_error = std::move(error);
        m_error.line = m_line;
        return false;
    }

    std::string pointer() const
    {
        std::string path;
        for (std::size_t i = 0; i + 1 < m_levels.size(); ++i) {
            if (!path.empty() && path.size() > 80)
                break;
            const Level &level = m_levels[i];
            if (level.kind == Kind::Array)
                path += "/" + std::to_string(itemsUntil(i) - level.begin);
            else if (!level.key.empty())
                path += pointerTo(level.key);
        }
        return path;
    }

    bool add(Json value)
    {
        if (++m_count > m_limits.values)
            return fail({.code = ErrorCode::TooLarge,
                .expected
                = {english("errors", "at most %1 values"), {std::to_string(m_limits.values)}}});
        value.setLine(m_line);
        attach(std::move(value));
        return true;
    }

    /// Where the values of the array at this level end: before those of the next array.
    std::size_t itemsUntil(std::size_t level) const
    {
        const auto next = std::find_if(m_levels.begin() + static_cast<std::ptrdiff_t>(level) + 1,
            m_levels.end(), [](const Level &inner) { return inner.kind == Kind::Array; });
        return next == m_levels.end() ? m_items.size() : next->begin;
    }

    void attach(Json value)
    {
        if (m_levels.empty())
            m_root = std::move(value);
        else if (m_levels.back().kind == Kind::Array)
            m_items.push_back(std::move(value));
        else
            m_members.emplace_back(std::move(m_levels.back().key), std::move(value));
    }

    bool open(Kind kind)
    {
        if (std::ssize(m_levels) >= m_limits.depth)
            return fail({.code = ErrorCode::TooLarge,
                .expected = {english("errors", "at most %1 levels of nesting"),
                    {std::to_string(m_limits.depth)}}});
        if (++m_count > m_limits.values)
            return fail({.code = ErrorCode::TooLarge,
                .expected
                = {english("errors", "at most %1 values"), {std::to_string(m_limits.values)}}});
        m_levels.push_back({.kind = kind,
            .begin = kind == Kind::Array ? m_items.size() : m_members.size(),
            .line = m_line});
        return true;
    }

    bool close()
    {
        const Level &level = m_levels.back();
        Json value = level.kind == Kind::Array ? Json(takenFrom(m_items, level.begin))
                                               : Json(takenFrom(m_members, level.begin));
        value.setLine(level.line);
        m_levels.pop_back();
        attach(std::move(value));
        return true;
    }

    /// What stands from `begin` on, no longer there.
    template <class Values>
    static Values takenFrom(Values &values, std::size_t begin)
    {
        const auto first = values.begin() + static_cast<std::ptrdiff_t>(begin);
        Values taken(std::make_move_iterator(first), std::make_move_iterator(values.end()));
        values.erase(first, values.end());
        return taken;
    }

    JsonLimits m_limits;
    const int &m_line;
    std::vector<Level> m_levels;
    Json::Array m_items; ///< of the arrays that are open
    Json::Object m_members; ///< of the objects that are
    std::size_t m_count = 0;
    Json m_root;
    Error m_error;
};

std::string shortened(const std::string &text, std::size_t longest)
{
    return text.size() <= longest ? text : std::string(wholeCharacters(text, longest)) + "...";
}

/// Of a value that holds no others.
std::string scalarText(const Json &value)
{
    if (const bool *b = value.boolean())
        return *b ? "true" : "false";
    if (const double *n = value.number()) {
        constexpr double exact = 9007199254740992.0; // 2^53
        if (std::abs(*n) <= exact && std::floor(*n) == *n)
            return std::to_string(static_cast<std::int64_t>(*n));
        return nlohmann::json(*n).dump();
    }
    if (const std::string *s = value.string()) {
        // Most text has nothing to escape, and the library takes its time to find that out.
        const bool isPlain = std::all_of(s->begin(), s->end(),
            [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; });
        if (isPlain)
            return '"' + *s + '"';
        // Foreign text may hold bytes that are not UTF-8: replaced, never thrown at.
        return escapedJson(
            nlohmann::json(*s).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    }
    return "null";
}

} // namespace

Result<Json> parseJson(std::string_view text, const JsonLimits &limits)
{
    if (text.size() > limits.bytes)
        return Error{.code = ErrorCode::TooLarge,
            .expected
            = {english("errors", "at most %1 MiB of text"), {std::to_string(limits.bytes >> 20U)}}};
    int line = 1;
    JsonBuilder builder(limits, line);
    const char *begin = text.data();
    const bool parsed = nlohmann::json::sax_parse(LineIterator(begin, &line),
        LineIterator(begin + text.size(), &line), &builder, nlohmann::json::input_format_t::json,
        /*strict=*/true, /*ignore_comments=*/true);
    if (!parsed)
        return builder.error();
    return builder.takeRoot();
}

JsonWriter::JsonWriter(TextSink sink, JsonStyle style)
    : m_sink(std::move(sink))
    , m_style(style)
{ }

void JsonWriter::breakLine()
{
    if (m_style == JsonStyle::Indented)
        m_sink("\n" + std::string(2 * m_depth, ' '));
}

void JsonWriter::separate()
{
    if (std::exchange(m_isNamed, false))
        return;
    if (!std::exchange(m_isFirst, false))
        m_sink(",");
    if (m_depth > 0)
        breakLine();
}

void JsonWriter::open(char bracket)
{
    separate();
    m_sink({&bracket, 1});
    ++m_depth;
    m_isFirst = true;
}

void JsonWriter::close(char bracket)
{
    --m_depth;
    if (!std::exchange(m_isFirst, false))
        breakLine();
    m_sink({&bracket, 1});
}

void JsonWriter::key(std::string_view name)
{
    separate();
    m_sink(scalarText(Json(name)));
    m_sink(m_style == JsonStyle::Indented ? ": " : ":");
    m_isNamed = true;
}

void JsonWriter::value(const Json &value)
{
    if (const Json::Array *items = value.array()) {
        beginArray();
        for (const Json &item : *items)
            this->value(item);
        endArray();
    } else if (const Json::Object *members = value.object()) {
        beginObject();
        for (const auto &[name, member] : *members) {
            key(name);
            this->value(member);
        }
        endObject();
    } else {
        separate();
        m_sink(scalarText(value));
    }
}

std::string writeJson(const Json &value, JsonStyle style)
{
    std::string text;
    JsonWriter([&text](std::string_view piece) { text += piece; }, style).value(value);
    return text;
}

std::string pointerTo(std::string_view key)
{
    constexpr std::size_t longest = 60;
    std::string path = "/";
    for (const char c : key.substr(0, 2 * longest)) {
        if (c == '~')
            path += "~0";
        else if (c == '/')
            path += "~1";
        else
            path += c;
    }
    return shortened(plainLine(path), longest);
}

Phrase summary(const Json &value)
{
    if (value.array())
        return english("errors", "a list");
    if (value.object())
        return english("errors", "an object");
    const std::string text = writeJson(value, JsonStyle::Compact);
    constexpr std::size_t longest = 40;
    return shortened(text, longest);
}

} // namespace shardscope
