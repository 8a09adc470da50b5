// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace shardscope {

/// A JSON value that remembers the line it stood on, so that errors can say where.
/// Objects keep the order of their keys. Numbers are doubles: whole numbers are exact up to 2^53.
class Json
{
public:
    using Array = std::vector<Json>;
    using Object = std::vector<std::pair<std::string, Json>>;

    Json() = default;
    Json(bool value);
    Json(double value);
    Json(int value);
    Json(std::string value);
    Json(const char *value);
    Json(std::string_view value);
    Json(Array value);
    Json(Object value);

    /// An array of what `toJson` makes of each value.
    template <class Values, class Function>
    static Json list(const Values &values, Function toJson);

    bool isNull() const { return std::holds_alternative<std::monostate>(m_value); }
    bool isObject() const { return object() != nullptr; }
    const bool *boolean() const { return std::get_if<bool>(&m_value); }
    const double *number() const { return std::get_if<double>(&m_value); }
    const std::string *string() const { return std::get_if<std::string>(&m_value); }
    const Array *array() const { return std::get_if<Array>(&m_value); }
    const Object *object() const { return std::get_if<Object>(&m_value); }
    Array *array() { return std::get_if<Array>(&m_value); }
    Object *object() { return std::get_if<Object>(&m_value); }

    /// The member of that name, or null where there is none or this is no object.
    const Json *find(std::string_view key) const;
    /// The member of that name, made when missing. Turns anything but an object into one.
    Json &operator[](std::string_view key);

    int line() const { return m_line; } ///< 1-based; 0: unknown
    int column() const { return m_column; } ///< 1-based, in bytes; 0: unknown
    void setLine(int line) { m_line = line; }
    void setPlace(int line, int column)
    {
        m_line = line;
        m_column = column;
    }

    /// Same value; where it stood does not matter.
    bool operator==(const Json &other) const { return m_value == other.m_value; }

private:
    std::variant<std::monostate, bool, double, std::string, Array, Object> m_value;
    int m_line = 0;
    int m_column = 0;
};

template <class Values, class Function>
Json Json::list(const Values &values, Function toJson)
{
    Array items;
    for (const auto &value : values)
        items.push_back(toJson(value));
    return items;
}

/// Bounds on foreign text: real config files are far below all three.
struct JsonLimits
{
    std::size_t bytes = std::size_t{32} << 20U;
    int depth = 64;
    std::size_t values = 1'000'000;
};

/// Reads JSON; // comments and a byte-order mark are let pass.
/// Errors: InvalidSyntax (also invalid UTF-8), TooLarge, DuplicateKey; each with its line.
Result<Json> parseJson(std::string_view text, const JsonLimits &limits = {});

enum class JsonStyle { Compact, Indented };

/// Writes JSON; whole numbers without a fraction. Numbers that are not finite become null.
std::string writeJson(const Json &value, JsonStyle style = JsonStyle::Indented);

/// "/key" as a JSON pointer (RFC 6901) in one line: long keys are cut, control characters replaced.
std::string pointerTo(std::string_view key);

/// A short description of a value for error messages: `"auto"`, `-3`, `a list`.
Phrase summary(const Json &value);

/// Version of what `planToJson` and `catalogToJson` give.
inline constexpr int ReportSchema = 1;

} // namespace shardscope
