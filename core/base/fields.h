// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace shardscope {

struct NumberRange
{
    double minimum = 0;
    double maximum = 0;
};

/// "a whole number from 1 to 8": what is expected of a number.
Phrase rangeText(NumberRange range, bool isWhole);
/// "one of fit peak": what is expected where a word is none of them.
Phrase oneOf(std::span<const std::string_view> words);

/// Reads the members of a JSON object that somebody else wrote. The first thing that is wrong is
/// kept, with its place; whatever is read after it is of no use. A null counts as absent.
class Fields
{
public:
    /// Other spellings of one member; the first that stands there counts.
    using Names = std::initializer_list<std::string_view>;

    /// `path` is the JSON pointer of `object`; `error` is shared by all readers of one text.
    Fields(const Json &object, std::string path, std::optional<Error> &error);

    bool failed() const { return m_error.has_value(); }
    const std::string &path() const { return m_path; }

    /// The one place where numbers are taken from foreign text.
    std::optional<double> number(Names names, NumberRange range);
    std::optional<std::int64_t> integer(Names names, NumberRange range);
    std::int64_t requiredInteger(Names names, NumberRange range);
    bool boolean(std::string_view name, bool standard);
    std::string text(std::string_view name);
    std::string requiredText(std::string_view name);
    const Json::Array *array(std::string_view name);
    /// Null where it is absent, or no object, which is an error.
    const Json *object(std::string_view name);
    const Json *requiredObject(std::string_view name);

    /// JSON pointer of a member.
    std::string at(std::string_view name) const;
    void fail(ErrorCode code, std::string_view name, Phrase expected);

private:
    const Json *present(std::string_view name) const;
    void failMissing(std::string_view name, Phrase expected);
    std::optional<double> checked(Names names, NumberRange range, bool whole);

    const Json &m_object;
    std::string m_path;
    std::optional<Error> &m_error;
};

} // namespace shardscope
