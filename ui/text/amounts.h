// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/plan/plan.h"

#include <QString>

namespace shardscope {

/// Memory in the unit that the estimator speaks: GiB, or the worksheet's decimal GB.
QString planMemory(const Plan &plan, Bytes bytes);
QString estimatorMemory(EstimatorKind estimator, Bytes bytes);

QString gpuName(const Scenario &scenario, const Catalog &catalog);

} // namespace shardscope
