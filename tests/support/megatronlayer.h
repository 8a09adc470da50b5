// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/profile.h"
#include "core/modules/megatron/layers.h"
#include "tests/support/preparedworkload.h"

namespace shardscope {

inline Profile profileOfLayer(const LayerSettings &settings)
{
    return profileOf(megatronLayerTape(settings, {}), {});
}

/// Bytes that a layer of Megatron-Core keeps of a micro-batch.
inline double keptByLayer(const LayerSettings &settings)
{
    return totalOf(profileOfLayer(settings).kept);
}
inline double keptByLayer(const Scenario &scenario, const Catalog &catalog)
{
    return keptByLayer(PreparedWorkload(scenario, catalog).work.layerSettings());
}

} // namespace shardscope
