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

RankSpacing Ranks::along(MeshAxis axis) const
{
    const RankSpacing all = spacingOf(m_mesh, MeshAxis::Data);
    const int shards = std::max(1, m_shard);
    if (axis == MeshAxis::Shard)
        return {shards, all.apart};
    if (axis == MeshAxis::Replica)
        return {m_shard > 0 ? all.ranks / m_shard : 1, shards * all.apart};
    return spacingOf(m_mesh, axis);
}

int Ranks::rankOf(int stage, int place) const
{
    const int apart = stagesApart(m_mesh);
    return (place / apart * m_mesh.pipeline + stage) * apart + place % apart;
}

int Ranks::ranksAlong(MeshAxis axis) const
{
    return along(axis).ranks;
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
    const RankSpacing group = along(axis);
    const int place = rank / group.apart % group.inRow();
    return group.rows() > 1 ? rank / group.rowsApart % group.rows() * group.row + place : place;
}

std::vector<int> Ranks::groupOf(MeshAxis axis, int rank) const
{
    const RankSpacing group = along(axis);
    const int index = indexAlong(axis, rank);
    const auto offset = [&group](int i) {
        return i / group.inRow() * group.rowsApart + i % group.inRow() * group.apart;
    };
    std::vector<int> ranks;
    for (int i = 0; i < group.ranks; ++i)
        ranks.push_back(rank + offset(i) - offset(index));
    return ranks;
}

int Ranks::groupIndex(MeshAxis axis, int rank) const
{
    const RankSpacing group = along(axis);
    const int row = group.apart * group.inRow();
    const int within = rank / row * group.apart + rank % group.apart;
    if (group.rows() == 1)
        return within;
    // As many groups begin between a row and the next of the same group.
    const int between = group.rowsApart / group.row;
    return within / (between * group.rows()) * between + within % between;
}

bool Ranks::leavesNode(MeshAxis axis, int rank) const
{
    const std::vector<int> group = groupOf(axis, rank);
    return nodeOf(group.front()) != nodeOf(group.back());
}

} // namespace shardscope
