// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace shardscope {

/// An option of a program: `--format FORMAT`.
struct Option
{
    std::string_view name; ///< with its dashes
    std::string_view argument{}; ///< empty: a switch
    std::string_view meaning{};
    std::string_view key{}; ///< of the input that it is a short word for, in place of --set
};

/// A command of shardscope-cli; the one table behind parsing, --help and the manual page.
struct Command
{
    std::string_view name;
    std::string_view operands; ///< "[FILE...]"
    std::string_view meaning;
    std::span<const Option> options;
};

std::span<const Command> commands();
std::span<const Option> generalOptions();

/// A command line, taken apart; what the words mean is for the command to judge.
struct Arguments
{
    const Command *command = nullptr; ///< null for --help and --version
    std::vector<std::string> operands{};
    std::vector<std::pair<std::string, std::string>> sets{}; ///< --set KEY=VALUE, in order
    std::map<std::string, std::string, std::less<>> values{}; ///< the last of each option
    std::set<std::string, std::less<>> switches{};

    bool has(std::string_view name) const { return switches.contains(name); }
    std::string value(std::string_view name, std::string_view otherwise) const;
};

/// The arguments, or a sentence that says what is wrong with them.
std::variant<Arguments, std::string> parseArguments(std::span<const std::string> words);

/// "shardscope-cli 1.0"
std::string nameAndVersion();
std::string helpText();
std::string versionText();

} // namespace shardscope
