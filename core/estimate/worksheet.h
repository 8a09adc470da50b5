// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/step/resolve.h"

namespace shardscope {

/// The rules of thumb of the articles that the program grew from, to the digit. They speak of
/// decimal GB and of the capacity on the box, and know neither frameworks nor model families.
/// The articles keep a tenth of the GPU free: a range that needs no measured runs.
Confidence worksheetRange(Bytes peak);
Memory worksheetMemory(const Scenario &scenario, const Resolved &resolved);
Traffic worksheetTraffic(const Scenario &scenario, const Resolved &resolved);

/// The parameters that the worksheet counts with: the size as said, not the count of the shape.
double worksheetParameters(const Scenario &scenario, const Resolved &resolved);
double worksheetTrainable(const Scenario &scenario, const Resolved &resolved);

} // namespace shardscope
