// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/outcome.h"

#include "resources/writefile.h"

#include <cstdio>

namespace shardscope {

namespace {

/// One line, whatever stood in a file.
std::string singleLine(std::string text)
{
    for (char &c : text) {
        if (static_cast<unsigned char>(c) < ' ' || c == '\x7f')
            c = ' ';
    }
    return text;
}

} // namespace

Outcome delivered(
    std::string text, const std::string &fileName, const std::vector<std::string> &notes)
{
    if (fileName.empty())
        return {.output = std::move(text), .errors = notes};
    const Status written = replaceFile(fileName, text);
    return written ? Outcome{.errors = notes} : badInput(written.error());
}

int finish(const Outcome &outcome, const char *program)
{
    for (const std::string &error : outcome.errors)
        std::fprintf(stderr, "%s: %s\n", program, singleLine(error).c_str());
    const std::size_t written
        = std::fwrite(outcome.output.data(), 1, outcome.output.size(), stdout);
    if (written != outcome.output.size() || std::fflush(stdout) != 0) {
        std::fprintf(stderr, "%s: standard output cannot be written\n", program);
        return static_cast<int>(ExitCode::BadInput);
    }
    return static_cast<int>(outcome.exit);
}

} // namespace shardscope
