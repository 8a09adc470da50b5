// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/clioptions.h"
#include "app/outcome.h"
#include "core/catalog/catalog.h"

namespace shardscope {

/// What the files of a run say, and what became of each key.
Outcome runImport(const Arguments &arguments, const Catalog &catalog);

} // namespace shardscope
