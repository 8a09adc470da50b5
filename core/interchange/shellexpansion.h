// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ascii.h"
#include "core/interchange/shellwords.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace shardscope {

// What `readShell` is made of: words, and what stands for variables in them.

inline bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/// How many characters of a name the text starts with.
std::size_t nameLength(std::string_view text);

/// A place in the text of a script.
struct ShellCursor
{
    std::string_view text;
    std::size_t at = 0;
    int line = 1;

    bool atEnd() const { return at >= text.size(); }
    char peek(std::size_t ahead = 0) const
    {
        return at + ahead < text.size() ? text[at + ahead] : '\0';
    }
    std::string_view rest() const { return text.substr(at); }
    bool startsWith(std::string_view what) const { return rest().starts_with(what); }
    void advance(std::size_t count = 1)
    {
        for (const std::size_t end = std::min(at + count, text.size()); at < end; ++at) {
            if (text[at] == '\n')
                ++line;
        }
    }
    /// Past a backslash at the end of a line.
    bool passContinuation()
    {
        if (peek() != '\\')
            return false;
        const std::size_t newline = peek(1) == '\r' ? 2 : 1;
        if (peek(newline) != '\n')
            return false;
        advance(newline + 1);
        return true;
    }
    void passLine()
    {
        const std::size_t end = text.find('\n', at);
        at = end == std::string_view::npos ? text.size() : end;
    }
    /// Past a bracket and its partner, or to the end of the text. Gives what was passed.
    std::string_view passBrackets(char open, char close, bool singleQuotes);
    /// Past a quote and its partner.
    std::string_view passQuote(char quote);
};

/// Text that knows where its parts are written and what in it is unknown.
struct ShellPiece
{
    struct Mark
    {
        std::size_t offset;
        int line;
    };
    struct Unknown
    {
        std::size_t offset;
        std::size_t length;
        std::string name;
    };

    std::string text{};
    std::vector<Mark> lines{};
    std::vector<Unknown> unknown{};

    void add(char c, int line)
    {
        if (lines.empty() || lines.back().line != line)
            lines.push_back({text.size(), line});
        text += c;
    }
    void addUnknown(std::string_view written, std::string_view name, int line)
    {
        if (written.empty())
            return;
        unknown.push_back({text.size(), written.size(), std::string(name)});
        for (const char c : written)
            add(c, line);
    }
    std::size_t cost() const { return text.size() + lines.size() + unknown.size() + 1; }
    ShellWord word(int line) const
    {
        ShellWord result{text, lines.empty() ? line : lines.front().line, {}};
        for (const Unknown &part : unknown)
            result.unknown.push_back(part.name);
        return result;
    }
};

/// Fields of a word under way: an expansion outside of quotes may make several of one, or none.
class ShellFields
{
public:
    explicit ShellFields(bool splits)
        : m_splits(splits)
    { }

    void add(char c, int line)
    {
        m_started = true;
        m_piece.add(c, line);
    }
    void addUnknown(std::string_view written, std::string_view name, int line)
    {
        m_started = true;
        m_piece.addUnknown(written, name, line);
    }
    /// Even an empty one is a word.
    void startQuoted() { m_started = true; }
    void addEmptyArray() { m_emptyArray = true; }
    void next(int line)
    {
        if (!m_splits)
            m_piece.add(' ', line);
        else if (m_started)
            finish();
    }
    void addPiece(const ShellPiece &piece, bool quoted)
    {
        std::size_t mark = 0;
        std::size_t part = 0;
        int line = 0;
        for (std::size_t i = 0; i < piece.text.size(); ++i) {
            while (mark < piece.lines.size() && piece.lines[mark].offset <= i)
                line = piece.lines[mark++].line;
            if (part < piece.unknown.size() && piece.unknown[part].offset == i) {
                const ShellPiece::Unknown &unknown = piece.unknown[part++];
                addUnknown(
                    std::string_view(piece.text).substr(i, unknown.length), unknown.name, line);
                i += unknown.length - 1;
            } else if (!quoted && (isBlank(piece.text[i]) || piece.text[i] == '\n')) {
                next(line);
            } else {
                add(piece.text[i], line);
            }
        }
    }
    std::vector<ShellPiece> take()
    {
        if (m_emptyArray && m_piece.text.empty())
            m_started = false;
        if (m_started)
            finish();
        return std::move(m_done);
    }
    ShellPiece takeOne() { return std::move(m_piece); }

private:
    void finish()
    {
        m_done.push_back(std::exchange(m_piece, {}));
        m_started = false;
    }

    bool m_splits;
    bool m_started = false;
    bool m_emptyArray = false;
    ShellPiece m_piece;
    std::vector<ShellPiece> m_done;
};

struct ShellVariable
{
    std::vector<ShellPiece> values{};
    bool array = false;
    bool exported = false;

    bool isEmpty() const
    {
        return values.empty() || (values.size() == 1 && values.front().text.empty());
    }
};

/// Reads words and puts in what is known of variables.
class ShellExpander
{
public:
    enum class Until {
        WordEnds, ///< a blank or an operator
        QuoteEnds,
        TextEnds, ///< of a default
        QuotedTextEnds, ///< of a default within quotes, or of a file
    };

    explicit ShellExpander(std::size_t budget)
        : m_budget(budget)
    { }

    void expand(ShellCursor &cursor, ShellFields &fields, Until until, int depth = 0);
    /// The text as one word.
    ShellPiece whole(std::string_view text, int line, Until until, int depth = 0);

    /// False once more was put in than the budget allows.
    bool spend(std::size_t bytes)
    {
        m_spent += bytes;
        return !exhausted();
    }
    bool exhausted() const { return m_spent > m_budget; }

    std::map<std::string, ShellVariable, std::less<>> variables;

private:
    struct Parameter
    {
        std::string_view name;
        std::string_view index{}; ///< of an array
        bool indexed = false;
        std::string_view rest{}; ///< operator and word
    };

    static Parameter parameterOf(std::string_view inner);
    void expandDollar(ShellCursor &cursor, ShellFields &fields, bool quoted, int depth);
    void expandBraces(
        std::string_view written, int line, ShellFields &fields, bool quoted, int depth);
    void expandDefault(
        std::string_view word, int line, ShellFields &fields, bool quoted, int depth);
    void expandArithmetic(std::string_view written, int line, ShellFields &fields, int depth);
    bool expandVariable(const Parameter &parameter, ShellFields &fields, bool quoted, int line);

    std::size_t m_budget;
    std::size_t m_spent = 0;
};

} // namespace shardscope
