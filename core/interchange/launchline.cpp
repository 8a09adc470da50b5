// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/launchline.h"

#include "core/interchange/launchcommand.h"

#include <algorithm>
#include <array>
#include <utility>

namespace shardscope {

namespace {

constexpr std::size_t mostLines = 64;
/// bash -c "bash -c ...": further in nothing is read.
constexpr int deepest = 3;

// LLaMA-Factory's launcher.py, ms-swift's cli/main.py: what they tell torchrun.
constexpr auto torchrunVariables
    = std::to_array<std::string_view>({"NPROC_PER_NODE", "NNODES", "FORCE_TORCHRUN"});
// torchtitan's run_train.sh
constexpr auto torchtitanVariables = std::to_array<std::string_view>({"NGPU", "CONFIG_FILE"});

/// The launch lines of a script, and of those in its words.
class ScriptReader
{
public:
    std::vector<LaunchLine> read(const ShellScript &script);

private:
    void readCommands(
        const ShellScript &script, Environment environment, const LaunchLine &outer, int depth);
    void readInner(const LaunchCommand &command, const LaunchLine &outer, int depth);
    void add(LaunchLine line, const Environment &environment);

    std::vector<LaunchLine> m_lines;
    LaunchLine m_header;
    std::size_t m_inner = 0;
};

void shiftLines(ShellScript &script, int by)
{
    for (ShellCommand &command : script.commands) {
        for (ShellWord &word : command.words)
            word.line += by;
        for (ShellAssignment &assignment : command.assignments)
            assignment.value.line += by;
    }
}

/// Whether a variable says something to the programs of that line.
bool counts(const LaunchLine &line, std::string_view variable)
{
    if (isIn(torchtitanVariables, variable))
        return false;
    const std::string_view only
        = line.sections.size() == 1 ? line.sections.front().formatId : std::string_view();
    return !isIn(torchrunVariables, variable) || only == "llama-factory"
        || only.starts_with("ms-swift");
}

void ScriptReader::add(LaunchLine line, const Environment &environment)
{
    LaunchSection section{.formatId = "environment"};
    SectionReader reader(section, line.unresolved);
    for (const auto &[name, value] : environment) {
        if (!counts(line, name))
            continue;
        if (!value.unknown.empty())
            reader.addUnknown(value, name);
        else if (name == "CUDA_VISIBLE_DEVICES")
            reader.set(name, deviceCount(value.text), value.line);
        else
            reader.set(name, typedScalar(value.text), value.line);
    }
    std::reverse(line.sections.begin(), line.sections.end());
    line.sections.insert(line.sections.end(), m_header.sections.begin(), m_header.sections.end());
    line.unresolved.insert(
        line.unresolved.end(), m_header.unresolved.begin(), m_header.unresolved.end());
    if (!section.flags.object()->empty())
        line.sections.push_back(std::move(section));
    m_lines.push_back(std::move(line));
}

/// With what stands around it.
LaunchLine within(const LaunchLine &outer, const LaunchLine &line)
{
    LaunchLine result = outer;
    result.line = line.line;
    result.sections.insert(result.sections.end(), line.sections.begin(), line.sections.end());
    result.unresolved.insert(
        result.unresolved.end(), line.unresolved.begin(), line.unresolved.end());
    return result;
}

void ScriptReader::readInner(const LaunchCommand &command, const LaunchLine &outer, int depth)
{
    const ShellWord &word = *command.inner();
    if (depth >= deepest || ++m_inner > mostLines)
        return;
    auto inner = readShell(word.text, {.words = 20'000, .expandedBytes = 1U << 18U});
    if (!inner)
        return;
    shiftLines(*inner, std::max(word.line, 1) - 1);
    readCommands(*inner, command.environment(), within(outer, command.line()), depth + 1);
}

void ScriptReader::readCommands(
    const ShellScript &script, Environment environment, const LaunchLine &outer, int depth)
{
    for (const ShellCommand &command : script.commands) {
        if (m_lines.size() == mostLines)
            return;
        Environment own = environment;
        for (const ShellAssignment &assignment : command.assignments) {
            keep(own, assignment.name, assignment.value);
            if (assignment.exported)
                keep(environment, assignment.name, assignment.value);
        }
        std::span<const ShellWord> words = command.words;
        // As terminals and notebooks show commands.
        while (!words.empty() && (words.front().text == "$" || words.front().text == "!"))
            words = words.subspan(1);
        if (words.empty())
            continue;
        LaunchCommand reader(words, std::move(own));
        const bool launches = reader.read();
        if (reader.inner())
            readInner(reader, outer, depth);
        else if (launches)
            add(within(outer, reader.line()), reader.environment());
    }
}

std::vector<LaunchLine> ScriptReader::read(const ShellScript &script)
{
    const bool hasHeader = !script.commands.empty() && !script.commands.front().words.empty()
        && script.commands.front().words.front().text == "sbatch";
    if (hasHeader) {
        const ShellCommand &header = script.commands.front();
        CommandWords words{header.words, 1};
        LaunchSection section{.formatId = "slurm"};
        SectionReader reader(section, m_header.unresolved);
        while (!words.atEnd()) {
            reader.read(words, slurmFlags);
            ++words.at;
        }
        m_header.line = header.line;
        m_header.sections.push_back(std::move(section));
    }
    readCommands(script, {}, {}, 0);
    if (m_lines.empty() && hasHeader)
        m_lines.push_back(m_header);
    return std::move(m_lines);
}

} // namespace

std::vector<LaunchLine> launchLines(const ShellScript &script)
{
    return ScriptReader().read(script);
}

} // namespace shardscope
