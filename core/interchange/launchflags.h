// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/interchange/launchline.h"

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope {

/// How a program reads its flags.
struct FlagStyle
{
    std::span<const std::string_view> switches{}; ///< flags that take no value
    std::span<const std::pair<char, std::string_view>> shorts{};
    /// Of a script: lists, key=value and files between its flags. Others end before such words.
    bool script = false;
};

extern const FlagStyle torchrunFlags;
extern const FlagStyle accelerateFlags;
extern const FlagStyle composerFlags;
extern const FlagStyle deepSpeedFlags;
extern const FlagStyle slurmFlags;
extern const FlagStyle scriptFlags;

/// Words of a command, read from the front.
struct CommandWords
{
    std::span<const ShellWord> words;
    std::size_t at = 0;

    bool atEnd() const { return at >= words.size(); }
    const std::string &text() const { return words[at].text; }
};

/// The name of a file without its folders.
std::string_view baseName(std::string_view path);

/// Which format the flags of a script are of: by its name, else by the flags.
std::string_view formatOfScript(const LaunchSection &section);

/// Python runs many things beside trainings.
bool looksLikeTraining(const LaunchSection &section);
/// A program for something else, whoever launches it: "run_text_generation_server.py".
bool trainsNothing(const LaunchSection &section);
/// A program of Megatron-LM for models that are no decoders of text: "pretrain_t5.py".
bool trainsOtherModel(const LaunchSection &section);

/// Reads the flags of one section.
class SectionReader
{
public:
    SectionReader(LaunchSection &section, std::vector<UnresolvedFlag> &unresolved)
        : m_section(section)
        , m_unresolved(unresolved)
    { }

    /// To the end, to "--", or of launchers to the program that they start.
    void read(CommandWords &words, const FlagStyle &style);
    void set(const std::string &flag, Json value, int line);
    /// A value, unless something in it is unknown.
    void setWord(const std::string &flag, const ShellWord &word);
    void addUnknown(const ShellWord &word, std::string_view flag);

private:
    void readLong(CommandWords &words, const FlagStyle &style);
    void readShort(CommandWords &words, const FlagStyle &style);
    void readValue(const std::string &flag, CommandWords &words, const FlagStyle &style);
    void readPositional(const ShellWord &word);
    void addFile(const std::string &flag, const ShellWord &word);

    LaunchSection &m_section;
    std::vector<UnresolvedFlag> &m_unresolved;
    std::map<std::string, std::size_t, std::less<>> m_places;
};

} // namespace shardscope
