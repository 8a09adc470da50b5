// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/spacing.h"

#include <algorithm>
#include <cstdlib>

namespace shardscope {

namespace {

/// Rows that follow each other are one.
RankSpacing joined(const RankSpacing &spacing)
{
    const bool isOne = spacing.row == spacing.ranks;
    if (isOne || spacing.rowsApart == spacing.row * spacing.apart)
        return {spacing.ranks, spacing.apart};
    if (spacing.row == 1)
        return {spacing.ranks, spacing.rowsApart};
    return spacing;
}

bool comesLast(const Mesh &mesh)
{
    return mesh.order == RankOrder::CopiesLast;
}

} // namespace

int RankSpacing::onNode(int gpusPerNode) const
{
    const int first = std::clamp(gpusPerNode / apart, 1, inRow());
    return first < inRow() ? first
                           : first * std::clamp(gpusPerNode / std::max(1, rowsApart), 1, rows());
}

int stagesApart(const Mesh &mesh)
{
    return mesh.tensor * mesh.context * (comesLast(mesh) ? 1 : mesh.data);
}

RankSpacing spacingOf(const Mesh &mesh, MeshAxis axis)
{
    const int copy = mesh.tensor * mesh.context;
    const int stages = comesLast(mesh) ? mesh.pipeline : 1; // between a copy and the next one
    switch (axis) {
    case MeshAxis::Tensor:
        return {mesh.tensor, 1};
    case MeshAxis::Context:
        return {mesh.context, mesh.tensor};
    case MeshAxis::Data:
        return joined({mesh.replicas(), mesh.tensor, mesh.context, copy * stages});
    case MeshAxis::Pipeline:
        return {mesh.pipeline, stagesApart(mesh)};
    case MeshAxis::Expert:
        return {mesh.expert, mesh.expertTensor};
    case MeshAxis::ExpertTensor:
        return {mesh.expertTensor, 1};
    case MeshAxis::ExpertData:
        return {mesh.expertReplicas(), mesh.expert * mesh.expertTensor * stages};
    case MeshAxis::Shard:
    case MeshAxis::Replica:
        break;
    }
    return {};
}

RankSpacing spacingOfModel(const Mesh &mesh)
{
    return joined({mesh.tensor * mesh.pipeline, 1, mesh.tensor, stagesApart(mesh)});
}

RankSpacing stagesBeside(const Mesh &mesh, int stage, int other, int gpusPerNode)
{
    const int apart = stagesApart(mesh);
    const int to = (other + mesh.pipeline) % mesh.pipeline;
    const RankSpacing far{2, std::max(gpusPerNode, apart)};
    if (std::abs(to - stage) * apart >= gpusPerNode)
        return far;
    // Copies lie among the nodes in the same way again after as many as a node has GPUs.
    const int copies = comesLast(mesh) ? std::min(mesh.data, gpusPerNode) : 1;
    for (int copy = 0; copy < copies; ++copy) {
        for (int place = 0; place < apart; ++place) {
            const int rank = (copy * mesh.pipeline + stage) * apart + place;
            const int next = rank + (to - stage) * apart;
            if (rank / gpusPerNode != next / gpusPerNode)
                return far;
        }
    }
    return {2, 1};
}

bool sendAlike(const Mesh &mesh, int stage, int other, int gpusPerNode)
{
    const auto isAlike = [&](int step) {
        return stagesBeside(mesh, stage, stage + step, gpusPerNode)
            == stagesBeside(mesh, other, other + step, gpusPerNode);
    };
    return isAlike(+1) && isAlike(-1);
}

} // namespace shardscope
