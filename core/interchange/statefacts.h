// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/interchange/facts.h"
#include "core/model/modelspec.h"
#include "core/scenario/scenario.h"

namespace shardscope {

/// What files say of a run that a scenario describes: what `resolveFacts` makes the scenario of,
/// the other way round. Inputs in use stand for themselves; `spec` for the shape of the model,
/// where it is known.
Facts factsOf(const Scenario &scenario, const ModelSpec *spec = nullptr);

/// Facts together with what a scenario, if there is one, knows of those that nobody says, or that
/// are left open.
Facts completed(std::span<const Fact> facts, const Scenario *base);

} // namespace shardscope
