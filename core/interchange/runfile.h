// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/yaml.h"
#include "core/interchange/format.h"
#include "core/model/importedmodel.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope {

/// A file of a run, or what was pasted.
struct RunFile
{
    std::string name{}; ///< as the user named it; empty: pasted
    std::string text{};

    bool operator==(const RunFile &) const = default;
};

/// What a file is written in.
enum class Syntax { Json, Yaml, Toml, Shell, Python, Notebook };

/// By name and content; nothing where it is no text that a run could be described in.
std::optional<Syntax> syntaxOf(const RunFile &file);

/// A tree of values in JSON, YAML or TOML. Errors: InvalidSyntax, TooLarge, DuplicateKey.
Result<ParsedText> parseMarkup(std::string_view text, Syntax syntax);

/// Some values of a file with the format that they are of.
struct FormatSection
{
    const Format *format = nullptr;
    Json values{};
    bool isCommandLine = false; ///< what a command line says wins over files
};

/// A file taken apart.
struct ParsedRunFile
{
    std::vector<FormatSection> sections{};
    std::optional<ImportedModel> model{}; ///< of a config.json
    std::vector<Error> notes{}; ///< as those of ParsedText
    std::vector<std::string> references{}; ///< files that a command line names
    std::vector<RunFile> embedded{}; ///< that a script writes
    std::vector<Error> unresolved{}; ///< variables and expressions that only a run would know
};

/// Whether one of the formats can be seen in the file.
bool looksLikeRunFile(const RunFile &file);

/// Errors: InvalidSyntax, TooLarge, DuplicateKey; WrongType (a pickle; a file of no known format).
Result<ParsedRunFile> parseRunFile(const RunFile &file);

} // namespace shardscope
