// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/finding.h"
#include "core/step/resolve.h"

#include <string>
#include <vector>

namespace shardscope {

/// Something that a run holds on each GPU beyond the plan, because no formula counts it.
struct Omission
{
    FindingId id = FindingId::UnreadKeys;
    std::string what{}; ///< as it stands in the file or the scenario
    Bytes bytes{}; ///< as far as it is known, at least; 0: not known

    bool operator==(const Omission &) const = default;
};

/// All of them; empty for the worksheet, which promises no more than its rules.
std::vector<Omission> omissionsOf(const Scenario &scenario, const Resolved &resolved);

/// What is known of their sum.
Bytes knownBytes(const std::vector<Omission> &omissions);

} // namespace shardscope
