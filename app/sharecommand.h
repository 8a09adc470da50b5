// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/clioptions.h"
#include "app/outcome.h"
#include "core/catalog/catalog.h"

namespace shardscope {

Outcome runShare(const Arguments &arguments, const Catalog &catalog);

} // namespace shardscope
