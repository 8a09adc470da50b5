// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalogjson.h"

#include <string>

namespace shardscope {

std::string catalogToText(const Catalog &catalog, CatalogKind kind);

} // namespace shardscope
