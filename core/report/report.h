// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/texttable.h"
#include "core/explore/sweep/run.h"

namespace shardscope {

/// "training.sequence_length [tokens]".
std::string axisTitle(const Axis &axis);
/// A value of an axis as one would type it.
std::string axisValueText(const Json &value);

// What has been evaluated, for other programs: every figure with all its digits, memory in bytes.
// Columns of speed only where the metric needs it.

/// One line for each point, the x axis running fastest.
std::string sweepToCsv(const SweepRun &run);
/// {"schema": 1, "scenario": ..., "metric": ..., "axes": [...], "points": {column: [...]}}.
Json sweepToJson(const SweepRun &run);
/// For people: one axis as a list, two as a table of the metric.
std::string sweepToText(const SweepRun &run, TableFormat format = TableFormat::Text);

} // namespace shardscope
