// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/clioptions.h"
#include "app/outcome.h"
#include "core/catalog/catalog.h"

namespace shardscope {

/// The scenario as a file of another program, or what --set changes as edits of the files
/// themselves.
Outcome runExport(const Arguments &arguments, const Catalog &catalog);

} // namespace shardscope
