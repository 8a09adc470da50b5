// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalogjson.h"

#include <string>
#include <vector>

namespace shardscope {

/// At most three ids of the catalogue: those that a name may stand for, or else the nearest.
std::vector<std::string> nearestIds(const std::string &name, CatalogKind kind, const Catalog &);

/// What is said of an id that is not in the catalogue: where it stood, and the nearest that are.
Error unknownId(std::string_view key, const std::string &id, CatalogKind kind, const Catalog &);

} // namespace shardscope
