// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/text.h"

#include <optional>
#include <span>
#include <string_view>

namespace shardscope {

/// How a format calls a value of ours. Values are compared as people write them: "true", "3",
/// "null".
struct ValueName
{
    std::string_view foreign;
    std::string_view ours; ///< empty: says nothing by itself
};

/// A key of a format that says something of memory or traffic. One key may stand in several rows,
/// one fact too: files are written with the first row of a fact. "auto" leaves it to others in all
/// formats, unless the row names it. A word that `values` lacks is said to be not modelled.
struct KeyRow
{
    std::string_view key; ///< nesting as dots: "zero_optimization.stage"
    std::string_view fact; ///< of `sharedFacts`, or an input of a scenario
    std::span<const ValueName> values{}; ///< empty: the value as it stands
    /// What the value says, where a table of values does not do; nothing: it says nothing.
    std::optional<Json> (*read)(const Json &) = nullptr;
    /// The other way; nothing: the key is left out. Null with `read`: the row is never written.
    std::optional<Json> (*write)(const Json &) = nullptr;
    std::string_view notModelled{}; ///< a value that no input says; empty: there is none
    /// What the value says beside what else the file says, where `read` cannot tell.
    std::optional<Json> (*readBeside)(const Json &value, const Json &root) = nullptr;
};

/// What a format's program does where a file says nothing, as files of that format would say it.
struct FormatDefault
{
    std::string_view fact;
    std::string_view value; ///< as text: "8", "bf16", "true"
    std::string_view besideKey{}; ///< only where this key of a file says a fact; empty: always
};

/// A later one wins where files disagree: what stands nearer to the command line.
enum class Rank { Model, Index, Adapter, Engine, Launcher, Recipe, CommandLine };

/// A format of other programs as data: the one description behind its reader, its writer and the
/// report of an import.
struct Format
{
    std::string_view id; ///< as `export --as` calls it: "deepspeed"
    Text name; ///< as sentences call it: "DeepSpeed"
    Rank rank;
    /// Paths any of which tells the format from those behind it in `formats()`.
    std::span<const std::string_view> signs;
    std::span<const KeyRow> rows;
    /// Keys that change memory or traffic and that no plan follows; whole subtrees. Said where they
    /// are on: not false, null, 0, "none" or empty, nor what stands behind a "=" here.
    std::span<const std::string_view> notModelled;
    /// Keys that change neither; whole subtrees.
    std::span<const std::string_view> withoutEffect;
    std::span<const FormatDefault> defaults;
    /// The config.json of a model that a file tells by its shape; nothing: it does not.
    std::optional<Json> (*model)(const Json &root) = nullptr;
};

/// All formats, in the order in which they are recognised.
std::span<const Format *const> formats();
const Format *findFormat(std::string_view id);

/// The format of a parsed file; null: of none.
const Format *recognizedFormat(const Json &root);

/// The value at a dotted path; null where there is none.
const Json *valueAt(const Json &root, std::string_view path);

/// How a format writes the value of a row's fact; nothing: it has no word for it.
std::optional<Json> foreignValue(const KeyRow &row, const Json &value);

// Readers and writers of values that several formats share.

/// A list of words as a comma-separated text; a text as it stands; "all-linear" and "all" alike.
std::optional<Json> joinedWords(const Json &value);
std::optional<Json> splitWords(const Json &value);
/// For rows that only one of reading and writing changes.
std::optional<Json> asItStands(const Json &value);
/// "yes" wherever the key is said.
std::optional<Json> yesIfSaid(const Json &value);
/// A number, or the largest of several; nothing of words.
std::optional<Json> longerSide(const Json &value);

} // namespace shardscope
