// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/shellexpansion.h"

#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>

namespace shardscope {

namespace {

/// Defaults within defaults: ${A:-${B:-8}}. What is deeper is unknown.
constexpr int deepest = 8;

bool isNameStart(char c)
{
    return isLetter(c) || c == '_';
}

std::optional<std::int64_t> computed(std::int64_t left, char sign, std::int64_t right)
{
    std::int64_t result = 0;
    switch (sign) {
    case '+':
        return __builtin_add_overflow(left, right, &result) ? std::nullopt : std::optional(result);
    case '-':
        return __builtin_sub_overflow(left, right, &result) ? std::nullopt : std::optional(result);
    case '*':
        return __builtin_mul_overflow(left, right, &result) ? std::nullopt : std::optional(result);
    case '/':
        if (right == 0 || (right == -1 && left == std::numeric_limits<std::int64_t>::min()))
            return std::nullopt;
        return left / right;
    default:
        return std::nullopt;
    }
}

/// Whole numbers with + - * / and brackets between them, as the shell computes; nothing for others.
std::optional<std::int64_t> arithmetic(std::string_view text)
{
    std::vector<std::int64_t> values;
    std::vector<char> signs;
    const auto reduce = [&] {
        if (values.size() < 2)
            return false;
        const auto result = computed(values[values.size() - 2], signs.back(), values.back());
        signs.pop_back();
        values.pop_back();
        if (result)
            values.back() = *result;
        return result.has_value();
    };
    const auto binds = [](char sign) { return sign == '*' || sign == '/' ? 2 : 1; };
    bool expectsValue = true;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (isBlank(c))
            continue;
        if (expectsValue && isDigit(c)) {
            std::int64_t value = 0;
            const auto read = std::from_chars(text.data() + i, text.data() + text.size(), value);
            const auto length = static_cast<std::size_t>(read.ptr - (text.data() + i));
            // 010 is eight.
            if (read.ec != std::errc{} || (c == '0' && length > 1))
                return std::nullopt;
            values.push_back(value);
            i += length - 1;
            expectsValue = false;
        } else if (expectsValue && c == '(') {
            signs.push_back(c);
        } else if (!expectsValue && c == ')') {
            while (!signs.empty() && signs.back() != '(') {
                if (!reduce())
                    return std::nullopt;
            }
            if (signs.empty())
                return std::nullopt;
            signs.pop_back();
        } else if (!expectsValue && (c == '+' || c == '-' || c == '*' || c == '/')) {
            while (!signs.empty() && signs.back() != '(' && binds(signs.back()) >= binds(c)) {
                if (!reduce())
                    return std::nullopt;
            }
            signs.push_back(c);
            expectsValue = true;
        } else {
            return std::nullopt;
        }
    }
    while (!signs.empty()) {
        if (signs.back() == '(' || !reduce())
            return std::nullopt;
    }
    return values.size() == 1 && !expectsValue ? std::optional(values.front()) : std::nullopt;
}

/// $'a\tb'
void ansiQuote(ShellCursor &cursor, ShellFields &fields)
{
    fields.startQuoted();
    cursor.advance(2);
    while (!cursor.atEnd() && cursor.peek() != '\'') {
        char c = cursor.peek();
        if (c == '\\') {
            cursor.advance();
            c = cursor.peek();
            c = c == 'n' ? '\n' : c == 't' ? '\t' : c;
        }
        if (!cursor.atEnd())
            fields.add(c, cursor.line);
        cursor.advance();
    }
    cursor.advance();
}

} // namespace

std::size_t nameLength(std::string_view text)
{
    if (text.empty() || !isNameStart(text.front()))
        return 0;
    std::size_t length = 1;
    while (length < text.size() && (isNameStart(text[length]) || isDigit(text[length])))
        ++length;
    return length;
}

std::string_view ShellCursor::passQuote(char quote)
{
    const std::size_t begin = at;
    advance();
    while (!atEnd() && peek() != quote)
        advance(peek() == '\\' && quote != '\'' ? 2 : 1);
    advance();
    return text.substr(begin, at - begin);
}

std::string_view ShellCursor::passBrackets(char open, char close, bool singleQuotes)
{
    const std::size_t begin = at;
    int depth = 0;
    while (!atEnd()) {
        const char c = peek();
        if (c == '\\') {
            advance(2);
        } else if (c == '"' || (c == '\'' && singleQuotes)) {
            (void)passQuote(c);
        } else {
            depth += c == open ? 1 : c == close ? -1 : 0;
            advance();
            if (depth == 0)
                break;
        }
    }
    return text.substr(begin, at - begin);
}

