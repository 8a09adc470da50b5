// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/shellwords.h"

#include "core/interchange/shellexpansion.h"

#include <initializer_list>
#include <iterator>
#include <optional>

namespace shardscope {

namespace {

bool isOneOf(std::string_view word, std::initializer_list<std::string_view> words)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

bool isDeclaration(const ShellCommand &command)
{
    return !command.words.empty()
        && isOneOf(
            command.words.front().text, {"export", "declare", "local", "readonly", "typeset"});
}

/// "$2": an argument of the script, which a known value is the default of.
bool isArgument(const ShellVariable &value)
{
    if (value.values.size() != 1 || value.values.front().unknown.size() != 1)
        return false;
    const ShellPiece &piece = value.values.front();
    return piece.unknown.front().length == piece.text.size()
        && isDigit(piece.unknown.front().name.front());
}

class ShellReader
{
public:
    ShellReader(std::string_view text, const ShellLimits &limits)
        : m_cursor{text}
        , m_limits(limits)
        , m_expander(limits.expandedBytes)
    { }

    Result<ShellScript> read();

private:
    using Until = ShellExpander::Until;
    struct Heredoc
    {
        std::size_t command;
        std::string delimiter;
        bool expands;
        bool indented;
    };
    void passBlanks();
    void readWord();
    bool readAssignment();
    ShellPiece joined(const ShellVariable &variable);
    ShellVariable appended(const ShellVariable &old, ShellVariable &&value);
    ShellVariable readArray();
    void redirect();
    void readHeader();
    void readHeredocs();
    void readHeredoc(const Heredoc &heredoc);
    std::string fileOf(const Heredoc &heredoc) const;
    void addWord(const ShellPiece &piece, std::vector<ShellWord> &words, int line);
    void restore();
    void finish();
    bool failed() const { return m_expander.exhausted() || m_words > m_limits.words; }
    void finishDeclaration();

