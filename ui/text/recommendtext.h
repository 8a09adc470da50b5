// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/search/recommend.h"

#include <QString>

namespace shardscope {

QString roleName(Role role); ///< "Fastest"
QString roleMeaning(Role role); ///< one sentence
QString rolesText(const Recommendation &recommendation); ///< "Fastest, Simplest"
QString shardingText(const Scenario &scenario); ///< "ZeRO-3 (DeepSpeed)"
QString shortName(Loss loss); ///< where there is little room: "Fused"
QString shortName(Offload offload);
QString shortName(Framework framework);
/// Memory in the unit of the scenario's estimator.
QString memoryText(const Scenario &scenario, Bytes bytes);

/// "With DDP nothing fits: here 95.3 GiB would be missing."
QString reasonSentence(const Reason &reason, const Recommendation &own);
/// How many were tried, fit, and cannot be run.
QString searchSummary(const Recommendations &found);
/// What is the same in all configurations.
QString heldSentence(const Scenario &present, const Catalog &catalog);

} // namespace shardscope
