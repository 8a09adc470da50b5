// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/nanotron/layers.h"

namespace shardscope {

// models/base.py, build_model: blocks go to a stage until their costs have come to its share of the
// whole; models/llama.py, get_block_compute_costs: layers and the head have a cost.
std::vector<int> nanotronStages(int stages, const ModelSpec &spec)
{
    const double layer = static_cast<double>(4 * spec.queryWidth() * spec.hidden)
        + 3.0 * static_cast<double>(spec.intermediate * spec.hidden);
    const double head = static_cast<double>(spec.vocabulary * spec.hidden);
    const double whole = layer * static_cast<double>(spec.layers) + head;
    std::vector<int> counts(static_cast<std::size_t>(stages), 0);
    std::size_t stage = 0;
    double cost = 0;
    for (std::int64_t i = 0; i < spec.layers; ++i) {
        ++counts[stage];
        cost += layer;
        if (cost >= whole * static_cast<double>(stage + 1) / stages)
            ++stage;
    }
    return counts;
}

} // namespace shardscope
