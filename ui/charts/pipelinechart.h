// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "ui/charts/drawing.h"

namespace shardscope {

/// The stages of a pipeline below each other, time to the right: forward and backward passes with
/// the numbers of their micro-batches, what is waited for links, the bubble and the update. Says in
/// a sentence that there is no pipeline, or that its times are not known.
std::shared_ptr<const Drawing> pipelineChart(const Plan &plan);

} // namespace shardscope
