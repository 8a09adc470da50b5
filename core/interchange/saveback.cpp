// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/saveback.h"

#include "core/interchange/factlist.h"
#include "core/interchange/statefacts.h"
#include "core/interchange/textplace.h"
#include "core/interchange/writeyaml.h"
#include "core/scenario/changedkeys.h"

#include <algorithm>

namespace shardscope {

namespace {

/// What a file's text is to become at one value.
struct Replacement
{
    TextRange range;
    std::string text;
};

/// A file as a tree with places, before references in it are followed.
struct Tree
{
    Syntax syntax = Syntax::Yaml;
    Json root{};
    const Format *format = nullptr;
};

std::optional<Tree> treeOf(const RunFile &file)
{
    Tree tree{.syntax = syntaxOf(file).value_or(Syntax::Shell)};
    if (tree.syntax != Syntax::Json && tree.syntax != Syntax::Yaml && tree.syntax != Syntax::Toml)
        return std::nullopt;
    Result<ParsedText> parsed = parseMarkup(file.text, tree.syntax);
    if (!parsed)
        return std::nullopt;
    tree.root = std::move(parsed->root);
    tree.format = recognizedFormat(tree.root);
    return tree.format ? std::optional(std::move(tree)) : std::nullopt;
}

std::optional<TextRange> rangeOf(
    const RunFile &file, const Tree &tree, const KeyRow &row, const Json &value)
{
    return tree.syntax == Syntax::Json ? jsonValueRange(file.text, row.key)
                                       : valueRange(file.text, value);
}

std::string flowList(const Json &value)
{
    std::string text;
    for (const Json &item : *value.array())
        text += (text.empty() ? "" : ", ") + yamlScalar(item);
    return "[" + text + "]";
}

/// A value as it is to stand where `present` stands.
std::string newText(Syntax syntax, std::string_view present, const Json &value, int column)
{
    if (syntax == Syntax::Json || (syntax == Syntax::Toml && (value.string() || value.array())))
        return writeJson(value, JsonStyle::Compact);
    const Json::Array *items = value.array();
    if (!items)
        return inMannerOf(present, value);
    if (!present.starts_with('-'))
        return flowList(value);
    std::string text;
    for (const Json &item : *items)
        text += (text.empty() ? "" : "\n" + std::string(static_cast<std::size_t>(column - 1), ' '))
            + "- " + yamlScalar(item);
    return text;
}

/// The word of a row for a fact, also where the table only knows that it says nothing.
std::optional<Json> wordFor(const KeyRow &row, const Json &value)
{
    if (std::optional<Json> word = foreignValue(row, value))
        return word;
    const auto silent = std::find_if(row.values.begin(), row.values.end(),
        [](const ValueName &each) { return each.ours.empty() && each.foreign != "null"; });
    return silent == row.values.end() ? std::nullopt : std::optional(plainScalar(silent->foreign));
}

bool differs(const Facts &before, const Facts &after, std::string_view id)
{
    const Fact *was = findFact(before, id);
    const Fact *is = findFact(after, id);
    return is && (!was || was->value != is->value);
}

/// Keys of the file that say what has changed. What is left to others stays so, unless `all`.
std::vector<Replacement> replacements(
    const RunFile &file, const Tree &tree, const Facts &before, const Facts &after, bool all)
{
    std::vector<Replacement> found;
    for (const KeyRow &row : tree.format->rows) {
        const Json *value = valueAt(tree.root, row.key);
        if (!value || !differs(before, after, row.fact) || (isAuto(*value) && !all))
            continue;
        const std::optional<Json> word = wordFor(row, findFact(after, row.fact)->value);
        const std::optional<TextRange> range
            = word && *word != *value ? rangeOf(file, tree, row, *value) : std::nullopt;
        if (!range)
            continue;
        const bool isKnown = std::any_of(found.begin(), found.end(),
            [&range](const Replacement &each) { return each.range == *range; });
        const std::string_view present
            = std::string_view(file.text).substr(range->begin, range->size());
        if (!isKnown)
            found.push_back(
                {*range, newText(tree.syntax, present, *word, std::max(1, value->column()))});
    }
    return found;
}

std::string replaced(std::string text, std::vector<Replacement> edits)
{
    std::sort(edits.begin(), edits.end(),
        [](const Replacement &a, const Replacement &b) { return a.range.begin > b.range.begin; });
    for (const Replacement &edit : edits)
        text.replace(edit.range.begin, edit.range.size(), edit.text);
    return text;
}

std::string endOf(const std::string &text)
{
    return text.find("\r\n") == std::string::npos ? "\n" : "\r\n";
}

/// Keys at the end of a recipe in YAML, for what no file says yet.
std::string withNewKeys(std::string text, const Tree &tree, const Facts &before, const Facts &after,
    const std::vector<const Key *> &wanted)
{
    std::vector<std::string_view> said;
    for (const KeyRow &row : tree.format->rows) {
        const bool isWanted = std::any_of(wanted.begin(), wanted.end(),
            [input = inputOf(row.fact)](const Key *key) { return key->id == input; });
        const bool isSaid = std::find(said.begin(), said.end(), row.fact) != said.end();
        if (!isWanted || isSaid || row.key.find('.') != std::string_view::npos
            || valueAt(tree.root, row.key) || !differs(before, after, row.fact))
            continue;
        const std::optional<Json> word = foreignValue(row, findFact(after, row.fact)->value);
        if (!word)
            continue;
        said.push_back(row.fact);
        if (!text.ends_with('\n'))
            text += endOf(text);
        text += std::string(row.key) + ": " + (word->array() ? flowList(*word) : yamlScalar(*word))
            + endOf(text);
    }
    return text;
}

std::vector<std::string> linesOf(const std::string &text)
{
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        lines.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return lines;
}

/// Edits replace lines in place, or change the number of those of one list.
void addLineEdits(std::vector<LineEdit> &edits, const RunFile &before, const RunFile &after)
{
    const std::vector<std::string> old = linesOf(before.text);
    const std::vector<std::string> next = linesOf(after.text);
    if (old.size() == next.size()) {
        for (std::size_t i = 0; i < old.size(); ++i) {
            if (old[i] != next[i])
                edits.push_back({before.name, static_cast<int>(i) + 1, old[i], next[i]});
        }
        return;
    }
    std::size_t begin = 0;
    while (begin < std::min(old.size(), next.size()) && old[begin] == next[begin])
        ++begin;
    std::size_t end = 0;
    while (end < std::min(old.size(), next.size()) - begin
        && old[old.size() - 1 - end] == next[next.size() - 1 - end])
        ++end;
    for (std::size_t i = begin; i < old.size() - end; ++i)
        edits.push_back({before.name, static_cast<int>(i) + 1, old[i], {}});
    for (std::size_t i = begin; i < next.size() - end; ++i)
        edits.push_back({before.name, static_cast<int>(i) + 1, {}, next[i]});
}

} // namespace

SavedBack saveBack(std::span<const RunFile> files, const Scenario &read, const Scenario &now,
    const Catalog &catalog, const RunSurroundings &around, const Picks &picks)
{
    const Facts before = factsOf(read);
    const Facts after = factsOf(now);
    const auto come = [&](const std::vector<RunFile> &texts) {
        const Result<ImportedRun> run = importRun(texts, catalog, {read, {}}, around, picks);
        return run ? std::optional(run->scenario) : std::nullopt;
    };
    const auto edited = [&](bool all) {
        std::vector<RunFile> texts(files.begin(), files.end());
        for (RunFile &file : texts) {
            if (const std::optional<Tree> tree = treeOf(file))
                file.text = replaced(file.text, replacements(file, *tree, before, after, all));
        }
        return texts;
    };
    std::vector<RunFile> next = edited(false);
    std::optional<Scenario> reached = come(next);
    if (!reached || !changedKeys(*reached, now).empty()) {
        next = edited(true);
        reached = come(next);
    }
    if (!reached) // an edit broke the text: none is made
        next.assign(files.begin(), files.end());
    std::vector<const Key *> open = changedKeys(reached.value_or(read), now);
    // What no key says yet goes to the end of the recipe.
    for (RunFile &file : next) {
        const std::optional<Tree> tree = treeOf(file);
        if (open.empty() || !tree || tree->syntax != Syntax::Yaml
            || tree->format->rank != Rank::Recipe)
            continue;
        const std::string kept = file.text;
        file.text = withNewKeys(file.text, *tree, before, after, open);
        const std::optional<Scenario> with = come(next);
        if (with && changedKeys(*with, now).size() < open.size())
            open = changedKeys(*with, now);
        else
            file.text = kept;
    }
    SavedBack saved;
    for (const Key *key : open)
        saved.unsaid.emplace_back(key->id);
    for (std::size_t i = 0; i < next.size(); ++i) {
        if (next[i] == files[i])
            continue;
        addLineEdits(saved.edits, files[i], next[i]);
        saved.files.push_back(std::move(next[i]));
    }
    return saved;
}

std::string diffText(std::span<const LineEdit> edits)
{
    std::string text;
    std::string file;
    for (const LineEdit &edit : edits) {
        if (edit.file != file || text.empty())
            text += "--- " + edit.file + "\n+++ " + edit.file + "\n";
        file = edit.file;
        text += "@@ line " + std::to_string(edit.line) + " @@\n";
        if (!edit.before.empty())
            text += "-" + edit.before + "\n";
        if (!edit.after.empty())
            text += "+" + edit.after + "\n";
    }
    return text;
}

} // namespace shardscope
