// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/yaml.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <istream>
#include <map>
#include <span>
#include <streambuf>
#include <unordered_map>
#include <yaml-cpp/anchor.h>
#include <yaml-cpp/emitterstyle.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

namespace shardscope {

namespace {

bool isOneOf(std::string_view word, std::span<const std::string_view> words)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// Decimal, with "_" between digits; hexadecimal behind 0x. Finite.
std::optional<double> plainNumber(std::string_view word)
{
    const bool isNegative = word.starts_with('-');
    std::string_view digits = word.substr(isNegative || word.starts_with('+') ? 1 : 0);
    const bool isHex = digits.starts_with("0x") || digits.starts_with("0X");
    if (isHex)
        digits.remove_prefix(2);
    else if (digits.empty() || !(digits[0] == '.' || (digits[0] >= '0' && digits[0] <= '9')))
        return std::nullopt; // "inf", "nan", "-"
    if (digits.starts_with('_') || digits.ends_with('_'))
        return std::nullopt;
    std::string plain(digits);
    std::erase(plain, '_');
    const char *end = plain.data() + plain.size();
    double value = 0;
    const auto [at, problem] = std::from_chars(
        plain.data(), end, value, isHex ? std::chars_format::hex : std::chars_format::general);
    if (problem != std::errc() || at != end || !std::isfinite(value))
        return std::nullopt;
    return isNegative ? -value : value;
}

/// YAML 1.1 reads such a number to the base 8, which nobody who writes one means.
bool looksOctal(std::string_view word)
{
    return word.size() > 1 && word[0] == '0'
        && std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// Ends the parse.
struct Refused
{
    Error error;
};

/// Text in memory as a stream, without a copy.
class TextBuffer : public std::streambuf
{
public:
    explicit TextBuffer(std::string_view text)
    {
        char *begin = const_cast<char *>(text.data());
        setg(begin, begin, begin + text.size());
    }
};

/// Makes values of a parser's events. What is open lies on a stack of its own, so that depth costs
/// no calls.
class YamlBuilder : public YAML::EventHandler
{
public:
    explicit YamlBuilder(const JsonLimits &limits)
        : m_limits(limits)
    { }

    ParsedText take() { return std::move(m_parsed); }

    void OnDocumentStart(const YAML::Mark & /*mark*/) override { }
    void OnDocumentEnd() override { }

    void OnNull(const YAML::Mark &mark, YAML::anchor_t anchor) override { add({}, mark, anchor); }

    void OnAlias(const YAML::Mark &mark, YAML::anchor_t anchor) override
    {
        const auto known = m_anchors.find(anchor);
        if (known == m_anchors.end())
            throw Refused{at(mark, ErrorCode::InvalidSyntax)}; // an alias within what it names
        count(mark, known->second.values);
        add(known->second.value, mark, 0, known->second.values);
    }

    void OnScalar(const YAML::Mark &mark, const std::string &tag, YAML::anchor_t anchor,
        const std::string &value) override
    {
        const bool isPlain = tag != "!" && !tag.ends_with(":str");
        if (isPlain && looksOctal(value)) {
            Error note = at(mark, ErrorCode::WrongType);
            note.found = summary(Json(value));
            m_parsed.notes.push_back(std::move(note));
        }
        add(isPlain ? plainScalar(value) : Json(value), mark, anchor);
    }

    void OnSequenceStart(const YAML::Mark &mark, const std::string & /*tag*/, YAML::anchor_t anchor,
        YAML::EmitterStyle::value /*style*/) override
    {
        open(Json(Json::Array()), mark, anchor);
    }
    void OnSequenceEnd() override { close(); }

    void OnMapStart(const YAML::Mark &mark, const std::string & /*tag*/, YAML::anchor_t anchor,
        YAML::EmitterStyle::value /*style*/) override
    {
        open(Json(Json::Object()), mark, anchor);
    }
    void OnMapEnd() override { close(); }

private:
    struct Open
    {
        Json value;
        YAML::Mark mark;
        YAML::anchor_t anchor = 0;
        std::size_t before = 0; ///< values counted when it was opened
        std::optional<std::string> key{};
        YAML::Mark keyMark{};
        std::unordered_map<std::string, std::size_t> places{}; ///< where each key of it stands
    };
    struct Anchored
    {
        Json value;
        std::size_t values = 1;
    };

    static Error at(const YAML::Mark &mark, ErrorCode code)
    {
        return {.code = code, .line = mark.line + 1};
    }

    void count(const YAML::Mark &mark, std::size_t values)
    {
        m_values += values;
        if (m_values > m_limits.values)
            throw Refused{at(mark, ErrorCode::TooLarge)};
    }

    void open(Json value, const YAML::Mark &mark, YAML::anchor_t anchor)
    {
        if (static_cast<int>(m_open.size()) >= m_limits.depth)
            throw Refused{at(mark, ErrorCode::TooLarge)};
        m_open.push_back({std::move(value), mark, anchor, m_values});
    }

    void close()
    {
        Open done = std::move(m_open.back());
        m_open.pop_back();
        add(std::move(done.value), done.mark, done.anchor, m_values - done.before + 1);
    }

    /// `values`: how many it holds, itself included.
    void add(Json value, const YAML::Mark &mark, YAML::anchor_t anchor, std::size_t values = 1)
    {
        count(mark, 1);
        value.setPlace(mark.line + 1, mark.column + 1);
        if (anchor != 0)
            m_anchors[anchor] = {value, values};
        if (m_open.empty()) {
            m_parsed.root = std::move(value);
            return;
        }
        Open &parent = m_open.back();
        if (Json::Array *items = parent.value.array()) {
            items->push_back(std::move(value));
        } else if (!parent.key) {
            parent.key = keyText(value, mark);
            parent.keyMark = mark;
        } else {
            put(parent, *std::exchange(parent.key, std::nullopt), std::move(value));
        }
    }

    std::string keyText(const Json &value, const YAML::Mark &mark) const
    {
        if (const std::string *text = value.string())
            return *text;
        if (value.array() || value.isObject())
            throw Refused{at(mark, ErrorCode::InvalidSyntax)};
        return writeJson(value, JsonStyle::Compact);
    }

    void put(Open &parent, std::string key, Json value)
    {
        Json::Object &members = *parent.value.object();
        if (key == "<<" && value.isObject()) {
            for (auto &[name, merged] : *value.object()) {
                if (parent.places.try_emplace(name, members.size()).second)
                    members.emplace_back(name, std::move(merged));
            }
            return;
        }
        const auto [known, isNew] = parent.places.try_emplace(key, members.size());
        if (isNew) {
            members.emplace_back(std::move(key), std::move(value));
            return;
        }
        Error note = at(parent.keyMark, ErrorCode::DuplicateKey);
        note.where = pointerTo(key);
        m_parsed.notes.push_back(std::move(note));
        members[known->second].second = std::move(value);
    }

    const JsonLimits &m_limits;
    ParsedText m_parsed;
    std::vector<Open> m_open;
    std::map<YAML::anchor_t, Anchored> m_anchors;
    std::size_t m_values = 0;
};

} // namespace

Json plainScalar(std::string_view word)
{
    constexpr auto nothing
        = std::to_array<std::string_view>({"", "~", "null", "Null", "NULL", "None"});
    constexpr auto yes = std::to_array<std::string_view>(
        {"true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON"});
    constexpr auto no = std::to_array<std::string_view>(
        {"false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF"});
    if (isOneOf(word, nothing))
        return {};
    if (isOneOf(word, yes))
        return Json(true);
    if (isOneOf(word, no))
        return Json(false);
    if (const std::optional<double> number = plainNumber(word))
        return Json(*number);
    return Json(word);
}

Result<ParsedText> parseYaml(std::string_view text, const JsonLimits &limits)
{
    if (text.size() > limits.bytes)
        return Error{.code = ErrorCode::TooLarge};
    TextBuffer buffer(text);
    std::istream stream(&buffer);
    YamlBuilder builder(limits);
    try {
        YAML::Parser parser(stream);
        parser.HandleNextDocument(builder);
    } catch (const Refused &refused) {
        return refused.error;
    } catch (const YAML::Exception &problem) {
        return Error{
            .code = ErrorCode::InvalidSyntax, .found = problem.msg, .line = problem.mark.line + 1};
    }
    return builder.take();
}

} // namespace shardscope
