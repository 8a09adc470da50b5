// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan.h"
#include "ui/charts/chartdata.h"

#include <QString>

namespace shardscope {

// The table of a plan as text. CSV and TSV are for programs: exact values, C locale, names as in
// files. Markdown and HTML are for people.

QString tableCsv(const Plan &plan);
/// One line for each instant of the step: phase, micro-step, layer, the bytes of each part.
QString timelineCsv(const Plan &plan);
/// One line for each stretch of computation or communication of the step, in seconds.
QString stepCsv(const Plan &plan);
/// One line for each bar of a chart, then its limits; in base units. Not for timelines.
QString barsCsv(const ChartData &bars);
QString tableTsv(const Plan &plan);
QString tableMarkdown(const Plan &plan);
QString tableHtml(const Plan &plan);

} // namespace shardscope