// Expansion.

void ShellExpander::expand(ShellCursor &cursor, ShellFields &fields, Until until, int depth)
{
    const bool quoted = until == Until::QuoteEnds || until == Until::QuotedTextEnds;
    while (!cursor.atEnd() && !exhausted()) {
        if (cursor.passContinuation())
            continue;
        const char c = cursor.peek();
        const int line = cursor.line;
        if (c == '\\') {
            // Within quotes it stands for itself before anything but these.
            if (quoted && std::string_view("$`\"\\").find(cursor.peek(1)) == std::string_view::npos)
                fields.add(c, line);
            cursor.advance();
            if (!cursor.atEnd())
                fields.add(cursor.peek(), line);
            cursor.advance();
        } else if (c == '$') {
            expandDollar(cursor, fields, quoted, depth);
        } else if (c == '`') {
            const std::string_view written = cursor.passQuote('`');
            fields.addUnknown(written, written, line);
        } else if (c == '"' && until == Until::QuoteEnds) {
            return;
        } else if (c == '"' && until != Until::QuotedTextEnds) {
            cursor.advance();
            fields.startQuoted();
            // Not a recursion on the input: quotes within quotes end here.
            expand(cursor, fields, Until::QuoteEnds, depth);
            cursor.advance();
        } else if (c == '\'' && !quoted) {
            fields.startQuoted();
            cursor.advance();
            for (; !cursor.atEnd() && cursor.peek() != '\''; cursor.advance())
                fields.add(cursor.peek(), cursor.line);
            cursor.advance();
        } else if (until == Until::WordEnds
            && (isBlank(c) || std::string_view("\n;&|<>()").find(c) != std::string_view::npos)) {
            return;
        } else if (until == Until::TextEnds && (isBlank(c) || c == '\n')) {
            fields.next(line);
            cursor.advance();
        } else {
            fields.add(c, line);
            cursor.advance();
        }
    }
}

ShellPiece ShellExpander::whole(std::string_view text, int line, Until until, int depth)
{
    ShellFields fields(false);
    ShellCursor cursor{text, 0, line};
    expand(cursor, fields, until, depth);
    return fields.takeOne();
}

void ShellExpander::expandDollar(ShellCursor &cursor, ShellFields &fields, bool quoted, int depth)
{
    const std::size_t begin = cursor.at;
    const int line = cursor.line;
    const char next = cursor.peek(1);
    const std::size_t name = nameLength(cursor.text.substr(begin + 1));
    if (next == '(') {
        cursor.advance();
        (void)cursor.passBrackets('(', ')', true);
        const std::string_view written = cursor.text.substr(begin, cursor.at - begin);
        if (written.starts_with("$((") && written.ends_with("))"))
            expandArithmetic(written, line, fields, depth);
        else
            fields.addUnknown(written, written, line);
    } else if (next == '{') {
        cursor.advance();
        (void)cursor.passBrackets('{', '}', !quoted);
        expandBraces(cursor.text.substr(begin, cursor.at - begin), line, fields, quoted, depth);
    } else if (name > 0 || isDigit(next)
        || (next && std::string_view("@*#?$!-").find(next) != std::string_view::npos)) {
        cursor.advance(1 + std::max<std::size_t>(name, 1));
        const std::string_view written = cursor.text.substr(begin, cursor.at - begin);
        if (!expandVariable({written.substr(1)}, fields, quoted, line))
            fields.addUnknown(written, written.substr(1), line);
    } else if (next == '\'' && !quoted) {
        ansiQuote(cursor, fields);
    } else {
        if (next != '"' || quoted)
            fields.add('$', line);
        cursor.advance();
    }
}

