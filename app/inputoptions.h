// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/clioptions.h"

#include <span>

namespace shardscope {

/// Short words for some inputs, in place of --set: of the desktop program, and of every command
/// that takes --set.
std::span<const Option> inputOptions();

} // namespace shardscope