    ShellCursor m_cursor;
    ShellLimits m_limits;
    ShellScript m_script;
    ShellCommand m_command;
    ShellCommand m_header;
    std::string m_target; ///< of the output of the command under way
    std::map<std::size_t, std::string> m_targets; ///< by command, of the line under way
    ShellExpander m_expander;
    /// What a command's own assignments hid.
    std::vector<std::pair<std::string, std::optional<ShellVariable>>> m_hidden;
    std::vector<Heredoc> m_heredocs;
    std::size_t m_words = 0;
};

void ShellReader::addWord(const ShellPiece &piece, std::vector<ShellWord> &words, int line)
{
    if (++m_words <= m_limits.words)
        words.push_back(piece.word(line));
}

void ShellReader::restore()
{
    for (; !m_hidden.empty(); m_hidden.pop_back()) {
        auto &[name, value] = m_hidden.back();
        if (value)
            m_expander.variables[name] = std::move(*value);
        else
            m_expander.variables.erase(name);
    }
}

/// The words of an array, or the one of others, with spaces between them.
ShellPiece ShellReader::joined(const ShellVariable &variable)
{
    ShellFields fields(false);
    for (const ShellPiece &piece : variable.values) {
        if (&piece != &variable.values.front())
            fields.next(m_cursor.line);
        m_expander.spend(piece.cost());
        fields.addPiece(piece, true);
    }
    return fields.takeOne();
}

/// What NAME+=value makes of NAME.
ShellVariable ShellReader::appended(const ShellVariable &old, ShellVariable &&value)
{
    ShellVariable sum = old;
    for (const ShellPiece &piece : sum.values)
        m_expander.spend(piece.cost());
    if (value.array || sum.values.empty()) {
        std::move(value.values.begin(), value.values.end(), std::back_inserter(sum.values));
        sum.array = sum.array || value.array;
        return sum;
    }
    ShellFields fields(false);
    fields.addPiece(sum.values.front(), true);
    fields.addPiece(value.values.front(), true);
    sum.values.front() = fields.takeOne();
    return sum;
}

/// NAME=value, NAME+=value or NAME=(values) where the cursor is; false: none.
bool ShellReader::readAssignment()
{
    const std::string name(m_cursor.rest().substr(0, nameLength(m_cursor.rest().substr(0, 256))));
    const bool appends = m_cursor.peek(name.size()) == '+';
    const std::size_t length = name.size() + (appends ? 2 : 1);
    if (name.empty() || m_cursor.peek(length - 1) != '=')
        return false;
    m_cursor.advance(length);
    const int line = m_cursor.line;
    ShellVariable value;
    if (m_cursor.peek() == '(') {
        value = readArray();
    } else {
        ShellFields fields(false);
        m_expander.expand(m_cursor, fields, Until::WordEnds);
        value.values.push_back(fields.takeOne());
    }
    const auto old = m_expander.variables.find(name);
    const bool known = old != m_expander.variables.end();
    if (known && isArgument(value))
        return true;
    if (known && appends)
        value = appended(old->second, std::move(value));
    if (failed())
        return true;
    value.exported = known && old->second.exported;
    m_command.assignments.push_back({name, joined(value).word(line), value.exported});
    m_hidden.emplace_back(name, known ? std::optional(std::move(old->second)) : std::nullopt);
    m_expander.variables[name] = std::move(value);
    return true;
}

ShellVariable ShellReader::readArray()
{
    ShellVariable result;
    result.array = true;
    m_cursor.advance();
    while (!m_cursor.atEnd() && m_cursor.peek() != ')' && !failed()) {
        passBlanks();
        const char c = m_cursor.peek();
        if (c == '#') {
            m_cursor.passLine();
        } else if (c != '\0' && std::string_view("\n;&|<>(").find(c) != std::string_view::npos) {
            m_cursor.advance();
        } else if (c != ')' && !m_cursor.atEnd()) {
            ShellFields fields(true);
            m_expander.expand(m_cursor, fields, Until::WordEnds);
            for (ShellPiece &piece : fields.take()) {
                ++m_words;
                result.values.push_back(std::move(piece));
            }
        }
    }
    m_cursor.advance();
    return result;
}

void ShellReader::passBlanks()
{
    while (isBlank(m_cursor.peek()) || m_cursor.passContinuation()) {
        if (isBlank(m_cursor.peek()))
            m_cursor.advance();
    }
}

void ShellReader::readWord()
{
    if ((m_command.words.empty() || isDeclaration(m_command)) && readAssignment())
        return;
    if (!isDeclaration(m_command))
        restore();
    const int line = m_cursor.line;
    const bool first = m_command.words.empty();
    const std::size_t begin = m_cursor.at;
    ShellFields fields(true);
    m_expander.expand(m_cursor, fields, Until::WordEnds);
    for (const ShellPiece &piece : fields.take())
        addWord(piece, m_command.words, line);
    if (first)
        m_command.line = line;
    // Words of the grammar before a command.
    const std::string_view written = m_cursor.text.substr(begin, m_cursor.at - begin);
    if (first && m_command.assignments.empty()
        && isOneOf(written,
            {"if", "then", "elif", "else", "fi", "while", "until", "do", "done", "esac", "{", "}",
                "!", "time"}))
        m_command.words.clear();
}

void ShellReader::redirect()
{
    const std::size_t begin = m_cursor.at;
    while (!m_cursor.atEnd()
        && std::string_view("<>&|-").find(m_cursor.peek()) != std::string_view::npos
        && m_cursor.at - begin < 3)
        m_cursor.advance();
    const std::string_view sign = m_cursor.text.substr(begin, m_cursor.at - begin);
    // A process's output as a file.
    passBlanks();
    if (m_cursor.peek() == '(') {
        (void)m_cursor.passBrackets('(', ')', true);
        return;
    }
    const std::size_t start = m_cursor.at;
    ShellFields fields(false);
    m_expander.expand(m_cursor, fields, Until::WordEnds);
    std::string target = fields.takeOne().text;
    if (isOneOf(sign, {">", ">>", ">|"})) {
        m_target = std::move(target);
    } else if (isOneOf(sign, {"<<", "<<-"})) {
        const std::string_view written = m_cursor.text.substr(start, m_cursor.at - start);
        m_heredocs.push_back({m_script.commands.size(), std::move(target),
            written.find_first_of("'\"\\") == std::string_view::npos, sign == "<<-"});
    }
}

void ShellReader::finishDeclaration()
{
    const bool exports = m_command.words.front().text == "export"
        || std::any_of(m_command.words.begin(), m_command.words.end(),
            [](const ShellWord &word) { return word.text == "-x" || word.text == "-gx"; });
    for (ShellAssignment &assignment : m_command.assignments) {
        assignment.exported = assignment.exported || exports;
        m_expander.variables[assignment.name].exported = assignment.exported;
    }
    if (!exports)
        return;
    for (const ShellWord &word : m_command.words) {
        const auto found = m_expander.variables.find(word.text);
        if (found == m_expander.variables.end() || found->second.exported)
            continue;
        found->second.exported = true;
        m_command.assignments.push_back({word.text, joined(found->second).word(word.line), true});
    }
}

void ShellReader::finish()
{
    std::vector<ShellWord> &words = m_command.words;
    if (isDeclaration(m_command)) {
        finishDeclaration();
        m_hidden.clear();
    } else if (words.empty()) {
        m_hidden.clear();
    } else if (isOneOf(words.front().text,
                   {"for", "select", "read", "unset", "getopts", "mapfile", "readarray"})) {
        // Then they are no longer what they were.
        for (const ShellWord &word : words)
            m_expander.variables.erase(word.text);
    }
    if (!m_target.empty())
        m_targets.emplace(m_script.commands.size(), std::exchange(m_target, {}));
    if (!words.empty() || !m_command.assignments.empty()) {
        if (m_command.line == 0)
            m_command.line = m_command.assignments.front().value.line;
        m_script.commands.push_back(std::move(m_command));
    } else if (m_targets.contains(m_script.commands.size())) {
        m_script.commands.emplace_back();
    }
    m_command = {};
    restore();
}

/// #SBATCH --nodes=2: up to the first command, as sbatch reads them.
void ShellReader::readHeader()
{
    if (m_header.words.empty()) {
        m_header.line = m_cursor.line;
        m_header.words.push_back({"sbatch", m_cursor.line, {}});
    }
    m_cursor.advance(std::string_view("#SBATCH").size());
    while (!m_cursor.atEnd() && m_cursor.peek() != '\n' && m_cursor.peek() != '#' && !failed()) {
        if (isBlank(m_cursor.peek())) {
            m_cursor.advance();
            continue;
        }
        ShellFields fields(true);
        const int line = m_cursor.line;
        m_expander.expand(m_cursor, fields, Until::WordEnds);
        while (std::string_view(";&|<>()").find(m_cursor.peek()) != std::string_view::npos
            && !m_cursor.atEnd())
            m_cursor.advance();
        for (const ShellPiece &piece : fields.take())
            addWord(piece, m_header.words, line);
    }
    m_cursor.passLine();
}

std::string ShellReader::fileOf(const Heredoc &heredoc) const
{
    // Of the command itself, or of a tee that it is piped into.
    const std::size_t end = std::min(heredoc.command + 3, m_script.commands.size());
    for (std::size_t i = heredoc.command; i < end; ++i) {
        const std::vector<ShellWord> &words = m_script.commands[i].words;
        if (words.size() > 1 && words.front().text == "tee")
            return words.back().text;
        const auto target = m_targets.find(i);
        if (target != m_targets.end())
            return target->second;
    }
    return {};
}

void ShellReader::readHeredoc(const Heredoc &heredoc)
{
    const std::size_t begin = m_cursor.at;
    const int line = m_cursor.line;
    std::size_t end = begin;
    std::string text;
    while (!m_cursor.atEnd()) {
        end = m_cursor.at;
        m_cursor.passLine();
        std::string_view one = m_cursor.text.substr(end, m_cursor.at - end);
        m_cursor.advance();
        while (heredoc.indented && one.starts_with('\t'))
            one.remove_prefix(1);
        if (one.ends_with('\r'))
            one.remove_suffix(1);
        if (one == heredoc.delimiter)
            break;
        text.append(one).push_back('\n');
    }
    HereDocument file{fileOf(heredoc), std::move(text), line, {}};
    if (file.name.empty())
        return;
    if (heredoc.expands) {
        ShellWord expanded = m_expander.whole(file.text, line, Until::QuotedTextEnds).word(line);
        file.text = std::move(expanded.text);
        file.unknown = std::move(expanded.unknown);
    }
    m_script.files.push_back(std::move(file));
}

void ShellReader::readHeredocs()
{
    for (const Heredoc &heredoc : std::exchange(m_heredocs, {}))
        readHeredoc(heredoc);
    m_targets.clear();
}

Result<ShellScript> ShellReader::read()
{
    while (!m_cursor.atEnd() && !failed()) {
        passBlanks();
        const char c = m_cursor.peek();
        const bool lineStarts = m_cursor.at == 0 || m_cursor.text[m_cursor.at - 1] == '\n';
        std::size_t digits = 0;
        while (digits < 2 && isDigit(m_cursor.peek(digits)))
            ++digits;
        const char behind = m_cursor.peek(digits);
        if (m_cursor.atEnd()) {
            break;
        } else if (lineStarts && m_script.commands.empty() && m_cursor.startsWith("#SBATCH")) {
            readHeader();
        } else if (c == '#' || (lineStarts && m_cursor.startsWith("```"))) {
            m_cursor.passLine();
        } else if (c == '\n') {
            finish();
            m_cursor.advance();
            readHeredocs();
        } else if (behind == '<' || behind == '>' || m_cursor.startsWith("&>")) {
            m_cursor.advance(digits);
            redirect();
        } else if (m_cursor.startsWith("((") && m_command.words.empty()) {
            (void)m_cursor.passBrackets('(', ')', true);
        } else if (std::string_view(";&|()").find(c) != std::string_view::npos) {
            finish();
            m_cursor.advance();
        } else {
            readWord();
        }
    }
    finish();
    if (failed())
        return Error{.code = ErrorCode::TooLarge, .line = m_cursor.line};
    if (!m_header.words.empty())
        m_script.commands.insert(m_script.commands.begin(), std::move(m_header));
    return std::move(m_script);
}

} // namespace

Result<ShellScript> readShell(std::string_view text, const ShellLimits &limits)
{
    if (text.size() > limits.bytes)
        return Error{.code = ErrorCode::TooLarge};
    return ShellReader(text, limits).read();
}

} // namespace shardscope
