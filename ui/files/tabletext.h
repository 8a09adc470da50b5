// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chartdata.h"
#include "ui/compare/compared.h"

namespace shardscope {

// The table of a plan as text. CSV and TSV are for programs: exact values, C locale, names as in
// files. Markdown and HTML are for people. With pins, each row has the difference from the baseline
// and what the pinned plans have in its place.

QString tableCsv(const Plan &plan, const Compared &compared = {});
/// One line for each instant of the step: phase, micro-step, layer, the bytes of each part.
QString timelineCsv(const Plan &plan);
/// One line for each stretch of computation or communication of the step, in seconds.
QString stepCsv(const Plan &plan);
/// One line for each pass of each stage of a pipeline, in seconds; stages, micro-batches and chunks
/// are counted from 1.
QString pipelineCsv(const Plan &plan);
/// One line for each GPU: its node, and its rank along each axis, from 0 on as torchrun counts.
QString clusterCsv(const Plan &plan);
/// One line for each thing that the run's time goes into; empty cells are what the scenario leaves
/// open.
QString runCsv(const Plan &plan);
/// One line for each bar of a chart, then its limits; in base units. Not for timelines.
QString barsCsv(const ChartData &bars);
QString tableTsv(const Plan &plan, const Compared &compared = {});
QString tableMarkdown(const Plan &plan, const Compared &compared = {});
QString tableHtml(const Plan &plan, const Compared &compared = {});

} // namespace shardscope
