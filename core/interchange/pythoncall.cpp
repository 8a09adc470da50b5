// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/pythoncall.h"

#include "core/base/ascii.h"
#include "core/base/number.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>

namespace shardscope {

namespace {

constexpr std::size_t mostBytes = std::size_t{1} << 20U;
/// Of all literals that names stand for, each time one is used.
constexpr std::size_t mostCopied = 100'000;
constexpr int deepestLiteral = 16;
constexpr std::size_t longestText = 80;

enum class TokenKind { Name, Number, String, FormattedString, Sign, LineEnd };

struct Token
{
    TokenKind kind;
    std::string_view text;
    int line;
    std::size_t begin; ///< in the text
    /// Of an opening bracket: the token that closes it; of others their own place.
    std::size_t partner;
    std::string value{}; ///< of a string

    bool is(std::string_view sign) const { return kind == TokenKind::Sign && text == sign; }
    bool isName(std::string_view name) const { return kind == TokenKind::Name && text == name; }
    bool isOpening() const { return is("(") || is("[") || is("{"); }
    bool isClosing() const { return is(")") || is("]") || is("}"); }
};

bool isNameCharacter(char c)
{
    return isLetter(c) || c == '_' || isDigit(c) || static_cast<unsigned char>(c) >= 0x80;
}

class Lexer
{
public:
    explicit Lexer(std::string_view text)
        : m_text(text)
    { }

    std::vector<Token> read();

private:
    char peek(std::size_t ahead = 0) const
    {
        return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : '\0';
    }
    void passLine() { m_at = std::min(m_text.find('\n', m_at), m_text.size()); }
    void add(TokenKind kind, std::size_t begin, int line, std::string value = {});
    void readString(std::size_t begin, std::string_view prefix);
    void readWord();
    void readSign();

    std::string_view m_text;
    std::size_t m_at = 0;
    int m_line = 1;
    std::vector<Token> m_tokens;
    std::vector<std::size_t> m_open;
};

void Lexer::add(TokenKind kind, std::size_t begin, int line, std::string value)
{
    m_tokens.push_back(
        {kind, m_text.substr(begin, m_at - begin), line, begin, m_tokens.size(), std::move(value)});
}

void Lexer::readString(std::size_t begin, std::string_view prefix)
{
    const int line = m_line;
    const char quote = peek();
    const bool triple = peek(1) == quote && peek(2) == quote;
    const bool raw = prefix.find_first_of("rR") != std::string_view::npos;
    const bool formatted = prefix.find_first_of("fFtT") != std::string_view::npos;
    m_at += triple ? 3 : 1;
    std::string value;
    while (m_at < m_text.size()) {
        const char c = peek();
        if (c == quote && (!triple || (peek(1) == quote && peek(2) == quote)))
            break;
        // It was never closed.
        if (c == '\n' && !triple)
            break;
        m_line += c == '\n' ? 1 : 0;
        if (c == '\\' && !raw) {
            ++m_at;
            m_line += peek() == '\n' ? 1 : 0;
            if (peek() != '\n')
                value += peek() == 'n' ? '\n' : peek() == 't' ? '\t' : peek();
        } else {
            value += c;
        }
        ++m_at;
    }
    if (peek() == quote)
        m_at += triple ? 3 : 1;
    m_at = std::min(m_at, m_text.size());
    const bool literal = !formatted || value.find('{') == std::string::npos;
    add(literal ? TokenKind::String : TokenKind::FormattedString, begin, line, std::move(value));
}

void Lexer::readWord()
{
    const std::size_t begin = m_at;
    const bool number = isDigit(peek()) || peek() == '.';
    while (isNameCharacter(peek()) || (number && peek() == '.')
        || (number && (peek() == '+' || peek() == '-')
            && (m_text[m_at - 1] == 'e' || m_text[m_at - 1] == 'E')))
        ++m_at;
    const std::string_view word = m_text.substr(begin, m_at - begin);
    if (!number && word.size() <= 2 && (peek() == '"' || peek() == '\'')
        && word.find_first_not_of("rRbBuUfFtT") == std::string_view::npos)
        readString(begin, word);
    else
        add(number ? TokenKind::Number : TokenKind::Name, begin, m_line);
}

void Lexer::readSign()
{
    constexpr auto pairs = std::to_array<std::string_view>(
        {"**", "//", "==", "!=", "<=", ">=", "->", ":=", "+=", "-=", "*=", "/=", "|=", "&="});
    const std::size_t begin = m_at;
    const std::string_view two = m_text.substr(begin, 2);
    m_at += std::find(pairs.begin(), pairs.end(), two) != pairs.end() ? 2 : 1;
    add(TokenKind::Sign, begin, m_line);
    const std::size_t place = m_tokens.size() - 1;
    if (m_tokens.back().isOpening()) {
        m_open.push_back(place);
    } else if (m_tokens.back().isClosing() && !m_open.empty()) {
        m_tokens[m_open.back()].partner = place;
        m_open.pop_back();
    }
}

std::vector<Token> Lexer::read()
{
    bool lineStarts = true;
    while (m_at < m_text.size()) {
        const char c = peek();
        if (c == '\n') {
            if (m_open.empty())
                add(TokenKind::LineEnd, m_at, m_line);
            ++m_line;
            ++m_at;
            lineStarts = true;
            continue;
        }
        if (c == ' ' || c == '\t' || c == '\r') {
            ++m_at;
            continue;
        }
        if (c == '\\' && peek(1) == '\n') {
            m_at += 2;
            ++m_line;
            continue;
        }
        // Commands of notebooks are no Python.
        const bool command = lineStarts && m_open.empty() && (c == '!' || c == '%');
        if (c == '#' || command)
            passLine();
        else if (c == '"' || c == '\'')
            readString(m_at, {});
        else if (isNameCharacter(c) || (c == '.' && isDigit(peek(1))))
            readWord();
        else
            readSign();
        lineStarts = false;
    }
    add(TokenKind::LineEnd, m_text.size(), m_line);
    // What is never closed ends with the text.
    for (const std::size_t open : m_open)
        m_tokens[open].partner = m_tokens.size() - 1;
    return std::move(m_tokens);
}

/// Whether a call of that name configures a training.
bool configures(std::string_view callee)
{
    constexpr auto endings
        = std::to_array<std::string_view>({"Config", "Trainer", "Arguments", "Plugin", "Loss"});
    constexpr auto names = std::to_array<std::string_view>(
        {"from_pretrained", "from_config", "get_peft_model", "prepare_model_for_kbit_training",
            "Accelerator", "UnslothVisionDataCollator", "SentenceTransformer", "SparseEncoder",
            "CrossEncoder", "MultiVectorEncoder", "Pooling", "Transformer"});
    const std::string_view last = callee.substr(callee.rfind('.') + 1);
    if (callee.find("Tokenizer") != std::string_view::npos
        || callee.find("Processor") != std::string_view::npos)
        return false;
    return std::find(names.begin(), names.end(), last) != names.end()
        || std::any_of(endings.begin(), endings.end(),
            [last](std::string_view ending) { return last.ends_with(ending); });
}

class PythonReader
{
public:
    explicit PythonReader(std::string_view text)
        : m_text(text)
        , m_tokens(Lexer(text).read())
    { }

