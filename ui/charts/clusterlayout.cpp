// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/clusterlayout.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <set>

namespace shardscope {

namespace {

constexpr int mostGpus = 256; ///< that are shown one by one
constexpr double padding = 4; ///< within a box

int rowsOf(int gpus, int across)
{
    return (gpus + across - 1) / across;
}

/// How large a GPU is in so many columns of boxes; 0 where there is no room.
double cellIn(const ClusterLayout &layout, std::size_t nodes, int gpus)
{
    const int columns = layout.columns;
    const int rows = static_cast<int>(
        (nodes + static_cast<std::size_t>(columns) - 1) / static_cast<std::size_t>(columns));
    const double width = (layout.grid.width() - (columns - 1) * layout.gap) / columns;
    const double height = (layout.grid.height() - (rows - 1) * layout.gap) / rows;
    return std::max(0.0,
        std::min((width - 2 * padding) / layout.across,
            (height - 2 * padding - layout.head) / rowsOf(gpus, layout.across)));
}

} // namespace

std::vector<int> shownNodes(const Ranks &ranks, MeshAxis axis)
{
    const int most = std::max(1, mostGpus / ranks.gpusPerNode());
    std::vector<int> shown;
    if (ranks.nodes() <= most) {
        for (int node = 0; node < ranks.nodes(); ++node)
            shown.push_back(node);
        return shown;
    }
    // Along the data axis all replicas of one stage, else one copy of the model.
    const bool isOfReplicas = axis == MeshAxis::Data || axis == MeshAxis::ExpertData
        || axis == MeshAxis::Replica || axis == MeshAxis::Shard;
    const int stage = ranks.gpusOfStage();
    const Mesh &mesh = ranks.mesh();
    const int experts = axis == MeshAxis::Expert ? mesh.expert * mesh.expertTensor : 1;
    const int block = isOfReplicas ? stage : std::min(stage, std::max(ranks.gpusOfCopy(), experts));
    std::set<int> nodes;
    const int stages = isOfReplicas ? 1 : mesh.pipeline;
    for (int index = 0; index < stages; ++index) {
        for (int place = 0; place < block && static_cast<int>(nodes.size()) < most; ++place)
            nodes.insert(ranks.nodeOf(ranks.rankOf(index, place)));
    }
    shown.assign(nodes.begin(), nodes.end());
    return shown;
}

QSizeF ClusterLayout::boxSize(int gpus) const
{
    return {2 * padding + across * cell, 2 * padding + head + rowsOf(gpus, across) * cell};
}

QRectF ClusterLayout::boxRect(std::size_t node, int gpus) const
{
    const QSizeF size = boxSize(gpus);
    const auto column = static_cast<double>(node % static_cast<std::size_t>(columns));
    const auto row = static_cast<double>(node / static_cast<std::size_t>(columns));
    return {
        grid.topLeft() + QPointF(column * (size.width() + gap), row * (size.height() + gap)), size};
}

QRectF ClusterLayout::gpuRect(std::size_t node, int gpu, int gpus) const
{
    const QRectF box = boxRect(node, gpus);
    const double apart = cell > 8 ? 2 : cell > 4 ? 1 : 0;
    return {box.left() + padding + gpu % across * cell,
        box.top() + padding + head + static_cast<double>(gpu / across) * cell, cell - apart,
        cell - apart};
}

ClusterLayout clusterLayout(
    std::size_t nodes, int gpusPerNode, std::size_t tableRows, const DrawingRoom &room)
{
    constexpr double largestCell = 3; // lines of text
    constexpr double leastNamed = 11; // pixels of a cell: before that names give way
    const double line = QFontMetricsF(room.theme.font).height();
    const double table = static_cast<double>(tableRows + 1) * 1.25 * line;
    const double note = 1.6 * line;
    ClusterLayout layout{.gap = 6};
    layout.grid = room.area.adjusted(0, 0, 0, -table - note - line / 2);
    if (layout.grid.height() < 3 * line) { // the cluster comes first
        layout.grid = room.area.adjusted(0, 0, 0, -note);
        layout.table = {};
    } else {
        layout.table
            = QRectF(room.area.left(), room.area.bottom() - table, room.area.width(), table);
    }
    // Two rows of GPUs in a box look best; others where they become larger.
    const auto fit = [&](double head) {
        layout.head = head;
        layout.cell = 0;
        for (const int across : {(gpusPerNode + 1) / 2, gpusPerNode, (gpusPerNode + 3) / 4}) {
            for (int columns = 1; columns <= static_cast<int>(nodes); ++columns) {
                ClusterLayout tried = layout;
                tried.across = std::max(1, across);
                tried.columns = columns;
                tried.cell = std::min(cellIn(tried, nodes, gpusPerNode), largestCell * line);
                if (tried.cell > layout.cell + 0.01)
                    layout = tried;
            }
        }
        return layout.cell;
    };
    if (fit(1.15 * line) < leastNamed)
        fit(0);
    const int rows = static_cast<int>((nodes + static_cast<std::size_t>(layout.columns) - 1)
        / static_cast<std::size_t>(layout.columns));
    const double used = rows * (layout.boxSize(gpusPerNode).height() + layout.gap);
    layout.note = QRectF(room.area.left(), layout.grid.top() + used, room.area.width(), note);
    if (!layout.table.isEmpty())
        layout.table.moveTop(layout.note.bottom() + line / 4);
    return layout;
}

} // namespace shardscope
