// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"

#include <vector>

namespace shardscope {

/// Follows OmegaConf's "${a.b}" to keys of the same file, "${oc.env:NAME,default}" and
/// "${NAME:default}" to their defaults. A value that is nothing else takes the type of what it
/// refers to. What leads nowhere, or in circles, stays as it is written and is said: MissingField
/// with its line.
std::vector<Error> interpolate(Json &root);

/// Sets the value at a dotted path, as "a.b=c" on a command line means it.
void setAt(Json &root, std::string_view path, Json value);

} // namespace shardscope