/// False where the script does not set it.
bool ShellExpander::expandVariable(
    const Parameter &parameter, ShellFields &fields, bool quoted, int line)
{
    const auto found = variables.find(parameter.name);
    if (found == variables.end())
        return false;
    const ShellVariable &variable = found->second;
    const bool all = parameter.index == "@" || parameter.index == "*";
    std::size_t first = 0;
    if (parameter.indexed && !all) {
        const std::string_view index = parameter.index;
        const auto read = std::from_chars(index.data(), index.data() + index.size(), first);
        if (read.ec != std::errc{} || read.ptr != index.data() + index.size()
            || first >= variable.values.size())
            return false;
    }
    if (variable.values.empty()) {
        if (all)
            fields.addEmptyArray();
        return true;
    }
    const std::size_t last = all ? variable.values.size() : first + 1;
    for (std::size_t i = first; i < last; ++i) {
        const ShellPiece &piece = variable.values[i];
        if (!spend(piece.cost()))
            return true;
        if (i > first && quoted && parameter.index == "*")
            fields.add(' ', line);
        else if (i > first)
            fields.next(line);
        if (quoted && all)
            fields.startQuoted();
        fields.addPiece(piece, quoted);
    }
    return true;
}

ShellExpander::Parameter ShellExpander::parameterOf(std::string_view inner)
{
    std::size_t length = nameLength(inner);
    if (length == 0) {
        while (length < inner.size() && isDigit(inner[length]))
            ++length;
    }
    Parameter result{inner.substr(0, length), {}, false, inner.substr(length)};
    const std::size_t end
        = result.rest.starts_with('[') ? result.rest.find(']') : std::string_view::npos;
    if (end != std::string_view::npos) {
        result.indexed = true;
        result.index = result.rest.substr(1, end - 1);
        result.rest.remove_prefix(end + 1);
    }
    return result;
}

/// ${NAME}, ${NAME:-default}, ${NAME[@]}; all else is unknown.
void ShellExpander::expandBraces(
    std::string_view written, int line, ShellFields &fields, bool quoted, int depth)
{
    const std::string_view inner
        = written.substr(2, written.ends_with('}') ? written.size() - 3 : 0);
    const Parameter parameter = parameterOf(inner);
    const bool colon = parameter.rest.starts_with(':');
    const std::string_view sign = parameter.rest.substr(colon ? 1 : 0);
    const bool hasDefault = sign.starts_with('-') || sign.starts_with('=');
    if (parameter.name.empty()
        || (!parameter.rest.empty() && !hasDefault && !sign.starts_with('?'))) {
        fields.addUnknown(written, parameter.name.empty() ? written : parameter.name, line);
        return;
    }
    const auto found = variables.find(parameter.name);
    const bool isSet = found != variables.end() && !(colon && found->second.isEmpty());
    if (!hasDefault || isSet || depth >= deepest) {
        if (!expandVariable(parameter, fields, quoted, line))
            fields.addUnknown(written, parameter.name, line);
        return;
    }
    if (sign.starts_with('=')) {
        ShellVariable value;
        value.values.push_back(whole(sign.substr(1), line, Until::TextEnds, depth + 1));
        variables[std::string(parameter.name)] = std::move(value);
        (void)expandVariable(parameter, fields, quoted, line);
        return;
    }
    expandDefault(sign.substr(1), line, fields, quoted, depth + 1);
}

void ShellExpander::expandDefault(
    std::string_view word, int line, ShellFields &fields, bool quoted, int depth)
{
    // Quotes around a default within quotes go too: "${A:-"x"}".
    if (quoted && word.find('"') != std::string_view::npos) {
        fields.addPiece(whole(word, line, Until::TextEnds, depth), true);
        return;
    }
    ShellCursor cursor{word, 0, line};
    expand(cursor, fields, quoted ? Until::QuotedTextEnds : Until::TextEnds, depth);
}

/// $((2 * $N)), $((2 * N)).
void ShellExpander::expandArithmetic(
    std::string_view written, int line, ShellFields &fields, int depth)
{
    const std::string_view inner = written.substr(3, written.size() - 5);
    std::string named;
    for (std::size_t i = 0; i < inner.size();) {
        const std::size_t length = nameLength(inner.substr(i));
        const bool bare = length > 0 && (i == 0 || (inner[i - 1] != '$' && inner[i - 1] != '{'));
        if (bare)
            named += '$';
        const std::size_t count = std::max<std::size_t>(length, 1);
        named += inner.substr(i, count);
        i += count;
    }
    const ShellPiece piece
        = depth < deepest ? whole(named, line, Until::QuotedTextEnds, depth + 1) : ShellPiece{};
    const auto value = piece.unknown.empty() ? arithmetic(piece.text) : std::nullopt;
    if (!value) {
        fields.addUnknown(
            written, piece.unknown.empty() ? written : piece.unknown.front().name, line);
        return;
    }
    for (const char c : std::to_string(*value))
        fields.add(c, line);
}

} // namespace shardscope
