// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/fields.h"

#include "core/base/number.h"

#include <cmath>

namespace shardscope {

Phrase rangeText(NumberRange range, bool isWhole)
{
    return {isWhole ? english("errors", "a whole number from %1 to %2")
                    : english("errors", "a number from %1 to %2"),
        {formatNumber(range.minimum), formatNumber(range.maximum)}};
}

Phrase oneOf(std::span<const std::string_view> words)
{
    std::string list;
    for (const std::string_view word : words)
        list.append(list.empty() ? "" : " ").append(word);
    return {english("errors", "one of %1"), {list}};
}

Fields::Fields(const Json &object, std::string path, std::optional<Error> &error)
    : m_object(object)
    , m_path(std::move(path))
    , m_error(error)
{ }

std::optional<double> Fields::number(Names names, NumberRange range)
{
    return checked(names, range, false);
}

std::optional<std::int64_t> Fields::integer(Names names, NumberRange range)
{
    const std::optional<double> value = checked(names, range, true);
    return value ? std::optional(static_cast<std::int64_t>(*value)) : std::nullopt;
}

std::int64_t Fields::requiredInteger(Names names, NumberRange range)
{
    const std::optional<std::int64_t> value = integer(names, range);
    if (!value)
        failMissing(*names.begin(), rangeText(range, true));
    return value.value_or(0);
}

bool Fields::boolean(std::string_view name, bool standard)
{
    const Json *value = present(name);
    if (!value)
        return standard;
    if (!value->boolean())
        fail(ErrorCode::WrongType, name, english("errors", "true or false"));
    return value->boolean() ? *value->boolean() : standard;
}

std::string Fields::text(std::string_view name)
{
    const Json *value = present(name);
    if (!value)
        return {};
    if (!value->string())
        fail(ErrorCode::WrongType, name, english("errors", "text"));
    return value->string() ? *value->string() : std::string();
}

std::string Fields::requiredText(std::string_view name)
{
    std::string value = text(name);
    if (value.empty())
        failMissing(name, english("errors", "text"));
    return value;
}

const Json::Array *Fields::array(std::string_view name)
{
    const Json *value = present(name);
    if (value && !value->array())
        fail(ErrorCode::WrongType, name, english("errors", "a list"));
    return value ? value->array() : nullptr;
}

const Json *Fields::object(std::string_view name)
{
    const Json *value = present(name);
    if (value && !value->isObject())
        fail(ErrorCode::WrongType, name, english("errors", "an object"));
    return value && value->isObject() ? value : nullptr;
}

const Json *Fields::requiredObject(std::string_view name)
{
    const Json *value = object(name);
    if (!value)
        failMissing(name, english("errors", "an object"));
    return value;
}

std::string Fields::at(std::string_view name) const
{
    return m_path + pointerTo(name);
}

void Fields::fail(ErrorCode code, std::string_view name, Phrase expected)
{
    if (m_error)
        return;
    const Json *value = m_object.find(name);
    m_error = Error{.code = code,
        .where = at(name),
        .found = value ? summary(*value) : Phrase(),
        .expected = std::move(expected),
        .line = value ? value->line() : m_object.line()};
}

const Json *Fields::present(std::string_view name) const
{
    const Json *value = m_object.find(name);
    return value && !value->isNull() ? value : nullptr;
}

void Fields::failMissing(std::string_view name, Phrase expected)
{
    fail(ErrorCode::MissingField, name, std::move(expected));
}

std::optional<double> Fields::checked(Names names, NumberRange range, bool whole)
{
    for (const std::string_view name : names) {
        const Json *value = present(name);
        if (!value)
            continue;
        const double *number = value->number();
        if (!number) {
            fail(ErrorCode::WrongType, name, rangeText(range, whole));
            return std::nullopt;
        }
        // Written so that a NaN fails.
        const bool inRange = *number >= range.minimum && *number <= range.maximum;
        if (!inRange || (whole && std::floor(*number) != *number)) {
            fail(ErrorCode::OutOfRange, name, rangeText(range, whole));
            return std::nullopt;
        }
        return *number;
    }
    return std::nullopt;
}

} // namespace shardscope
