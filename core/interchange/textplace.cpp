// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/textplace.h"

#include "core/interchange/writeyaml.h"
#include "core/scenario/keytext.h"

#include <vector>

namespace shardscope {

namespace {

constexpr std::string_view spaces = " \t\r\n";

/// The end of text in quotes that begins at `at`; npos where it never ends.
std::size_t quoteEnd(std::string_view text, std::size_t at)
{
    const char quote = text[at];
    for (std::size_t i = at + 1; i < text.size(); ++i) {
        if (quote == '"' && text[i] == '\\')
            ++i;
        else if (text[i] == quote && quote == '\'' && text.substr(i + 1).starts_with('\''))
            ++i; // '' within single quotes
        else if (text[i] == quote)
            return i + 1;
    }
    return std::string_view::npos;
}

/// The end of a bracketed list or mapping.
std::size_t bracketEnd(std::string_view text, std::size_t at)
{
    int depth = 0;
    for (std::size_t i = at; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"' || c == '\'') {
            const std::size_t end = quoteEnd(text, i);
            if (end == std::string_view::npos)
                return end;
            i = end - 1;
        } else if (c == '[' || c == '{') {
            ++depth;
        } else if ((c == ']' || c == '}') && --depth == 0) {
            return i + 1;
        }
    }
    return std::string_view::npos;
}

/// Walks over JSON and keeps the path of where it stands. Depth costs no calls.
class JsonWalk
{
public:
    explicit JsonWalk(std::string_view text)
        : m_text(text)
    { }

    std::optional<TextRange> find(std::string_view path)
    {
        while (skipBlank()) {
            const char c = m_text[m_at];
            if (c == '}' || c == ']') {
                if (m_open.empty())
                    return std::nullopt;
                m_open.pop_back();
                ++m_at;
            } else if (c == ',') {
                ++m_at;
            } else if (!m_open.empty() && m_open.back().isObject && !m_open.back().hasKey) {
                if (!readKey())
                    return std::nullopt;
            } else if (const std::optional<TextRange> found = readValue(path)) {
                return found;
            } else if (m_isBroken) {
                return std::nullopt;
            }
        }
        return std::nullopt;
    }

private:
    struct Open
    {
        bool isObject = false;
        bool hasKey = false;
        std::string path{}; ///< of the value that comes next
        std::string above{};
    };

    bool skipBlank()
    {
        while (true) {
            m_at = std::min(m_text.find_first_not_of(spaces, m_at), m_text.size());
            if (!m_text.substr(m_at).starts_with("//"))
                return m_at < m_text.size();
            m_at = std::min(m_text.find('\n', m_at), m_text.size());
        }
    }

    bool readKey()
    {
        if (m_text[m_at] != '"')
            return false;
        const std::size_t end = quoteEnd(m_text, m_at);
        if (end == std::string_view::npos)
            return false;
        Open &open = m_open.back();
        const std::string_view name = m_text.substr(m_at + 1, end - m_at - 2);
        open.path = open.above.empty() ? std::string(name) : open.above + '.' + std::string(name);
        open.hasKey = true;
        m_at = end;
        if (!skipBlank() || m_text[m_at] != ':')
            return false;
        ++m_at;
        return true;
    }

