// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/ranks.h"

#include <algorithm>

namespace shardscope {

namespace {

/// As many as the mesh has places for; what is left over is a contradiction that findings name.
int placesOf(const Mesh &mesh)
{
    return mesh.modelRanks() * mesh.data;
}

} // namespace

Ranks::Ranks(const Mesh &mesh, const Parallel &parallel)
    : m_mesh(mesh)
    , m_gpus(placesOf(m_mesh))
    , m_perNode(std::max(1, parallel.gpusPerNode))
    , m_shard(parallel.strategy == Strategy::Hsdp ? shardGroupOf(parallel, mesh) : 0)
{
    if (m_shard > 0 && m_mesh.replicas() % m_shard != 0)
        m_shard = 0;
}

Ranks::Step Ranks::stepOf(MeshAxis axis) const
{
    const Mesh &mesh = m_mesh;
    switch (axis) {
    case MeshAxis::Tensor:
        return {mesh.tensor, 1};
    case MeshAxis::Context:
        return {mesh.context, mesh.tensor};
    case MeshAxis::Data: // context ranks are neighbours of data ranks: one step through both
        return {mesh.replicas(), mesh.tensor};
    case MeshAxis::Pipeline:
        return {mesh.pipeline, gpusOfStage()};
    case MeshAxis::Expert:
        return {mesh.expert, mesh.expertTensor};
    case MeshAxis::ExpertTensor:
        return {mesh.expertTensor, 1};
    case MeshAxis::ExpertData:
        return {mesh.expertReplicas(), mesh.expert * mesh.expertTensor};
    case MeshAxis::Shard:
        return {std::max(1, m_shard), mesh.tensor};
    case MeshAxis::Replica:
        return {m_shard > 0 ? mesh.replicas() / m_shard : 1, std::max(1, m_shard) * mesh.tensor};
    }
    return {};
}

int Ranks::ranksAlong(MeshAxis axis) const
{
    return stepOf(axis).size;
}

std::vector<MeshAxis> Ranks::axes() const
{
    std::vector<MeshAxis> all;
    const bool hasExperts = m_mesh.expert > 1;
    for (std::size_t i = 0; i < namesOf<MeshAxis>.size(); ++i) {
        const auto axis = static_cast<MeshAxis>(i);
        const bool isOfExperts = axis == MeshAxis::ExpertTensor || axis == MeshAxis::ExpertData;
        if (isOfExperts && !hasExperts)
            continue;
        if (axis == MeshAxis::Data || ranksAlong(axis) > 1)
            all.push_back(axis);
    }
    return all;
}

int Ranks::indexAlong(MeshAxis axis, int rank) const
{
    const Step step = stepOf(axis);
    return rank / step.apart % step.size;
}

std::vector<int> Ranks::groupOf(MeshAxis axis, int rank) const
{
    const Step step = stepOf(axis);
    std::vector<int> group;
    const int first = rank - indexAlong(axis, rank) * step.apart;
    for (int i = 0; i < step.size; ++i)
        group.push_back(first + i * step.apart);
    return group;
}

int Ranks::groupIndex(MeshAxis axis, int rank) const
{
    const Step step = stepOf(axis);
    return rank / (step.apart * step.size) * step.apart + rank % step.apart;
}

bool Ranks::leavesNode(MeshAxis axis, int rank) const
{
    const std::vector<int> group = groupOf(axis, rank);
    return nodeOf(group.front()) != nodeOf(group.back());
}

} // namespace shardscope
