// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/sweep/run.h"
#include "ui/charts/sweepmap.h"

namespace shardscope {

QString displayHint(Metric metric);

/// What there is of a sweep so far; `present` is marked where it lies on it.
SweepMap sweepMapOf(const SweepRun &run, const Scenario &present, const Catalog &catalog);

/// One point in a few lines: where it is, what it needs, whether it fits.
QString pointReading(const SweepRun &run, std::size_t point, const Catalog &catalog);

} // namespace shardscope
