// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/number.h"
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/scenario/scenario.h"

#include <optional>
#include <span>
#include <string_view>

namespace shardscope {

enum class KeyKind { Integer, Real, Choice, Text, Document };

/// One input: how files and the command line call it, what it may be, and how it reaches a
/// Scenario. `keys()` is the one table behind --set, scenario files, `shardscope-cli keys`, the
/// manual page and the ranges of the window's controls.
struct Key
{
    std::string_view id; ///< "training.sequence_length"; the dot is nesting in files
    KeyKind kind = KeyKind::Text;
    std::string_view unit{}; ///< like the meaning, in English that translators find
    std::string_view meaning{};
    NumberStyle style = NumberStyle::Plain;
    double minimum = 0;
    double maximum = 0;
    std::span<const std::string_view> choices{};
    /// What stands in the scenario; nothing where the input is not in use.
    std::optional<Json> (*get)(const Scenario &) = nullptr;
    /// Takes a value of the right type and range.
    Status (*set)(Scenario &, const Json &) = nullptr;
    /// The number that leaves the choice to the program: "auto" for those who type and read it.
    std::optional<double> automatic{};
    /// What people call the choices, in their order.
    std::span<const Text> choiceTexts{};

    bool isNumeric() const { return kind == KeyKind::Integer || kind == KeyKind::Real; }
};

std::span<const Key> keys();

/// An input of earlier versions, with one of its values, and what says the same today: nothing
/// where that is what happens anyway.
struct FormerKey
{
    std::string_view id;
    std::string_view value;
    std::string_view key;
    std::string_view newValue;
};
std::span<const FormerKey> formerKeys();
bool isFormerKey(std::string_view id);
/// Sets what the former key says today. Errors: a value that it never had.
Status setFormerKey(Scenario &scenario, std::string_view id, std::string_view value);

/// Null where there is no such key.
const Key *findKey(std::string_view id);

/// Sets one input after checking type and range. Leaves the scenario alone on error.
Status setKey(Scenario &scenario, const Key &key, const Json &value);

/// Sets a key from text as typed on a command line: numbers may be written "70B" or "8*1024".
Status setKeyText(Scenario &scenario, std::string_view id, std::string_view text);

} // namespace shardscope
