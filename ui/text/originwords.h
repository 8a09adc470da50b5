// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/origin.h"

#include <QString>

namespace shardscope {

/// A file of a run by its last name; "pasted text" where it has none.
QString fileWord(const std::string &file);

/// "From recipe.yaml, line 12: micro_batch_size: 2", "Set by you"; empty for a default.
QString originText(const Origin &origin);

} // namespace shardscope
