// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/finding.h"
#include "core/step/resolve.h"

#include <optional>
#include <span>

namespace shardscope {

/// Whether a finding means that nobody can run that as chosen, however much memory there is: it
/// stops the run, or what runs is something else than was chosen.
bool isObstacle(FindingId id);
/// Whether frameworks refuse to start, or stop in the first step.
bool stopsRun(FindingId id);

/// The first obstacle of a scenario that can be seen without planning it; what the host holds
/// cannot.
std::optional<FindingId> obstacleOf(const Scenario &scenario, const Resolved &resolved);

/// The same of what was found out with a plan, but for what the host lacks.
std::optional<FindingId> obstacleIn(std::span<const Finding> findings);

} // namespace shardscope
