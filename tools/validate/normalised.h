// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tools/validate/case.h"

#include <span>
#include <string>

namespace shardscope {

/// The cases as a file of normalised runs, one a line: each setting under its key, `stated` by the
/// source or `assumed` with the reason, and what was measured. `readCases` gives the same cases.
std::string casesToNormalised(std::span<const Case> cases);

} // namespace shardscope
