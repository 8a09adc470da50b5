// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/interchange/launchflags.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace shardscope {

/// Variables that are set before a command, by their names.
using Environment = std::map<std::string, ShellWord, std::less<>>;

/// Keeps one that changes memory, traffic or the number of processes.
void keep(Environment &environment, std::string_view name, const ShellWord &value);
/// How many devices CUDA_VISIBLE_DEVICES names: of "0,1,3" three.
Json deviceCount(std::string_view devices);

template <class Table>
bool isIn(const Table &table, std::string_view word)
{
    return std::find(std::begin(table), std::end(table), word) != std::end(table);
}

/// One command that may start a training.
class LaunchCommand
{
public:
    LaunchCommand(std::span<const ShellWord> words, Environment environment)
        : m_words{words}
        , m_environment(std::move(environment))
    { }

    /// Whether it does.
    bool read();

    const LaunchLine &line() const { return m_line; }
    const Environment &environment() const { return m_environment; }
    /// A command line within a word: bash -c "...".
    const std::optional<ShellWord> &inner() const { return m_inner; }

private:
    bool readLauncher();
    bool readProgram(std::string_view program);
    bool readPython();
    bool readModule(const ShellWord &module, bool plain);
    bool launchBy(std::string_view formatId, const FlagStyle &style);
    bool launchScript(std::string_view formatId, bool plain = false);
    // Programs with a way of their own.
    bool trl();
    bool swift(std::string_view formatId);
    bool litGpt();
    bool composer();
    bool torchtitan();
    bool axolotl();
    bool tune();
    void srun();
    LaunchSection &addSection(std::string_view formatId);
    void readInto(LaunchSection &section, const FlagStyle &style);
    void movePassedOn(std::span<const std::string_view> flags);

    const ShellWord *next() const { return m_words.atEnd() ? nullptr : &m_words.words[m_words.at]; }
    bool nextIs(std::string_view word) const { return next() && next()->text == word; }

    CommandWords m_words;
    Environment m_environment;
    LaunchLine m_line;
    std::optional<ShellWord> m_inner;
};

} // namespace shardscope