    std::optional<TextRange> readValue(std::string_view wanted)
    {
        const std::string path
            = m_open.empty() || !m_open.back().isObject ? std::string() : m_open.back().path;
        if (!m_open.empty())
            m_open.back().hasKey = false;
        const std::size_t begin = m_at;
        const char c = m_text[begin];
        const bool isWanted = !path.empty() && path == wanted;
        if ((c == '{' || c == '[') && !isWanted) {
            m_open.push_back({.isObject = c == '{', .above = path});
            ++m_at;
            return std::nullopt;
        }
        std::size_t end = c == '"' ? quoteEnd(m_text, begin)
            : c == '{' || c == '['
            ? bracketEnd(m_text, begin)
            : std::min(m_text.find_first_of(",]} \t\r\n", begin), m_text.size());
        m_isBroken = end == std::string_view::npos || end == begin;
        if (m_isBroken)
            return std::nullopt;
        m_at = end;
        return isWanted ? std::optional(TextRange{begin, end}) : std::nullopt;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::vector<Open> m_open;
    bool m_isBroken = false;
};

std::size_t offsetOf(std::string_view text, int line, int column)
{
    std::size_t at = 0;
    for (int i = 1; i < line; ++i) {
        at = text.find('\n', at);
        if (at == std::string_view::npos)
            return at;
        ++at;
    }
    return at + static_cast<std::size_t>(column) - 1;
}

/// To the end of the line, or of the item of a list in one line, without a comment.
std::size_t plainEnd(std::string_view text, std::size_t begin)
{
    const std::size_t lineBegin = text.rfind('\n', begin) + 1; // npos + 1 is 0
    const std::size_t lineEnd = std::min(text.find('\n', begin), text.size());
    const bool isInBrackets
        = text.substr(lineBegin, begin - lineBegin).find_first_of("[{") != std::string_view::npos;
    std::size_t end = begin;
    while (end < lineEnd) {
        const char c = text[end];
        const bool isComment
            = c == '#' && end > begin && (text[end - 1] == ' ' || text[end - 1] == '\t');
        if (isComment || (isInBrackets && (c == ',' || c == ']' || c == '}')))
            break;
        ++end;
    }
    while (end > begin && spaces.find(text[end - 1]) != std::string_view::npos)
        --end;
    return end;
}

std::optional<TextRange> scalarRange(std::string_view text, std::size_t begin)
{
    if (begin >= text.size())
        return std::nullopt;
    const char c = text[begin];
    if (c == '|' || c == '>' || c == '&' || c == '*' || c == '!')
        return std::nullopt;
    const std::size_t end = c == '"' || c == '\'' ? quoteEnd(text, begin) : plainEnd(text, begin);
    if (end == std::string_view::npos || end == begin)
        return std::nullopt;
    return TextRange{begin, end};
}

} // namespace

std::optional<TextRange> jsonValueRange(std::string_view text, std::string_view path)
{
    return JsonWalk(text).find(path);
}

std::optional<TextRange> valueRange(std::string_view text, const Json &value)
{
    if (value.line() == 0 || value.isObject() || value.isNull())
        return std::nullopt;
    const std::size_t begin = offsetOf(text, value.line(), value.column());
    if (begin == std::string_view::npos || begin >= text.size())
        return std::nullopt;
    const Json::Array *items = value.array();
    if (!items)
        return scalarRange(text, begin);
    if (text[begin] == '[') {
        const std::size_t end = bracketEnd(text, begin);
        return end == std::string_view::npos ? std::nullopt : std::optional(TextRange{begin, end});
    }
    // A list in lines ends with its last item.
    if (items->empty() || text[begin] != '-')
        return std::nullopt;
    const std::optional<TextRange> last = valueRange(text, items->back());
    return last ? std::optional(TextRange{begin, last->end}) : std::nullopt;
}

std::string inMannerOf(std::string_view present, const Json &value)
{
    const char first = present.empty() ? ' ' : present[0];
    if (first == '"')
        return value.string() ? writeJson(value, JsonStyle::Compact)
                              : '"' + typedValue(value) + '"';
    if (first == '\'')
        return '\'' + typedValue(value) + '\'';
    if (const bool *flag = value.boolean()) {
        const bool isCapital = first == 'T' || first == 'F' || first == 'Y' || first == 'N';
        if (first == 'y' || first == 'Y' || present == "no" || present == "No")
            return *flag ? (isCapital ? "Yes" : "yes") : (isCapital ? "No" : "no");
        return *flag ? (isCapital ? "True" : "true") : (isCapital ? "False" : "false");
    }
    return yamlScalar(value);
}

} // namespace shardscope
