// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer target: scripts and Python as people paste them.
#include "core/interchange/launchline.h"
#include "core/interchange/pythoncall.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

using namespace shardscope;

namespace {

void require(bool holds)
{
    if (!holds)
        std::abort();
}

void readAsScript(std::string_view text)
{
    const Result<ShellScript> script = readShell(text);
    if (!script) {
        (void)describe(script.error());
        return;
    }
    for (const ShellCommand &command : script->commands) {
        for (const ShellWord &word : command.words)
            require(word.line > 0);
    }
    for (const LaunchLine &line : launchLines(*script)) {
        require(!line.sections.empty());
        for (const LaunchSection &section : line.sections) {
            require(!section.formatId.empty());
            (void)writeJson(section.flags);
        }
    }
}

void readAsPython(std::string_view text)
{
    const Result<PythonText> python = readPython(text);
    if (!python) {
        (void)describe(python.error());
        return;
    }
    for (const PythonCall &call : python->calls) {
        require(!call.callee.empty() && call.line > 0);
        (void)writeJson(call.arguments);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char *>(data), size);
    readAsScript(text);
    readAsPython(text);
    return 0;
}
