// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string_view>

namespace shardscope {

/// The words of an enumeration as files and the command line spell them, in the order of its
/// enumerators. Specialised beside each enumeration.
template <class E>
inline constexpr std::array<std::string_view, 0> namesOf{};

template <class E>
constexpr std::string_view nameOf(E value)
{
    return namesOf<E>[static_cast<std::size_t>(value)];
}

template <class E>
constexpr std::optional<E> fromName(std::string_view name)
{
    const auto &names = namesOf<E>;
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end())
        return std::nullopt;
    return static_cast<E>(found - names.begin());
}

/// What people call the values of an enumeration, and one sentence on each, in English. Specialised
/// like `namesOf`.
template <class E>
inline constexpr std::array<Text, 0> textsOf{};
template <class E>
inline constexpr std::array<Text, 0> hintsOf{};

/// What `texts` says for a value: one text for each.
template <class E, std::size_t Count>
constexpr Text textIn(const std::array<Text, Count> &texts, E value)
{
    static_assert(Count == namesOf<E>.size());
    return texts[static_cast<std::size_t>(value)];
}

template <class E>
constexpr Text textOf(E value)
{
    return textIn(textsOf<E>, value);
}

template <class E>
constexpr Text hintOf(E value)
{
    return textIn(hintsOf<E>, value);
}

} // namespace shardscope
