// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/keys.h"
#include "core/scenario/optiontexts.h"

#include <string>
#include <utility>

namespace shardscope {

// A row's accessors are made from two member pointers: the group and the field within it.
template <auto Group, auto Field>
auto &at(Scenario &scenario)
{
    return scenario.*Group.*Field;
}
template <auto Group, auto Field>
const auto &at(const Scenario &scenario)
{
    return scenario.*Group.*Field;
}

template <auto Group, auto Field>
std::optional<Json> getNumber(const Scenario &scenario)
{
    return Json(static_cast<double>(at<Group, Field>(scenario)));
}
template <auto Group, auto Field>
Status setNumber(Scenario &scenario, const Json &value)
{
    auto &field = at<Group, Field>(scenario);
    field = static_cast<std::remove_reference_t<decltype(field)>>(*value.number());
    return success();
}
/// An empty text says nothing, unless something is said by default.
template <auto Group, auto Field>
std::optional<Json> getText(const Scenario &scenario)
{
    static const bool isUsuallyEmpty = at<Group, Field>(Scenario()).empty();
    const std::string &text = at<Group, Field>(scenario);
    return text.empty() && isUsuallyEmpty ? std::nullopt : std::optional<Json>(text);
}
template <auto Group, auto Field>
Status setText(Scenario &scenario, const Json &value)
{
    at<Group, Field>(scenario) = *value.string();
    return success();
}
template <auto Group, auto Field>
std::optional<Json> getChoice(const Scenario &scenario)
{
    return Json(nameOf(at<Group, Field>(scenario)));
}
template <auto Group, auto Field>
Status setChoice(Scenario &scenario, const Json &value)
{
    auto &field = at<Group, Field>(scenario);
    field = *fromName<std::remove_reference_t<decltype(field)>>(*value.string());
    return success();
}

struct Range
{
    double minimum;
    double maximum;
};

template <auto Group, auto Field>
Key integer(std::string_view id, std::string_view unit, Range range, std::string_view meaning,
    NumberStyle style = NumberStyle::Plain)
{
    return {id, KeyKind::Integer, unit, meaning, style, range.minimum, range.maximum, {},
        getNumber<Group, Field>, setNumber<Group, Field>};
}
template <auto Group, auto Field>
Key real(std::string_view id, std::string_view unit, Range range, std::string_view meaning)
{
    return {id, KeyKind::Real, unit, meaning, NumberStyle::Plain, range.minimum, range.maximum, {},
        getNumber<Group, Field>, setNumber<Group, Field>};
}
template <auto Group, auto Field>
Key text(std::string_view id, std::string_view unit, std::string_view meaning)
{
    return {id, KeyKind::Text, unit, meaning, NumberStyle::Plain, 0, 0, {}, getText<Group, Field>,
        setText<Group, Field>};
}
template <auto Group, auto Field>
Key choice(std::string_view id, std::string_view meaning)
{
    using Enum = std::remove_cvref_t<decltype(at<Group, Field>(std::declval<Scenario &>()))>;
    return {id, KeyKind::Choice, {}, meaning, NumberStyle::Plain, 0, 0, namesOf<Enum>,
        getChoice<Group, Field>, setChoice<Group, Field>, {}, textsOf<Enum>};
}

/// Where `value` means that the program finds it out.
inline Key automaticAt(double value, Key key)
{
    key.automatic = value;
    return key;
}

} // namespace shardscope
