// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"

namespace shardscope {

namespace {

std::string problem(const Error &error)
{
    switch (error.code) {
    case ErrorCode::InvalidSyntax:
        return "not valid JSON";
    case ErrorCode::TooLarge:
        return "too large";
    case ErrorCode::DuplicateKey:
        return "the key stands here twice";
    case ErrorCode::MissingField:
        return "missing";
    case ErrorCode::UnknownField:
        return "unknown key";
    case ErrorCode::WrongType:
        return "wrong type";
    case ErrorCode::OutOfRange:
        return "out of range";
    case ErrorCode::UnknownChoice:
        return "unknown value";
    case ErrorCode::UnknownId:
        return "not in the catalogue";
    case ErrorCode::UnknownArchitecture:
        return "unknown architecture";
    case ErrorCode::Inconsistent:
        return "contradiction";
    case ErrorCode::NoEffect:
        return "changes nothing here";
    case ErrorCode::UnsupportedVersion:
        return "made by a newer version";
    case ErrorCode::NoScenario:
        return "the picture carries no scenario";
    case ErrorCode::Unreadable:
        return "cannot be read";
    case ErrorCode::Unwritable:
        return "cannot be written";
    }
    return {};
}

} // namespace

std::string describe(const Error &error)
{
    std::string text = error.file;
    if (error.line > 0)
        text += (text.empty() ? "line " : ":") + std::to_string(error.line);
    const auto append = [&text](const std::string &part) {
        if (!part.empty())
            text += (text.empty() ? "" : ": ") + part;
    };
    append(error.where);
    append(problem(error));
    if (!error.found.empty())
        text += ": found " + error.found;
    if (error.code == ErrorCode::Unwritable)
        append(error.expected); // the system's reason
    else if (!error.expected.empty())
        text += (error.found.empty() ? ": expected " : ", expected ") + error.expected;
    return text;
}

} // namespace shardscope
