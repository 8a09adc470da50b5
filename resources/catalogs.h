// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/catalog/catalog.h"

#include <filesystem>
#include <vector>

namespace shardscope {

/// The catalogue that was built into the program.
Catalog builtInCatalog();
/// The same in two parts, which two threads may read.
Catalog builtInCatalogWithoutRuns();
MeasuredRuns builtInRuns();

/// Where the user's own catalogue files lie: $SHARDSCOPE_CATALOG_DIR, else "shardscope/catalog" in
/// the folder where the system keeps configuration. Empty where there is none.
std::filesystem::path userCatalogFolder();

/// Adds every *.json of `folder` to `catalog`, in the order of their names. A file with an error is
/// left out as a whole, and its error given back.
std::vector<Error> addUserCatalogs(Catalog &catalog, const std::filesystem::path &folder);

} // namespace shardscope
