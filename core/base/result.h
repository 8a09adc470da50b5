// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/phrase.h"

#include <string>
#include <utility>
#include <variant>

namespace shardscope {

enum class ErrorCode {
    InvalidSyntax, ///< the text is not JSON, or breaks off
    BrokenCode, ///< the code of a scenario was cut short or mistyped
    TooLarge, ///< the text, its depth or its number of values passes a limit
    DuplicateKey,
    MissingField,
    UnknownField,
    WrongType,
    OutOfRange,
    UnknownChoice, ///< a word outside a fixed list
    UnknownId, ///< nothing of that name in the catalogue
    UnknownArchitecture, ///< a model_type that has no formulas
    Inconsistent, ///< fields that contradict each other
    NoEffect, ///< an input that changes nothing as things stand
    UnsupportedVersion, ///< written by a newer program
    NoScenario, ///< a picture that carries none
    Unreadable, ///< the file could not be read; `expected` says why
    Unwritable ///< the file could not be written; `expected` says why
};

/// What is wrong with an input, and where. `phraseOf` makes sentences of it.
struct Error
{
    ErrorCode code = ErrorCode::InvalidSyntax;
    std::string where{}; ///< JSON pointer ("/model/id") or key ("parallel.gpus"); may be empty
    Phrase found{}; ///< what stands there, shortened
    Phrase expected{}; ///< what should stand there
    int line = 0; ///< 1-based line of the text; 0 when unknown
    std::string file{}; ///< filled in by whoever read the file

    bool operator==(const Error &) const = default;
};

/// What is wrong: "The value is out of range. Found: -3. Expected: a whole number from 1 to 8."
Phrase phraseOf(const Error &error);

/// The error as one English line, behind its place: "config.json:12: /num_hidden_layers: ...".
std::string describe(const Error &error);

/// A value or an Error, with the member names of std::expected (C++23), which it gives way to one
/// day.
template <class T>
class Result
{
public:
    Result(T value)
        : m_state(std::move(value))
    { }
    Result(Error error)
        : m_state(std::move(error))
    { }

    bool has_value() const { return std::holds_alternative<T>(m_state); }
    explicit operator bool() const { return has_value(); }

    T &value() & { return std::get<T>(m_state); }
    const T &value() const & { return std::get<T>(m_state); }
    T &&value() && { return std::get<T>(std::move(m_state)); }
    T &operator*() & { return value(); }
    const T &operator*() const & { return value(); }
    T &&operator*() && { return std::move(*this).value(); }
    T *operator->() { return &value(); }
    const T *operator->() const { return &value(); }

    Error &error() { return std::get<Error>(m_state); }
    const Error &error() const { return std::get<Error>(m_state); }

private:
    std::variant<T, Error> m_state;
};

/// For calls that give nothing back but may fail.
using Status = Result<std::monostate>;
inline Status success()
{
    return std::monostate{};
}

} // namespace shardscope
