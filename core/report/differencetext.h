// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/texttable.h"
#include "core/explore/difference.h"

namespace shardscope {

/// Two plans beside each other as English text: what differs in the inputs, and every output with
/// its difference.
std::string differenceToText(const Plan &before, const Plan &after, TableFormat format);

/// {"schema":1, "inputs":[{"key", "before", "after"}], "verdict":{...}, "outputs":[...]}
Json differenceToJson(const Plan &before, const Plan &after);

} // namespace shardscope
