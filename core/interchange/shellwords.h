// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope {

/// A word of a script as a program would get it.
struct ShellWord
{
    std::string text{}; ///< what is unknown stays as it is written: "$NAME", "$(nproc)"
    int line = 0; ///< where its text is written: in an array, or where its variable is set
    std::vector<std::string> unknown{}; ///< "NAME", "$(nproc)"

    bool operator==(const ShellWord &) const = default;
};

struct ShellAssignment
{
    std::string name;
    ShellWord value; ///< of an array: its words, with spaces
    bool exported = false; ///< later commands get it too
};

struct ShellCommand
{
    std::vector<ShellAssignment> assignments{}; ///< in front of the words, or without any
    std::vector<ShellWord> words{};
    int line = 0;
};

/// A file that the script writes: cat <<EOF > ds_config.json
struct HereDocument
{
    std::string name;
    std::string text;
    int line = 0; ///< of its first line
    std::vector<std::string> unknown{};
};

/// A script, taken apart and never run. Branches, loops and functions are read through as they
/// stand; a value set last counts. Headers of Slurm come first, as one command "sbatch".
struct ShellScript
{
    std::vector<ShellCommand> commands{};
    std::vector<HereDocument> files{};
};

/// Bounds on foreign text: real scripts are far below all three.
struct ShellLimits
{
    std::size_t bytes = std::size_t{1} << 20U;
    std::size_t words = 100'000;
    std::size_t expandedBytes = std::size_t{4} << 20U; ///< of all variables, each time one is used
};

/// Reads a POSIX or bash script. Variables have the values that the script itself sets, or the
/// default that stands with them. Lenient: a quote that is never closed ends with the text.
/// Errors: TooLarge.
Result<ShellScript> readShell(std::string_view text, const ShellLimits &limits = {});

} // namespace shardscope
