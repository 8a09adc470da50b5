// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/interchange/shellwords.h"

#include <string>
#include <string_view>
#include <vector>

namespace shardscope {

/// A file that a launch line names.
struct LaunchFile
{
    std::string
        name; ///< as written: may hold "$NAME", and of torchtune, torchtitan and TRL no file
    std::string flag; ///< "config_file"; empty: it stands by itself
    int line = 0;

    bool operator==(const LaunchFile &) const = default;
};

/// What a launch line says to one of the programs that stand in it.
struct LaunchSection
{
    std::string formatId; ///< of a Format, or "environment", whose flags are variables
    /// By name, without leading dashes and with underscores; each value with its line. A flag alone
    /// is true, several values are a list, key=value is a flag too, the last of a name counts.
    /// Words are as YAML has them, except that yes, no, on and off stay words. Values with
    /// something unknown are left out. CUDA_VISIBLE_DEVICES is the number of devices.
    Json flags = Json::Object{};
    std::vector<LaunchFile> files{};
    std::string script{}; ///< file, module or recipe
};

struct UnresolvedFlag
{
    std::string name; ///< of the variable: "NUM_GPUS", "$(nproc)"
    std::string formatId;
    std::string flag; ///< empty: further words, which may be flags
    int line = 0;

    bool operator==(const UnresolvedFlag &) const = default;
};

/// A command that starts a training.
struct LaunchLine
{
    /// From the inside out, as a nearer one knows better: script, launcher, srun, headers of Slurm,
    /// environment.
    std::vector<LaunchSection> sections{};
    std::vector<UnresolvedFlag> unresolved{};
    int line = 0;
};

/// The commands of a script that start a training, 64 at most. With headers of Slurm and no such
/// command: the headers alone.
std::vector<LaunchLine> launchLines(const ShellScript &script);

/// A word of a command line as YAML would have it: number, true, false, null, or the word.
Json typedScalar(std::string_view text);

} // namespace shardscope
