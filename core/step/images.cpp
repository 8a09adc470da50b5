// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/framework.h"
#include "core/step/workload.h"

#include <cmath>

namespace shardscope {

double imageTokensOf(const Scenario &scenario, const ModelSpec &spec)
{
    const std::optional<TowerWork> work = towerWork(scenario, spec);
    return work ? scenario.vision.images * tokensOf(*spec.tower, work->image) : 0;
}

std::int64_t sequenceForImages(const Scenario &scenario, const ModelSpec &spec)
{
    constexpr double step = 1024;
    return std::llround(step * std::ceil((imageTokensOf(scenario, spec) + 1) / step));
}

std::optional<TowerWork> towerWork(const Scenario &scenario, const ModelSpec &spec)
{
    if (!spec.tower)
        return std::nullopt;
    const Vision &vision = scenario.vision;
    const double height = vision.imageHeight > 0 ? vision.imageHeight : vision.imageWidth;
    const TowerImage image = towerImage(*spec.tower, vision.imageWidth, height);
    return TowerWork{.image = image,
        .images = static_cast<double>(image.tiles) * vision.images * sequencesOf(scenario.training),
        .isTrained = vision.tower == TowerTraining::Trained,
        .trainsProjector = vision.projector == TowerTraining::Trained,
        .isArgumentCast = frameworkFor(scenario.parallel) == Framework::Fsdp2
            && isMixed(recipe(scenario.training.precision))};
}

} // namespace shardscope
