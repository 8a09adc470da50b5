// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/outcome.h"

#include "core/base/plaintext.h"
#include "resources/readfile.h"
#include "resources/writefile.h"

#include <csignal>
#include <cstdio>
#ifdef _WIN32
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <fcntl.h>
#include <io.h>
#include <windows.h>
#endif

namespace shardscope {

namespace {

/// What others wrote, as files and terminals may have it.
TextSource plain(TextSource text)
{
    return [text = std::move(text)](const TextSink &sink) {
        text([&sink](std::string_view piece) { sink(plainText(piece)); });
    };
}

/// Whether all could be written.
bool print(const TextSource &text)
{
    bool isWritten = true;
    plain(text)([&isWritten](std::string_view piece) {
        isWritten = isWritten && std::fwrite(piece.data(), 1, piece.size(), stdout) == piece.size();
    });
    return isWritten;
}

} // namespace

Outcome delivered(
    TextSource text, const std::string &fileName, const std::vector<std::string> &notes)
{
    if (fileName.empty())
        return {.more = std::move(text), .errors = notes};
    const Status written = replaceFile(pathNamed(fileName), plain(std::move(text)));
    return written ? Outcome{.errors = notes} : badInput(written.error());
}

Outcome delivered(
    std::string text, const std::string &fileName, const std::vector<std::string> &notes)
{
    return delivered(TextSource([text = std::move(text)](const TextSink &sink) { sink(text); }),
        fileName, notes);
}

void prepareStreams()
{
#ifdef SIGXFSZ
    std::signal(SIGXFSZ, SIG_IGN);
#endif
#ifdef _WIN32
    for (std::FILE *stream : {stdin, stdout, stderr})
        _setmode(_fileno(stream), _O_BINARY);
    SetConsoleOutputCP(CP_UTF8);
#endif
}

int finish(const Outcome &outcome, const char *program)
{
    for (const std::string &error : outcome.errors)
        std::fprintf(stderr, "%s: %s\n", program, plainLine(error).c_str());
    const TextSource all = [&outcome](const TextSink &sink) {
        sink(outcome.output);
        if (outcome.more)
            outcome.more(sink);
    };
    if (!print(all) || std::fflush(stdout) != 0) {
        std::fprintf(stderr, "%s: standard output cannot be written\n", program);
        return static_cast<int>(ExitCode::BadInput);
    }
    return static_cast<int>(outcome.exit);
}

} // namespace shardscope
