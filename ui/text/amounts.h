// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/plan/plan.h"

#include <QString>

namespace shardscope {

/// Memory in the unit that the estimator speaks: GiB, or the worksheet's decimal GB.
QString planMemory(const Plan &plan, Bytes bytes);
QString estimatorMemory(EstimatorKind estimator, Bytes bytes);

/// What a GPU of the catalogue offers: usable or (worksheet) nominal, after the reserve.
Bytes capacityFor(const Scenario &scenario, const GpuSpec &gpu);
QString gpuName(const Scenario &scenario, const Catalog &catalog);

} // namespace shardscope
