// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/texttable.h"
#include "tools/validate/validation.h"

#include <string>
#include <vector>

namespace shardscope {

// Tables that the report and the page of the documentation share.

std::string percentText(double share, int decimals);

/// A row with median, 95 %, worst and bias at its end.
std::vector<std::string> withErrors(std::vector<std::string> row, const ErrorSummary &errors);

/// How many of the published runs that say what a plan needs are planned; empty: there are none.
std::string plannedSentence(const Validation &validation);

/// What sources left open, why each value stands in, and in how many cases.
std::string assumptionTable(const Validation &validation, TableFormat format);

} // namespace shardscope
