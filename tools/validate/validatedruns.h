// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "tools/validate/case.h"

#include <span>
#include <string>
#include <vector>

namespace shardscope {

/// The cases that can be compared, each with the most complete memory that was measured. Runs of
/// low confidence, and those that ran out of memory, prove nothing and are left out.
std::vector<ValidatedRun> validatedRuns(std::span<const Case> cases, const Catalog &catalog);

} // namespace shardscope
