// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/texttable.h"
#include "core/plan/plan.h"
#include "core/report/planjson.h"

#include <string>

namespace shardscope {

/// The plan as English text for a terminal, as Markdown for a document, or as CSV with one amount
/// a line. GiB for the detailed estimator, decimal GB for the worksheet.
std::string planToText(const Plan &plan, TableFormat format);

} // namespace shardscope