    PythonText read();

private:
    /// Tokens from `begin` to before `end`.
    struct Range
    {
        std::size_t begin;
        std::size_t end;
        std::size_t size() const { return end - begin; }
    };

    std::size_t behind(std::size_t token) const
    {
        return std::max(m_tokens[token].partner, token) + 1;
    }
    std::vector<Range> split(Range range) const;
    std::optional<Json> literal(Range range, int depth = 0);
    std::optional<Json> oneToken(const Token &token);
    std::optional<Json> collection(Range range, int depth);
    std::optional<Json> computed(Range range) const;
    Range behindElse(Range range) const;
    std::string written(Range range) const;
    void readAssignment(std::size_t name);
    void readVariable(std::size_t name);
    void readCall(std::string_view callee, std::size_t first, std::size_t bracket);
    void readArgument(PythonCall &call, Range range, std::size_t place,
        std::map<std::string, std::size_t> &places);

    std::string_view m_text;
    std::vector<Token> m_tokens;
    std::map<std::string_view, Json> m_names;
    std::size_t m_copied = 0;
    PythonText m_result;
};

/// At the commas of that level.
std::vector<PythonReader::Range> PythonReader::split(Range range) const
{
    std::vector<Range> parts;
    std::size_t begin = range.begin;
    for (std::size_t i = range.begin; i < range.end; i = behind(i)) {
        if (m_tokens[i].is(",")) {
            parts.push_back({begin, i});
            begin = i + 1;
        }
    }
    if (begin < range.end)
        parts.push_back({begin, range.end});
    std::erase_if(parts, [](const Range &part) { return part.begin >= part.end; });
    return parts;
}

std::optional<Json> PythonReader::oneToken(const Token &token)
{
    if (token.kind == TokenKind::Number) {
        const auto value = parseNumber(token.text);
        const bool plain
            = token.text.find_first_not_of("0123456789._eE+-") == std::string_view::npos;
        return value && plain ? std::optional<Json>(*value) : std::nullopt;
    }
    if (token.kind == TokenKind::String)
        return Json(token.value);
    if (token.isName("True") || token.isName("False"))
        return Json(token.text == "True");
    if (token.isName("None"))
        return Json();
    const auto known = token.kind == TokenKind::Name ? m_names.find(token.text) : m_names.end();
    if (known == m_names.end())
        return std::nullopt;
    const Json::Array *items = known->second.array();
    const Json::Object *members = known->second.object();
    const std::string *text = known->second.string();
    m_copied += 1 + (items ? items->size() : 0) + (members ? members->size() : 0)
        + (text ? text->size() / 16 : 0);
    if (m_copied > mostCopied)
        return std::nullopt;
    return known->second;
}

/// Numbers with signs between them: 2 * 1024.
std::optional<Json> PythonReader::computed(Range range) const
{
    if (range.size() > 64)
        return std::nullopt;
    std::string text;
    for (std::size_t i = range.begin; i < range.end; ++i) {
        const Token &token = m_tokens[i];
        const bool sign = token.is("+") || token.is("-") || token.is("*") || token.is("/")
            || token.is("(") || token.is(")") || token.is("**");
        if (token.kind != TokenKind::Number && !sign)
            return std::nullopt;
        text += token.is("**") ? std::string_view("^") : token.text;
    }
    const auto value = parseNumber(text);
    return value ? std::optional<Json>(*value) : std::nullopt;
}

std::optional<Json> PythonReader::collection(Range range, int depth)
{
    const bool dict = m_tokens[range.begin].is("{");
    Json::Array items;
    Json::Object members;
    for (const Range part : split({range.begin + 1, range.end - 1})) {
        if (!dict) {
            auto item = literal(part, depth + 1);
            if (!item)
                return std::nullopt;
            items.push_back(std::move(*item));
            continue;
        }
        const Token &key = m_tokens[part.begin];
        if (part.size() < 3 || key.kind != TokenKind::String || !m_tokens[part.begin + 1].is(":"))
            return std::nullopt;
        auto value = literal({part.begin + 2, part.end}, depth + 1);
        if (!value)
            return std::nullopt;
        members.emplace_back(key.value, std::move(*value));
    }
    return dict ? Json(std::move(members)) : Json(std::move(items));
}

std::optional<Json> PythonReader::literal(Range range, int depth)
{
    if (range.size() == 0 || depth > deepestLiteral)
        return std::nullopt;
    const Token &first = m_tokens[range.begin];
    std::optional<Json> value;
    if (range.size() == 1) {
        value = oneToken(first);
    } else if (first.isOpening() && first.partner == range.end - 1
        && m_tokens[first.partner].isClosing()) {
        const bool tuple = first.is("(") && split({range.begin + 1, range.end - 1}).size() == 1
            && !m_tokens[range.end - 2].is(",");
        value = tuple ? literal({range.begin + 1, range.end - 1}, depth + 1)
                      : collection(range, depth);
    } else if (range.size() == 3 && first.isName("torch") && m_tokens[range.begin + 1].is(".")) {
        value = Json(m_tokens[range.begin + 2].text);
    } else if (range.size() > 4 && first.isName("sys")
        && m_tokens[range.begin + 2].isName("argv")) {
        value = literal(behindElse(range), depth + 1);
    } else if (first.kind == TokenKind::String) {
        std::string joined;
        for (std::size_t i = range.begin; i < range.end; ++i) {
            if (m_tokens[i].kind != TokenKind::String)
                return std::nullopt;
            joined += m_tokens[i].value;
        }
        value = Json(std::move(joined));
    } else {
        value = computed(range);
    }
    if (value)
        value->setLine(first.line);
    return value;
}

/// What a script takes where its command line says nothing: sys.argv[1] if ... else this.
PythonReader::Range PythonReader::behindElse(Range range) const
{
    std::size_t at = range.begin;
    while (at < range.end && !m_tokens[at].isName("else"))
        at = behind(at);
    return {std::min(at + 1, range.end), range.end};
}

std::string PythonReader::written(Range range) const
{
    const std::size_t begin = m_tokens[range.begin].begin;
    const Token &last = m_tokens[range.end - 1];
    std::string text(
        m_text.substr(begin, last.begin + last.text.size() - begin).substr(0, longestText));
    std::replace_if(
        text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
    return text;
}

/// NAME = literal, NAME: type = literal; any other statement that sets it makes it unknown.
void PythonReader::readAssignment(std::size_t name)
{
    std::size_t sign = name + 1;
    if (m_tokens[sign].is(":")) {
        while (m_tokens[sign].kind != TokenKind::LineEnd && !m_tokens[sign].is(";")
            && !m_tokens[sign].is("="))
            sign = std::min(behind(sign), m_tokens.size() - 1);
    }
    const bool augmented = m_tokens[sign].kind == TokenKind::Sign && m_tokens[sign].text.size() == 2
        && m_tokens[sign].text[1] == '=';
    if (!m_tokens[sign].is("=") && !augmented)
        return;
    std::size_t end = sign + 1;
    while (m_tokens[end].kind != TokenKind::LineEnd && !m_tokens[end].is(";"))
        end = std::min(behind(end), m_tokens.size() - 1);
    auto value = augmented ? std::nullopt : literal({sign + 1, end});
    if (value)
        m_names.insert_or_assign(m_tokens[name].text, std::move(*value));
    else
        m_names.erase(m_tokens[name].text);
}

/// os.environ["NAME"] = "text"
void PythonReader::readVariable(std::size_t name)
{
    constexpr std::size_t length = 7; // os . environ [ NAME ] = and a value
    if (name + length >= m_tokens.size())
        return;
    const auto at
        = [this, name](std::size_t ahead) -> const Token & { return m_tokens[name + ahead]; };
    const Token &value = at(length);
    if (at(0).isName("os") && at(1).is(".") && at(2).isName("environ") && at(3).is("[")
        && at(4).kind == TokenKind::String && at(5).is("]") && at(6).is("=")
        && value.kind == TokenKind::String) {
        Json text(value.value);
        text.setLine(value.line);
        m_result.environment[at(4).value] = std::move(text);
    }
}

void PythonReader::readArgument(
    PythonCall &call, Range range, std::size_t place, std::map<std::string, std::size_t> &places)
{
    const Token &first = m_tokens[range.begin];
    const bool keyword
        = first.kind == TokenKind::Name && range.size() > 1 && m_tokens[range.begin + 1].is("=");
    std::string name = keyword            ? std::string(first.text)
        : first.is("**") || first.is("*") ? std::string("**")
                                          : std::to_string(place);
    const Range value{range.begin + (keyword ? 2 : 0), range.end};
    auto known = literal(value);
    if (!known) {
        if (value.size() > 0)
            m_result.unresolved.push_back(
                {call.callee, std::move(name), written(value), first.line});
        return;
    }
    Json::Object &arguments = *call.arguments.object();
    if (places.emplace(name, arguments.size()).second)
        arguments.emplace_back(std::move(name), std::move(*known));
}

void PythonReader::readCall(std::string_view callee, std::size_t first, std::size_t bracket)
{
    PythonCall call{std::string(callee), Json::Object{}, m_tokens[first].line};
    std::map<std::string, std::size_t> places;
    std::size_t place = 0;
    for (const Range part : split({bracket + 1, m_tokens[bracket].partner}))
        readArgument(call, part, place++, places);
    m_result.calls.push_back(std::move(call));
}

PythonText PythonReader::read()
{
    bool statementStarts = true;
    for (std::size_t i = 0; i + 1 < m_tokens.size(); ++i) {
        const Token &token = m_tokens[i];
        if (token.kind == TokenKind::Name && statementStarts) {
            readAssignment(i);
            readVariable(i);
        }
        statementStarts = token.kind == TokenKind::LineEnd || token.is(";");
        if (token.kind != TokenKind::Name
            || (i > 0
                && (m_tokens[i - 1].is(".") || m_tokens[i - 1].isName("class")
                    || m_tokens[i - 1].isName("def"))))
            continue;
        std::size_t last = i;
        while (last + 2 < m_tokens.size() && m_tokens[last + 1].is(".")
            && m_tokens[last + 2].kind == TokenKind::Name)
            last += 2;
        if (last + 1 >= m_tokens.size() || !m_tokens[last + 1].is("("))
            continue;
        const std::size_t end = m_tokens[last].begin + m_tokens[last].text.size();
        const std::string_view callee = m_text.substr(token.begin, end - token.begin);
        if (callee.size() <= 2 * longestText && configures(callee))
            readCall(callee, i, last + 1);
    }
    return std::move(m_result);
}

} // namespace

Result<PythonText> readPython(std::string_view text)
{
    if (text.size() > mostBytes)
        return Error{.code = ErrorCode::TooLarge};
    return PythonReader(text).read();
}

} // namespace shardscope
