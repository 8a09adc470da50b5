// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/plan/plan.h"
#include "core/scenario/ranks.h"
#include "ui/charts/drawing.h"

#include <optional>

namespace shardscope {

/// Nodes and their GPUs, in the colours and with the numbers of the groups along one axis; below
/// them each axis with its link, and what a GPU sends along it. Of many nodes those are shown that
/// hold one copy of the model, or of a stage's replicas, and it is said how many are not.
/// Without an axis, or one that the plan has not: the first that it has.
std::shared_ptr<const Drawing> clusterChart(
    const Plan &plan, const Catalog &catalog, std::optional<MeshAxis> axis = {});

} // namespace shardscope
