// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/model/parameters.h"
#include "core/scenario/scenario.h"

#include <optional>

namespace shardscope {

/// Nothing for a Llama-like shape and for a model that the catalogue lacks.
std::optional<ParameterCount> exactCount(const Scenario &scenario, const Catalog &catalog);

/// Parameters of the chosen model; of a Llama-like shape, what was asked for.
double modelSize(const Scenario &scenario, const Catalog &catalog);

/// As `modelSize`, with three significant digits: where a scaled shape begins that takes the place
/// of a real model.
double roundedSize(const Scenario &scenario, const Catalog &catalog);

} // namespace shardscope
