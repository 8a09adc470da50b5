// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/names.h"
#include "core/catalog/catalog.h"

namespace shardscope {

enum class CatalogKind { Gpus, Models, Links };
template <>
inline constexpr std::array<std::string_view, 3> namesOf<CatalogKind>{"gpus", "models", "links"};

/// {"schema": 1, "gpus": [...]}: every figure with its source and date.

Json catalogToJson(const Catalog &catalog, CatalogKind kind);

} // namespace shardscope
