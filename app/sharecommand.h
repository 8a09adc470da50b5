// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/clioptions.h"
#include "app/outcome.h"

namespace shardscope {

Outcome runShare(const Arguments &arguments);

} // namespace shardscope
