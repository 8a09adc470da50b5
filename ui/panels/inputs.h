// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/fields/field.h"

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

/// What people call an input; the key where the window has no control for it.
QString inputLabel(std::string_view key);

} // namespace shardscope
