// SPDX-License-Identifier: GPL-3.0-or-later
// When what an optimizer alone is told counts.
#pragma once

#include "core/scenario/conditions.h"

namespace shardscope::conditions {

/// Gradients of whole matrices are projected.
inline bool projectsGradients(const Scenario &scenario)
{
    return trainsAll(scenario) && isLowRank(scenario.training.optimizer);
}
inline constexpr Condition projected{projectsGradients,
    english("errors", "training.optimizer galore-adamw or apollo-adamw with training.method full")};
inline constexpr Condition detailedProjected{inDetail<projectsGradients>,
    english("errors",
        "training.optimizer galore-adamw or apollo-adamw with training.method full and estimator "
        "detailed"),
    english("errors", "training.optimizer galore-adamw or apollo-adamw with training.method full")};

/// Blocks of weights have preconditioners.
inline bool preconditionsBlocks(const Scenario &scenario)
{
    return scenario.training.optimizer == Optimizer::Shampoo;
}
inline constexpr Condition blocked{
    preconditionsBlocks, english("errors", "training.optimizer shampoo")};
inline constexpr Condition detailedBlocked{inDetail<preconditionsBlocks>,
    english("errors", "training.optimizer shampoo with estimator detailed"),
    english("errors", "training.optimizer shampoo")};

} // namespace shardscope::conditions
