// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan.h"

#include <QString>

namespace shardscope {

// The table of a plan as text. CSV and TSV are for programs: exact values, C locale, names as in
// files. Markdown and HTML are for people.

QString tableCsv(const Plan &plan);
/// One line for each instant of the step: phase, micro-step, layer, the bytes of each part.
QString timelineCsv(const Plan &plan);
QString tableTsv(const Plan &plan);
QString tableMarkdown(const Plan &plan);
QString tableHtml(const Plan &plan);

} // namespace shardscope
