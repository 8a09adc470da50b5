// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalogjson.h"

namespace shardscope {

/// What is said of an id that is not in the catalogue: where it stood, and the nearest that are.
Error unknownId(std::string_view key, const std::string &id, CatalogKind kind, const Catalog &);

} // namespace shardscope
