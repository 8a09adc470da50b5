// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/ranks.h"
#include "ui/charts/drawing.h"

#include <vector>

namespace shardscope {

/// The nodes that a picture shows, in order: all of them where they are few.
std::vector<int> shownNodes(const Ranks &ranks, MeshAxis axis);

/// Where the parts of a cluster's picture lie: boxes of nodes in rows, what they mean, and a table.
struct ClusterLayout
{
    QRectF grid{};
    QRectF note{};
    QRectF table{};
    int columns = 1; ///< of boxes
    int across = 1; ///< GPUs of a box side by side
    double cell = 0; ///< side of a GPU, with the gap to the next one
    double head = 0; ///< of a box, for its name; 0: there is no room for it
    double gap = 0; ///< between boxes

    QSizeF boxSize(int gpus) const;
    QRectF boxRect(std::size_t node, int gpus) const;
    QRectF gpuRect(std::size_t node, int gpu, int gpus) const; ///< `gpu` within its node
};

ClusterLayout clusterLayout(
    std::size_t nodes, int gpusPerNode, std::size_t tableRows, const DrawingRoom &room);

} // namespace shardscope
