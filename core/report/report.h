// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jsonwriter.h"
#include "core/base/texttable.h"
#include "core/explore/sweep/run.h"

#include <functional>

namespace shardscope {

/// "training.sequence_length [tokens]".
std::string axisTitle(const Axis &axis);
/// A value of an axis as one would type it.
std::string axisValueText(const Json &value);
/// "peak [GiB]".
std::string metricTitle(Metric metric);
/// "fits", "at risk", "no", or the id of what stops the run.
std::string outcomeText(const MemoryOutlook &memory);

/// What people read in the table of a sweep; by itself the words of the command line.
struct SweepWords
{
    std::function<std::string(const Axis &)> axis = axisTitle;
    std::function<std::string(const Axis &, const Json &)> value
        = [](const Axis &, const Json &typed) { return axisValueText(typed); };
    std::function<std::string(Metric)> metric = metricTitle;
    std::function<std::string(const MemoryOutlook &)> outcome = outcomeText;
    std::function<std::string(double, int decimals)> number = fixedText;
    std::function<std::string(const Phrase &)> say
        = [](const Phrase &phrase) { return englishText(phrase); };
};

// What has been evaluated, for other programs: every figure with all its digits, memory in bytes.
// Columns of speed only where the metric needs it.

/// One line for each point, the x axis running fastest.
void writeSweepCsv(const SweepRun &run, const TextSink &sink);
std::string sweepToCsv(const SweepRun &run);
/// {"schema": 1, "scenario": ..., "metric": ..., "axes": [...], "points": {column: [...]}}.
void writeSweepJson(const SweepRun &run, const TextSink &sink);
/// For people: one axis as a list, two as a table of the metric.
std::string sweepToText(
    const SweepRun &run, TableFormat format = TableFormat::Text, const SweepWords &words = {});

} // namespace shardscope
