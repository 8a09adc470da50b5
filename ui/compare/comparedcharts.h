// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chartdata.h"
#include "ui/compare/compared.h"

namespace shardscope {

/// The present plan and the pinned ones side by side, with what each differs from the baseline by.
/// Where their GPUs are not the same, each bar has the capacity of its own.
ChartData memoryCompared(const Plan &plan, const Catalog &catalog, const Compared &compared);
/// The same of what each GPU sends; a line says what the link carries in a second, where it is one.
ChartData trafficCompared(const Plan &plan, const Catalog &catalog, const Compared &compared);

} // namespace shardscope
