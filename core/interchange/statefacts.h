// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/interchange/facts.h"
#include "core/scenario/scenario.h"

namespace shardscope {

/// What files say of a run that a scenario describes: what `resolveFacts` makes the scenario of,
/// the other way round. Inputs in use stand for themselves.
Facts factsOf(const Scenario &scenario);

} // namespace shardscope
