// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json.h"
#include "core/plan.h"

namespace shardscope {

/// Version of what `planToJson` and `catalogToJson` give.
inline constexpr int ReportSchema = 1;

/// The whole plan, as other programs read it: `shardscope-cli plan --format json`.
Json planToJson(const Plan &plan);

enum class CatalogKind { Gpus, Models, Links };
template <>
inline constexpr std::array<std::string_view, 3> namesOf<CatalogKind>{"gpus", "models", "links"};

/// {"schema": 1, "gpus": [...]}: every figure with its source and date.
Json catalogToJson(const Catalog &catalog, CatalogKind kind);

} // namespace shardscope
