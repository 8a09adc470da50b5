// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/clioptions.h"

#include <span>

namespace shardscope {

/// The options of the desktop program, for its command line and its manual page.
std::span<const Option> desktopOptions();

} // namespace shardscope
