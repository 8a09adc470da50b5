// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jsonwriter.h"
#include "core/base/nearest.h"
#include "core/base/result.h"

#include <span>
#include <string>
#include <vector>

namespace shardscope {

/// What the command line promises to scripts.
enum class ExitCode { Done = 0, WrongUsage = 1, BadInput = 2, DoesNotFit = 3 };

/// What a command has to say. It is written only when the command is over, so that a failure
/// leaves nothing half-written on standard output; and as plain text, whatever stood in files.
struct Outcome
{
    ExitCode exit = ExitCode::Done;
    std::string output{};
    TextSource more{}; ///< what follows, where it is too much to be held
    std::vector<std::string> errors{}; ///< a line each; with Done: notes
};

inline Outcome wrongUsage(std::string problem)
{
    return {.exit = ExitCode::WrongUsage, .errors = {std::move(problem)}};
}

inline Outcome badInput(const Error &error)
{
    return {.exit = ExitCode::BadInput, .errors = {describe(error)}};
}

/// Text for standard output, or for a file where one is named, with notes.
Outcome delivered(
    std::string text, const std::string &fileName, const std::vector<std::string> &notes);
Outcome delivered(
    TextSource text, const std::string &fileName, const std::vector<std::string> &notes);

/// A line each.
inline Outcome badInput(std::span<const Error> errors)
{
    Outcome outcome{.exit = ExitCode::BadInput};
    for (const Error &error : errors)
        outcome.errors.push_back(describe(error));
    return outcome;
}

/// A problem, and what may have been meant: "unknown command: pln (did you mean plan?)".
inline std::string problemWith(std::string problem, const std::vector<std::string> &near)
{
    return englishText(withMeant(Phrase(std::move(problem)), near));
}

/// What a limit of the system does not let be written is an error, not the end of the program.
/// Standard streams carry the same bytes on every system, and a Windows console shows them as
/// UTF-8.
void prepareStreams();

/// Writes what the outcome says, errors one line each behind the program's name; gives the exit
/// code.
int finish(const Outcome &outcome, const char *program);

} // namespace shardscope
