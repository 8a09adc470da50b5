// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/fields/field.h"

#include <optional>
#include <string_view>
#include <vector>

namespace shardscope {

struct InputGroup
{
    QString title{};
    bool isExpanded = true; ///< at the first start
    std::vector<Field> fields{};
};

/// Every input of the window, in its order. A new input is one line here.
std::vector<InputGroup> inputGroups();
/// Null where the window has no control for the key.
const Field *findField(const std::vector<InputGroup> &groups, std::string_view key);

/// What would have to be so for the input to count, in core's words; nothing where it counts. What
/// shows the figure of another input counts, as it takes its place once it is edited.
std::optional<Text> missingFor(const Field &field, const Scenario &scenario);

/// What people call an input; the key where the window has no control for it.
QString inputLabel(std::string_view key);
/// What people call one of its choices; the word itself where the window has no control for it.
QString inputChoiceName(std::string_view key, const std::string &word);

} // namespace shardscope
