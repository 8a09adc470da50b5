// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/report.h"

namespace shardscope {

/// What the window calls inputs, their values and metrics, for the table of a sweep. The catalogue
/// outlives them.
SweepWords sweepWords(const Catalog &catalog);

} // namespace shardscope
