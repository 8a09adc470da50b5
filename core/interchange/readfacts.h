// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/interchange/facts.h"
#include "core/interchange/format.h"
#include "core/interchange/importreport.h"

namespace shardscope {

/// What one file says, and what of it nobody follows.
struct FileFacts
{
    Facts facts{}; ///< those that a format's program takes by itself rank below all files
    std::vector<ImportRow> notModelled{};
    std::vector<ImportRow> withoutEffect{};
    std::vector<ImportRow> notUnderstood{};
    std::vector<Error> problems{}; ///< WrongType, OutOfRange: values that no run could start with
};

/// By how much facts that a format's program takes by itself rank below those that files state;
/// among themselves they are in the order of their formats.
inline constexpr int belowFiles = 100;

/// Whether a fact is what a format's program takes where its file says nothing.
bool isFormatDefault(const Fact &fact);

/// Every key of a parsed file by the tables of its format. `file` is its name.
FileFacts readFacts(const Format &format, const Json &root, const std::string &file);

/// What the program of a format takes where its files say nothing; `said`: all that they say.
Facts defaultFacts(const Format &format, const Facts &said);

/// The value of a fact as it should be, or what is wrong with it.
Result<Json> checkedFact(std::string_view id, const Json &value);

} // namespace shardscope
