// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/options.h"

namespace shardscope {

/// Where the ranks of a group sit: `ranks` GPUs, `perNode` of them on each node, neighbours first.
struct Layout
{
    int ranks = 1;
    int perNode = 1;

    int nodes() const { return perNode > 0 ? (ranks + perNode - 1) / perNode : 1; }
    bool operator==(const Layout &) const = default;
};

} // namespace shardscope
