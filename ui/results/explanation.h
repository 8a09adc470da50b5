// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <QString>

namespace shardscope {

/// Scheme of the links to controls: "control:training.micro_batch".
inline constexpr const char *ControlScheme = "control";

/// Scheme of the links to phases: "phase:backward".
inline constexpr const char *PhaseScheme = "phase";

/// Why a part or collective is as large as it is, as HTML. Empty where the plan has none of that
/// id.
QString explanation(const Plan &plan, const QString &id);

} // namespace shardscope
