// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "resources/writefile.h"

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace shardscope {

/// A file that is written, with the means of the system. What goes wrong first is kept.
class OutputFile
{
public:
    /// What is there already: a pipe, a device.
    explicit OutputFile(const std::filesystem::path &there);
    /// A file of this program alone, emptied, that is to take the place of another. Until
    /// keepAccess nobody but the owner reads it, unless `isForAll`.
    OutputFile(const std::filesystem::path &beside, bool isForAll);
    ~OutputFile();
    OutputFile(const OutputFile &) = delete;
    OutputFile &operator=(const OutputFile &) = delete;

    bool isOpen() const { return m_file != none; }
    /// Another program writes it now; it was left as it is.
    bool isOthers() const { return m_isOthers; }

    void write(std::string_view text);
    /// Owner and access as those of the file that this one is to replace.
    void keepAccess(const std::filesystem::path &target, Readers readers);
    /// Waits until all is on the disk; the file stays ours until the end of this object.
    /// The number of what went wrong, as `errno` has them: 0 nothing.
    int finish();

private:
    static constexpr std::intptr_t none = -1;

    void check(bool succeeded);

    std::intptr_t m_file = none; ///< what the system calls it
    int m_problem = 0;
    bool m_isOthers = false;
};

} // namespace shardscope
